import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type AssignedExpert,
  type AssignedFile,
  assignmentApi,
  outcomeWords,
} from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { isEnded } from '@zhiping/shared/rules/assignment/states.ts';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import { projectStates } from '@zhiping/shared/rules/project/states.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PrintedPanel } from '../../kit/layout/PrintedPanel.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import './assignment.css';
import { WaitingRequests } from '../../pickers/WaitingRequests.tsx';
import { MaterialsPane } from './MaterialsPane.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ExcludeDialog } from './ExcludeDialog.tsx';
import { ForAllDialog } from './ForAllDialog.tsx';
import { ExpertTag } from './ExpertTag.tsx';
import { MappingBar } from './MappingBar.tsx';
import { MaterialReports } from './MaterialReports.tsx';
import { OpinionColumns } from './OpinionColumns.tsx';
import { type Reminded, RemindDialog, type RemindMode } from './RemindDialog.tsx';
import { ReplaceCost } from './ReplaceCost.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { useMapping } from './use-mapping.ts';
import { WideTable } from './WideTable.tsx';
import { ExclusionReasons } from './ExclusionReasons.tsx';

const points = (value: number) => (value / 100).toFixed(value % 100 === 0 ? 0 : 1);

/** The components of the pair's score, in words. */
const partsOf = ({ parts, byHand }: AssignedExpert) =>
  parts &&
  [
    `${ringWords[parts.ring as 0 | 1 | 2 | 3]}，匹配 ${points(parts.match)} 分`,
    parts.rating !== 0 && `评级 ${parts.rating > 0 ? '+' : ''}${points(parts.rating)}`,
    parts.warning !== 0 && `回避提示 −${points(parts.warning)}`,
    parts.noise !== 0 && `随机 +${points(parts.noise)}`,
    byHand && `人工调整：${byHand}`,
  ]
    .filter(Boolean)
    .join('，');

type Props = { cycleId: number; projectId: number; onLeave: () => void };

const reload = () =>
  refresh(
    assignmentApi.files,
    assignmentApi.summary,
    assignmentApi.opinions,
    drawResultApi.read,
    drawResultApi.files,
    drawResultApi.why,
    confirmationApi.list,
  );

/** Who is added would show in what each expert has. */
const HIDDEN = '本批次查看专家与材料的对应须经另一人复核，请先申请';

type Open =
  | { kind: 'change' | 'replace' | 'forAll' | 'return' | 'exclude'; expert: AssignedExpert }
  | { kind: RemindMode; expert: Reminded }
  | { kind: 'add' };

const AWAITED = new Set(['released', 'accepted', 'reviewing', 'returned']);

const ExpertRow = ({ expert, onOpen }: { expert: AssignedExpert; onOpen: (open: Open) => void }) => {
  const mayEdit = usePermission(['assignment:edit']);
  const mayRelease = usePermission(['assignment:release']);
  const mayReturn = usePermission(['review:return']);
  const { can, state, name, expertId } = expert;
  const changing = state === 'proposed' ? can.drop : can.replace;
  const isOut = AWAITED.has(state);
  const recipient = expertId === null ? null : { expertId, name, dueAt: expert.dueAt };
  return (
    <tr>
      <th scope="row">
        {name}
        <div className="soft">{expert.schoolName}</div>
      </th>
      <td>
        <ExpertTag expert={expert} isNameless />
        {expert.flaw && <div className="assignment-short">{expert.flaw}</div>}
        {expert.exclusion && <div>{expert.exclusion}</div>}
        {expert.endedReason && <div className="soft">{expert.endedReason}</div>}
      </td>
      <td>{partsOf(expert)}</td>
      <td className="soft">
        {expert.submittedAt
          ? `提交于 ${expert.submittedAt}`
          : [expert.savedAt && `草稿 ${expert.savedAt}`, expert.dueAt && `截止 ${expert.dueAt}`]
              .filter(Boolean)
              .join('，')}
        {isOut && expert.extendedReason && <div>已延期：{expert.extendedReason}</div>}
        {expert.isLate && <div className="assignment-short">已逾期</div>}
      </td>
      <td className="assignment-on-screen">
        {!isEnded(state) && (
          <span className="assignment-actions">
            {mayEdit && expertId !== null && (state === 'proposed' || isOut) && (
              <ActionButton
                label="换人"
                aria-label={`换人：${name}`}
                reason={reasonOf(changing)}
                run={() => onOpen({ kind: 'change', expert })}
              />
            )}
            {mayEdit && state === 'proposed' && expert.drawId !== null && (
              <ActionButton
                label="换下重排"
                aria-label={`换下重排：${name}`}
                reason={reasonOf(changing)}
                run={() => onOpen({ kind: 'forAll', expert })}
              />
            )}
            {mayRelease && isOut && (
              <ActionButton
                label="自动更换"
                aria-label={`自动更换${name}`}
                reason={reasonOf(can.replace)}
                run={() => onOpen({ kind: 'replace', expert })}
              />
            )}
            {mayReturn && isOut && recipient && (
              <>
                <Button
                  aria-label={`催办${name}`}
                  onClick={() => onOpen({ kind: 'remind', expert: recipient })}
                >
                  催办
                </Button>
                <ActionButton
                  label="延期"
                  aria-label={`延期：${name}`}
                  reason={reasonOf(can.extend)}
                  run={() => onOpen({ kind: 'extend', expert: recipient })}
                />
              </>
            )}
            {mayReturn && state === 'submitted' && (
              <ActionButton
                label="退回"
                aria-label={`退回${name}的意见`}
                reason={reasonOf(can.return)}
                run={() => onOpen({ kind: 'return', expert })}
              />
            )}
            {mayRelease && can.exclude === true && (
              <ActionButton
                label="剔除"
                aria-label={`剔除${name}的意见`}
                run={() => onOpen({ kind: 'exclude', expert })}
              />
            )}
          </span>
        )}
      </td>
    </tr>
  );
};

const Experts = ({
  label,
  experts,
  onOpen,
}: {
  label: string;
  experts: readonly AssignedExpert[];
  onOpen: (open: Open) => void;
}) => (
  <WideTable label={label}>
    <thead>
      <tr>
        <th scope="col">专家</th>
        <th scope="col">状态</th>
        <th scope="col">为什么是他</th>
        <th scope="col">进度</th>
        <th scope="col" className="assignment-on-screen">
          操作
        </th>
      </tr>
    </thead>
    <tbody>
      {experts.map((expert) => (
        <ExpertRow key={expert.assignmentId} expert={expert} onOpen={onOpen} />
      ))}
    </tbody>
  </WideTable>
);

const Screen = ({ cycleId, file, onLeave }: Omit<Props, 'projectId'> & { file: AssignedFile }) => {
  const [open, setOpen] = useState<Open>();
  const mayRead = usePermission(['project:list']);
  const mayReadCopies = usePermission(['blind:list']);
  const { projectId, experts } = file;
  const { isHidden } = useMapping(cycleId);
  const close = () => setOpen(undefined);
  const holding = experts.filter(({ state }) => !isEnded(state));
  const why = useSubView('why');
  const drawId = holding.find((expert) => expert.drawId !== null)?.drawId ?? null;
  const isWaiting = drawId !== null && holding.some(({ state }) => state === 'proposed');
  const { add } = file.can;
  const mayAdd = add === true && !isHidden;
  const former = experts.filter(({ state }) => isEnded(state));
  const isReplacedAgain = former.some(({ state }) => state === 'replaced' || state === 'expired');
  return (
    <PrintedPanel
      title={`${file.no} ${file.name}`}
      className="assignment-screen"
      actions={
        <>
          {mayRead && <Link to={`/review/project?id=${projectId}`}>申报与材料</Link>}
          {mayReadCopies && file.isBlind && (
            <Link to={`/review/blind?cycleId=${cycleId}&name=${file.no}`}>盲审副本</Link>
          )}
          {add !== undefined && (
            <ActionButton
              label="补充专家"
              reason={isHidden ? HIDDEN : reasonOf(add)}
              run={() => setOpen({ kind: 'add' })}
            />
          )}
          {isWaiting && <Link to={`/review/draw?id=${drawId}&part=result`}>返回抽取结果</Link>}
          <Button onClick={onLeave}>返回列表</Button>
        </>
      }
    >
      <Facts
        items={[
          ['袋号', file.bagNo],
          ['学校', file.schoolName],
          ['申报职称', file.titleName],
          ['学科', file.subject],
          ['状态', projectStates[file.state]],
          ...(file.outcome ? [['送审结果', outcomeWords[file.outcome]] as const] : []),
          ['专家', `${holding.length} 人，需要 ${file.wanted} 人`],
        ]}
      />
      <MaterialsPane projectId={projectId} no={file.no}>
        <MappingBar cycleId={cycleId} />
        <WaitingRequests
          act="changeExpert"
          cycleId={cycleId}
          link={`/review/assignment?cycleId=${cycleId}&id=${projectId}`}
        />
        <MaterialReports cycleId={cycleId} file={file} />
        <h2>专家</h2>
        {holding.length === 0 ? (
          <Empty
            text={`还没有安排专家。专家由抽取安排，每次抽取包括还缺专家的材料${file.isBlind ? '；先放行盲审副本' : ''}。`}
          >
            <Link to={`/review/draw?cycleId=${cycleId}`}>去专家抽取</Link>
          </Empty>
        ) : (
          <Experts label="现在的专家" experts={holding} onOpen={setOpen} />
        )}
        {drawId !== null && (
          // Before the reasons are opened there is only a link, which is not printed.
          <section
            aria-label="为什么不是他"
            className={why.value === null ? 'assignment-on-screen' : undefined}
          >
            <h2>为什么不是他</h2>
            {why.value === null ? (
              <Link to={why.hrefOf(1)} replace>
                查看其他专家没有选上的原因
              </Link>
            ) : (
              <ExclusionReasons
                drawId={drawId}
                projectId={projectId}
                isReleased={holding.every(({ state }) => state !== 'proposed')}
              />
            )}
          </section>
        )}
        {former.length > 0 && (
          <>
            <h2>曾经的安排</h2>
            <Experts label="以前的专家" experts={former} onOpen={setOpen} />
          </>
        )}
        {experts.some(({ state }) => state !== 'proposed' && state !== 'dropped') && (
          <OpinionColumns projectId={projectId} onAdd={mayAdd ? () => setOpen({ kind: 'add' }) : undefined} />
        )}
      </MaterialsPane>
      {open?.kind === 'change' && (
        <ChangeDialog projectId={projectId} expert={open.expert} onClose={close} onDone={reload} />
      )}
      {open?.kind === 'add' && <ChangeDialog projectId={projectId} onClose={close} onDone={reload} />}
      {(open?.kind === 'remind' || open?.kind === 'extend') && (
        <RemindDialog cycleId={cycleId} experts={[open.expert]} start={open.kind} onClose={close} />
      )}
      {open?.kind === 'return' && <ReturnDialog expert={open.expert} onClose={close} onDone={reload} />}
      {open?.kind === 'exclude' && <ExcludeDialog expert={open.expert} onClose={close} />}
      {open?.kind === 'forAll' && <ForAllDialog projectId={projectId} expert={open.expert} onClose={close} />}
      {open?.kind === 'replace' && (
        <ReasonDialog
          title={`更换${open.expert.name}`}
          verb={isReplacedAgain ? '提请复核' : '更换'}
          isDanger
          consequence={
            <>
              <p>
                {isReplacedAgain
                  ? '这份材料已更换过专家，再次更换须由他人复核。'
                  : '您在抽取前后改动过专家库或回避的，更换须由他人复核。'}
              </p>
              <ReplaceCost projectId={projectId} expert={open.expert} />
            </>
          }
          schema={assignmentApi.replace.body}
          onClose={close}
          act={async (reason) => {
            const { assignmentId: id, version } = open.expert;
            const { confirmationId } = await call(assignmentApi.replace, {
              params: { id },
              body: { version, reason },
              quiet: true,
            });
            if (confirmationId !== null) notify.success('已提出，他人复核后更换');
            await reload();
          }}
        />
      )}
    </PrintedPanel>
  );
};

/** One project with its experts, why they were chosen, and their opinions. */
export default function ProjectScreen({ cycleId, projectId, onLeave }: Props) {
  const { data, error, refetch } = useQuery(
    reading(assignmentApi.files, { query: { cycleId, projectId, size: 1 } }),
  );
  if (error) return <Failed what="送审材料" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const [file] = data.content;
  if (!file) return <Empty text="这份申报不在送审中" />;
  return <Screen cycleId={cycleId} file={file} onLeave={onLeave} />;
}
