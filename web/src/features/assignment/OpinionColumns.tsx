import { useQuery } from '@tanstack/react-query';
import { assignmentApi, type Opinions } from '@zhiping/shared/contracts/assignment.ts';
import { assignmentStates } from '@zhiping/shared/rules/assignment-states.ts';
import { grades } from '@zhiping/shared/rules/review-rules/facts.ts';
import { Alert } from 'antd';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';

type Expert = Opinions['experts'][number];

const levels = { ok: 'success', warn: 'info', block: 'warning' } as const;
const conclusions = { agree: '同意', disagree: '不同意' } as const;

const conclusionOf = ({ opinion }: Expert) => {
  if (!opinion) return null;
  return opinion.conclusion ? conclusions[opinion.conclusion] : opinion.grade && grades[opinion.grade];
};

/** How far the highest and the lowest of some points are from each other. */
const spreadOf = (values: readonly (number | null | undefined)[]) => {
  const given = values.filter((value): value is number => typeof value === 'number');
  return given.length < 2 ? null : Math.max(...given) - Math.min(...given);
};

const Table = ({ opinions: { form, experts } }: { opinions: Opinions }) => (
  <div className="assignment-wide">
    <table>
      <thead>
        <tr>
          <th scope="col">评审项</th>
          {experts.map(({ assignmentId, name, state }) => (
            <th key={assignmentId} scope="col">
              {name}
              <div className="assignment-soft">{assignmentStates[state]}</div>
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
            {experts.map(({ assignmentId, opinion }) => (
              <td key={assignmentId}>{opinion?.scores[key] ?? '—'}</td>
            ))}
            <td>{spreadOf(experts.map(({ opinion }) => opinion?.scores[key])) ?? '—'}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">合计</th>
          {experts.map(({ assignmentId, total }) => (
            <td key={assignmentId}>{total ?? '—'}</td>
          ))}
          <td>{spreadOf(experts.map(({ total }) => total)) ?? '—'}</td>
        </tr>
        <tr>
          <th scope="row">结论</th>
          {experts.map((expert) => (
            <td key={expert.assignmentId}>{conclusionOf(expert) ?? '—'}</td>
          ))}
          <td>—</td>
        </tr>
        {form.texts.map(({ key, name }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {experts.map(({ assignmentId, opinion }) => (
              <td key={assignmentId} className="assignment-text">
                {opinion?.texts[key] ?? '—'}
              </td>
            ))}
            <td>—</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** All opinions on a file beside each other, and what they come to by the rule. */
export const OpinionColumns = ({ projectId }: { projectId: number }) => {
  const { data, error, refetch } = useQuery(reading(assignmentApi.opinions, { params: { id: projectId } }));
  return (
    <>
      <h2>评审意见</h2>
      {error && <Failed what="评审意见" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <>
          <Alert type={levels[data.verdict.level]} showIcon title={data.verdict.message} />
          <Table opinions={data} />
        </>
      )}
    </>
  );
};
