import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import {
  assignmentApi,
  EarlyClosing,
  type FileMark,
  fileMarks,
  outcomeWords,
} from '@zhiping/shared/contracts/assignment.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FactLine } from '../../kit/display/FactLine.tsx';
import { Failed } from '../../kit/display/states.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { type Answer, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { patchParams } from '../../lib/list-state.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useRefreshOnRoundChange } from '../../lib/rounds.ts';
import { NextStep } from '../../pickers/NextStep.tsx';

type Summary = Answer<typeof assignmentApi.summary>;

const shownMarks = Object.keys(fileMarks) as FileMark[];

const reload = () => refresh(assignmentApi.summary, assignmentApi.files, assignmentApi.opinions);

const BESIDE_QUERY = '(min-width: 1280px)';

/** How many projects the experts have, as a bar chart. Collapsed where there is no room beside the summary. */
const Loads = ({ loads }: Pick<Summary, 'loads'>) => {
  const hasRoom = useMedia(BESIDE_QUERY);
  const most = Math.max(1, ...loads.map(({ experts }) => experts));
  return (
    <details className="round-loads" open={hasRoom}>
      <summary>专家的份数</summary>
      <table aria-label="专家的份数">
        <tbody>
          {loads.map(({ load, experts }) => (
            <tr key={load}>
              <th scope="row">{load} 份</th>
              <td aria-label={`${experts} 人`}>
                <span
                  className="round-bar"
                  style={{ inlineSize: `${(experts / most) * 100}%` }}
                  aria-hidden
                />
              </td>
              <td>{experts} 人</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

const factsOf = ({
  files,
  places,
  filled,
  submitted,
  overdue,
  meanMatch,
  worstFile,
  dueAt,
  lastDueAt,
}: Summary) => [
  `材料 ${files} 份`,
  `已安排专家 ${filled} / ${places} 人次`,
  `已提交 ${submitted} 份意见`,
  overdue > 0 && `逾期 ${overdue} 份`,
  meanMatch !== null && `平均匹配 ${meanMatch} 分`,
  worstFile !== null && `匹配最低的材料 ${worstFile} 分`,
  dueAt && `评审截止 ${dueAt}`,
  lastDueAt && `个别专家延至 ${lastDueAt}`,
];

const outcomeNames = Object.keys(outcomeWords) as (keyof typeof outcomeWords)[];
const outcomesInWords = (outcomes: Summary['outcomes']) =>
  outcomes && outcomeNames.map((one) => `${outcomeWords[one]} ${outcomes[one]} 份`).join('，');

/** Effect of closing, shown before the confirmation: closing cannot be undone. */
const CloseConsequences = ({ files, submitted, marks, isOver, dueAt, lastDueAt }: Summary) => (
  <>
    <p>
      {files} 份材料的 {submitted}{' '}
      份意见全部锁定，按本批次规则计算每份材料的结果。此后不能再退回、撤回或修改，也不能恢复送审。
    </p>
    {dueAt !== null && !isOver && (
      <p>
        {lastDueAt === null ? `评审截止时间 ${dueAt} ` : `专家最晚的截止时间 ${lastDueAt} `}
        还没有到，提前结束须由他人复核，此后专家不能再撤回修改。
      </p>
    )}
    {marks.reported > 0 && <p>其中 {marks.reported} 份材料有专家报告的问题还没有答复。</p>}
    {marks.wide > 0 && <p>其中 {marks.wide} 份材料的专家分差大，建议先查看，需要时补充专家。</p>}
  </>
);

type CountLink = { words: string; to: Record<string, string> };

/** Counts that link to their projects in the list below. */
const CountLinks = ({ label, ways }: { label: string; ways: readonly CountLink[] }) => {
  const [params] = useSearchParams();
  return (
    <ul className="round-standings" aria-label={label}>
      {ways.map(({ words, to }) => (
        <li key={words}>
          <Link to={`?${patchParams(params, to)}`}>{words}</Link>
        </li>
      ))}
    </ul>
  );
};

/** A round in numbers, each of which links to a list, and the actions that close and publish it. */
export const RoundSummary = ({ cycleId }: { cycleId: number }) => {
  const confirm = useConfirm();
  const [isAsking, setAsking] = useState(false);
  useRefreshOnRoundChange(assignmentApi.files, assignmentApi.summary);
  const { data, error, refetch } = useQuery(reading(assignmentApi.summary, { query: { cycleId } }));
  if (error) return <Failed what="送审概况" error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { can, marks, releasedAt, closedAt, outcomes } = data;
  const close = async (reason?: string) => {
    const { confirmationId } = await call(assignmentApi.close, {
      body: { cycleId, reason },
      quiet: reason !== undefined,
    });
    notify.success(confirmationId === null ? '送审已结束，结果已按规则计算' : '已提出，他人复核后结束送审');
    await reload();
  };
  const publish = async () => {
    await call(assignmentApi.publish, { body: { cycleId } });
    notify.success('送审结果已公布');
    await reload();
  };
  return (
    <div className="round-summary">
      <div className="round-facts">
        <p>
          <FactLine facts={factsOf(data)} />
        </p>
        <CountLinks
          label="按情况查看"
          ways={shownMarks
            .filter((mark) => marks[mark] > 0)
            .map((mark) => ({ words: `${fileMarks[mark]} ${marks[mark]}`, to: { mark } }))}
        />
        {closedAt && (
          <p>
            送审已于 {closedAt} 结束{releasedAt ? `，结果已于 ${releasedAt} 公布` : '，结果还没有公布'}
          </p>
        )}
        <NextStep next={data.next} />
        {outcomes && (
          <CountLinks
            label="按结果查看"
            ways={outcomeNames.map((outcome) => ({
              words: `${outcomeWords[outcome]} ${outcomes[outcome]}`,
              to: { outcome },
            }))}
          />
        )}
        {!closedAt && can.close !== undefined && (
          <ActionButton
            label="结束送审"
            reason={reasonOf(can.close)}
            run={() =>
              data.isOver
                ? confirm({
                    title: '结束送审',
                    consequence: <CloseConsequences {...data} />,
                    verb: '结束送审',
                    act: () => close(),
                  })
                : setAsking(true)
            }
          />
        )}
        {closedAt && !releasedAt && can.publish !== undefined && (
          <ActionButton
            label="公布结果"
            reason={reasonOf(can.publish)}
            run={() =>
              confirm({
                title: '公布送审结果',
                consequence: `${outcomesInWords(outcomes) ?? ''}。申报人和学校将看到各自的结果和不具名的意见，不能撤回。`,
                verb: '公布结果',
                act: publish,
              })
            }
          />
        )}
      </div>
      {data.loads.length > 0 && <Loads loads={data.loads} />}
      {isAsking && (
        <ReasonDialog
          title="提前结束送审"
          verb="提请复核"
          consequence={<CloseConsequences {...data} />}
          schema={EarlyClosing}
          label="提前结束的原因"
          onClose={() => setAsking(false)}
          act={close}
        />
      )}
    </div>
  );
};
