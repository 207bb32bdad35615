import { useQuery } from '@tanstack/react-query';
import { assignmentApi, type Opinions, verdictWords } from '@zhiping/shared/contracts/assignment.ts';
import { assignmentStates, isAwaited } from '@zhiping/shared/rules/assignment/states.ts';
import { isOutlier, spreadOf, WIDE_SPREAD } from '@zhiping/shared/rules/opinion/figures.ts';
import { answerOf, answerTitle, answerWords } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Alert, Button } from 'antd';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { WideTable } from './WideTable.tsx';

type Expert = Opinions['experts'][number];
/** An opinion in a column beside others. */
type OpinionColumn = Pick<Expert, 'name' | 'opinion' | 'total'> & { key: string | number; note: string };

const levels = { ok: 'success', warn: 'info', block: 'warning' } as const;
const conclusionOf = ({ opinion }: OpinionColumn) => {
  const answer = opinion && answerOf(opinion);
  return answer && answerWords[answer];
};

/** Points of one opinion; an outlier is also marked in words. */
const Points = ({ values, at }: { values: readonly (number | null | undefined)[]; at: number }) => {
  const points = values[at];
  if (points === null || points === undefined) return '—';
  if (!isOutlier(values, at)) return points;
  return (
    <strong className="assignment-outlier">
      {points}
      <span className="soft">（偏离较大）</span>
    </strong>
  );
};

type Compared = Pick<Opinions, 'form' | 'scale'> & { label: string; experts: readonly OpinionColumn[] };

const Table = ({ label, form, scale, experts }: Compared) => {
  const totals = experts.map(({ total }) => total);
  return (
    <WideTable label={label}>
      <thead>
        <tr>
          <th scope="col">评审项</th>
          {experts.map(({ key, name, note }) => (
            <th key={key} scope="col">
              {name}
              <div className="soft">{note}</div>
            </th>
          ))}
          <th scope="col">分差</th>
        </tr>
      </thead>
      <tbody>
        {form.criteria.map(({ key, name, weight }) => (
          <tr key={key}>
            <th scope="row">
              {name}（{weight}）
            </th>
            {experts.map((one) => (
              <td key={one.key}>{one.opinion?.scores[key] ?? '—'}</td>
            ))}
            <td>{spreadOf(experts.map(({ opinion }) => opinion?.scores[key])) ?? '—'}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">合计</th>
          {experts.map(({ key }, at) => (
            <td key={key}>
              <Points values={totals} at={at} />
            </td>
          ))}
          <td>
            {spreadOf(totals) ?? '—'}
            {(spreadOf(totals) ?? 0) >= WIDE_SPREAD && (
              <strong className="assignment-outlier"> 分差大</strong>
            )}
          </td>
        </tr>
        <tr>
          <th scope="row">{answerTitle[scale]}</th>
          {experts.map((expert) => (
            <td key={expert.key}>{conclusionOf(expert) ?? '—'}</td>
          ))}
          <td>—</td>
        </tr>
        {form.texts.map(({ key, name }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {experts.map((one) => (
              <td key={one.key} className="assignment-text">
                {one.opinion?.texts[key] ?? '—'}
              </td>
            ))}
            <td>—</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
};

const columnOf = (expert: Expert): OpinionColumn => ({
  ...expert,
  key: expert.assignmentId,
  note:
    expert.exclusion ??
    `${assignmentStates[expert.state]}${expert.opinion && isAwaited(expert.state) ? '，以最后一次提交的为准' : ''}`,
});

/** Earlier submitted versions of an opinion, beside the current one. */
const versionsOf = ({ earlier, opinion, total, submittedAt }: Expert): OpinionColumn[] => [
  ...earlier.map((one, at) => ({
    ...one,
    key: one.version,
    name: `第 ${at + 1} 次提交`,
    note: one.submittedAt ?? '',
  })),
  ...(opinion ? [{ key: 'now', name: '现在的意见', note: submittedAt ?? '', opinion, total }] : []),
];

const Earlier = ({ form, scale, experts }: Pick<Opinions, 'form' | 'scale' | 'experts'>) => {
  const changed = experts.filter(({ earlier }) => earlier.length > 0);
  if (changed.length === 0) return null;
  return (
    <section aria-label="以前提交的意见">
      <h2>以前提交的意见</h2>
      <p className="soft">重新提交以前的内容。以最后一次提交的为准，这里的不计入结果。</p>
      {changed.map((expert) => (
        <details key={expert.assignmentId}>
          <summary>
            {expert.name}：{expert.earlier.length} 次
          </summary>
          <Table
            label={`${expert.name}以前提交的意见`}
            form={form}
            scale={scale}
            experts={versionsOf(expert)}
          />
        </details>
      ))}
    </section>
  );
};

/** All opinions on a project side by side, and the outcome by the rule. */
export const OpinionColumns = ({
  projectId,
  onAdd,
}: {
  projectId: number;
  onAdd: (() => void) | undefined;
}) => {
  const { data, error, refetch } = useQuery(reading(assignmentApi.opinions, { params: { id: projectId } }));
  return (
    <>
      <h2>评审意见</h2>
      {error && <Failed what="评审意见" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <>
          <Alert
            type={levels[data.verdict.level]}
            showIcon
            title={`${verdictWords[data.verdict.level]}：${data.verdict.message}`}
            action={data.verdict.needsExtra && onAdd && <Button onClick={onAdd}>补充一名专家</Button>}
          />
          <Table
            label="各位专家的意见"
            form={data.form}
            scale={data.scale}
            experts={data.experts.map(columnOf)}
          />
          <Earlier form={data.form} scale={data.scale} experts={data.experts} />
        </>
      )}
    </>
  );
};
