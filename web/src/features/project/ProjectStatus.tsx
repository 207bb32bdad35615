import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { projectStates } from '@zhiping/shared/rules/project/states.ts';
import { Alert, Button } from 'antd';
import { SuspendedNote } from '../../kit/display/SuspendedNote.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { ExternalNotice } from './eligibility/ExternalNotice.tsx';
import { OutcomeNotice } from './eligibility/OutcomeNotice.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { nextStepInWords } from './next-step.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

const HASH_SHOWN = 16;

const RecallButton = ({ project }: { project: ApplicantProject }) => {
  const confirm = useConfirm();
  const { id, version, can } = project;
  const recall = async () => {
    await call(projectApi.move, { params: { id, event: 'recall' }, body: { version } });
    notify.success('已撤回，可以修改后重新提交');
    await refresh(projectApi.read, projectApi.own);
  };
  return (
    <Button
      disabled={can.recall !== true}
      title={reasonOf(can.recall)}
      onClick={() =>
        confirm({
          title: '撤回修改',
          consequence: `撤回后单位看不到这份申报，请在 ${project.cycle.applyClosesAt} 前重新提交，编号不变。`,
          verb: '撤回修改',
          act: recall,
        })
      }
    >
      撤回修改
    </Button>
  );
};

/** A project that is submitted or withdrawn: its state and the next step. */
export const ProjectStatus = ({ project, onLeave }: { project: ApplicantProject; onLeave: () => void }) => {
  const { cycle, state, no, submittedAt, isLate, snapshots, signatures, history } = project;
  const [newest] = snapshots;
  return (
    <section className="panel project-status">
      <PageHead title={cycle.name}>
        <PrintButton label="打印评审表" />
        <Button onClick={onLeave}>返回</Button>
      </PageHead>
      <Alert
        type={state === 'submitted' ? 'success' : 'info'}
        showIcon
        title={`申报${projectStates[state]}`}
        description={nextStepInWords(project)}
      />
      <SuspendedNote reason={cycle.suspendedReason} />
      <ExternalNotice external={project.external} />
      <OutcomeNotice outcome={project.outcome} />
      <Facts
        items={[
          ['申报编号', no],
          ['申报人', project.person.name],
          ['所在单位', project.person.schoolName],
          ['提交时间', submittedAt && `${submittedAt}${isLate ? '（截止前开始，按期）' : ''}`],
          ['规则版本', newest && `第 ${newest.ruleVersion} 版`],
          [
            '内容校验值',
            newest && (
              <code key="hash" title={newest.hash}>
                {newest.hash.slice(0, HASH_SHOWN)}
              </code>
            ),
          ],
        ]}
      />
      {signatures.length > 0 && (
        <>
          <h2>签署的承诺书</h2>
          <ul className="project-history">
            {signatures.map(({ title, version, at }) => (
              <li key={at}>
                <span>{at}</span> {title}（第 {version} 版）
              </li>
            ))}
          </ul>
        </>
      )}
      {history.length > 0 && (
        <>
          <h2>经过</h2>
          <ol className="project-history">
            {history.map(({ event, at, note }) => (
              <li key={at + event}>
                <span>{at}</span> {event}
                {note && `：${note}`}
              </li>
            ))}
          </ol>
        </>
      )}
      <div className="project-next">
        {state === 'submitted' && <RecallButton project={project} />}
        {(state === 'submitted' || project.can.withdraw === true) && <WithdrawButton project={project} />}
      </div>
      <ReviewTable project={project} />
    </section>
  );
};
