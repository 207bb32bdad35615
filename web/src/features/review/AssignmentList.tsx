import type { HelpInCycle, ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { FactLine } from '../../kit/display/FactLine.tsx';
import { SuspendedNote } from '../../kit/display/SuspendedNote.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PrintedPanel } from '../../kit/layout/PrintedPanel.tsx';
import { useOwnReviewChange } from '../../lib/own-reviews.ts';
import { ClosedNotice } from './ClosedNotice.tsx';
import { DeclineButton } from './DeclineButton.tsx';
import { dueWords } from './due-words.ts';
import { assignmentTitle } from './assignment-title.ts';
import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import './review.css';
import { AssignmentStateTag } from './AssignmentStateTag.tsx';
import { useAssignments } from './use-assignments.ts';

const verbs: Partial<Record<ReviewTask['status'], string>> = {
  accepted: '开始评审',
  reviewing: '继续评审',
  returned: '修改',
};

const isOpenable = ({ status, isHalted }: ReviewTask) => isOpen(status) && !isHalted;

const wanted = ({ titleLevel, titleName }: ReviewTask) =>
  [titleLevel && levelWords[titleLevel], titleName].filter(Boolean).join(' ');

const AssignmentRow = ({ task, isKept }: { task: ReviewTask; isKept: boolean }) => {
  const { hrefOf } = useSubView('task');
  const { status, submittedAt, draftSavedAt, dueAt, returnedReason, isHalted, isLate } = task;
  const verb = (!isLate && verbs[status]) || '查看';
  const isGone = status === 'declined' || status === 'recused';
  const facts = [
    !task.blind && task.schoolName,
    task.subject?.fullName,
    `代表作 ${task.workCount} 篇`,
    submittedAt ? `提交于 ${submittedAt}` : dueAt && !isGone && dueWords(dueAt),
    !submittedAt && draftSavedAt && !isGone && `草稿保存于 ${draftSavedAt}`,
  ];
  return (
    <li className="review-task">
      <div>
        <h3>
          {assignmentTitle(task)} <span className="soft">申报 {wanted(task)}</span>{' '}
          <AssignmentStateTag state={status} isLate={isLate} />
        </h3>
        <p className="soft">
          <FactLine facts={facts} />
        </p>
        {isKept && <p className="review-returned">这台设备上有还没有上传的修改，打开后自动上传</p>}
        {returnedReason && <p className="review-returned">退回原因：{returnedReason}</p>}
        {isHalted && <p className="review-returned">这份材料暂停评审，请等待评审办安排</p>}
      </div>
      {status === 'released' && !isHalted && <DeclineButton task={task} />}
      {!isGone && !isHalted && status !== 'released' && (
        <Link
          to={hrefOf(task.assignmentId)}
          className="review-open"
          aria-label={`${verb} ${assignmentTitle(task)}`}
        >
          {verb}
        </Link>
      )}
    </li>
  );
};

type CycleProps = {
  tasks: readonly ReviewTask[];
  kept: ReadonlySet<number>;
  /** Where some are late. */
  help: HelpInCycle | undefined;
};

const Cycle = ({ tasks, kept, help }: CycleProps) => {
  const { hrefOf } = useSubView('sign');
  const { cycleId, cycleName, suspendedReason } = tasks[0]!;
  const unsigned = tasks.filter(({ status, isLate }) => status === 'released' && !isLate).length;
  const late = tasks.filter(({ isLate }) => isLate).length;
  return (
    <section className="review-cycle">
      <h2>{cycleName}</h2>
      <SuspendedNote reason={suspendedReason} />
      {help && suspendedReason === null && (
        <ClosedNotice reason={`${late} 份已逾期，延期后才能继续`} help={help} />
      )}
      {unsigned > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有 ${unsigned} 份材料等待您签署评审承诺，签署后才能打开`}
          action={
            <Link to={hrefOf(cycleId)} className="review-open">
              去签署
            </Link>
          }
        />
      )}
      <ul>
        {tasks.map((task) => (
          <AssignmentRow
            key={task.assignmentId}
            task={task}
            isKept={isOpenable(task) && kept.has(task.assignmentId)}
          />
        ))}
      </ul>
    </section>
  );
};

/** The assignments of an expert by cycle, waiting ones first. */
export const AssignmentList = ({ expertId }: { expertId: number }) => {
  const { data, error, refetch } = useAssignments(expertId);
  useOwnReviewChange(() => void refetch());
  const byCycle = Map.groupBy(data?.content ?? [], ({ cycleId }) => cycleId);
  const { kept, forget } = useKeptOpinions();
  const keptIds = new Set(kept.map(({ assignmentId }) => assignmentId));
  const open = new Set((data?.content ?? []).filter(isOpenable).map(({ assignmentId }) => assignmentId));
  return (
    <PrintedPanel title="我的评审" className="review-list">
      {error && <Failed what="评审任务" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.content.length === 0 && (
        <Empty text="还没有分配给您的评审材料，有任务时会发短信和邮件通知" />
      )}
      {data && data.content.length > 0 && (
        <>
          <p className="review-summary">
            共 {data.summary.assigned} 份，已提交 {data.summary.submitted} 份
            {data.summary.overdue > 0 && <strong>，逾期 {data.summary.overdue} 份</strong>}
          </p>
          {[...byCycle.values()].map((tasks) => (
            <Cycle
              key={tasks[0]!.cycleId}
              tasks={tasks}
              kept={keptIds}
              help={data.late.find(({ cycleId }) => cycleId === tasks[0]!.cycleId)}
            />
          ))}
        </>
      )}
      {data && (
        <KeptOpinions
          kept={kept.filter(({ assignmentId }) => !open.has(assignmentId))}
          forget={forget}
          why="这些材料已提交、已截止、暂停评审或已交给其他专家。下面的内容没有提交，只保存在这台设备上，可以阅读和复制。"
        />
      )}
    </PrintedPanel>
  );
};
