import { useQuery } from '@tanstack/react-query';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { type Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rules/all.ts';
import { levelWords } from '@zhiping/shared/rules/review-rules/facts.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { useDict } from '../../pickers/use-dict.ts';
import './applicant-preview.css';

/** What the rules are about that an applicant is judged by. */
const own = ['submission', 'application', 'publicity', 'supplement'];

const Targets = ({ targets }: Pick<Cycle, 'targets'>) => {
  const { labelOf } = useDict('title_series');
  return (
    <ul>
      {targets.map(({ titleSeries, titleLevel, quota }) => (
        <li key={`${titleSeries}/${titleLevel}`}>
          {labelOf(titleSeries)} {levelWords[titleLevel]}
          {quota === null ? '' : `，指标 ${quota} 个`}
        </li>
      ))}
    </ul>
  );
};

const Conditions = ({ rules }: Pick<Cycle, 'rules'>) => (
  <ul>
    {reviewRules
      .filter(({ about }) => own.includes(about))
      .map(({ code, title, explanation, law, params, schema }) => {
        const { values = {}, source = law } = rules[code] ?? {};
        const set = schema.parse(values) as Record<string, unknown>;
        const words = Object.entries(params).map(
          ([name, param]) => `${param.label} ${param.inWords(set[name])}`,
        );
        return (
          <li key={code}>
            <strong>{title}</strong>　{explanation}
            {words.length > 0 && <span>　{words.join('；')}。</span>}
            <span className="cycle-soft">（{source}）</span>
          </li>
        );
      })}
  </ul>
);

const Commitment = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery(reading(commitmentApi.text, { params: { id } }));
  if (error) return <Failed what="承诺书" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  return (
    <>
      <h3>{data.title}</h3>
      <p className="preview-text">{data.body}</p>
    </>
  );
};

/** The page of a cycle as applicants will find it. */
export const ApplicantPreview = ({ cycle }: { cycle: Cycle }) => {
  const { commitments, notice, proofs, targets } = cycle;
  return (
    <article className="applicant-preview">
      <h2>{cycle.name}</h2>
      <Facts
        items={[
          ['组建单位', cycle.organiser],
          ['申报时间', cycle.applyOpensAt && `${cycle.applyOpensAt} 至 ${cycle.applyClosesAt ?? ''}`],
          ['年限截止', cycle.cutoffDay],
          ['专家评审', cycle.blind ? '匿名' : '公开姓名'],
        ]}
      />
      <h3>申报通知</h3>
      <p className="preview-text">{notice ?? '（还没有填写）'}</p>
      <h3>受理的系列和层级</h3>
      <Targets targets={targets} />
      <h3>条件与要求</h3>
      <Conditions rules={cycle.rules} />
      {proofs.length > 0 && (
        <>
          <h3>另须提交的证明</h3>
          <ul>
            {proofs.map(({ name, note }) => (
              <li key={name}>
                {name}
                {note && `：${note}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {commitments.applicant !== null && <Commitment id={commitments.applicant} />}
    </article>
  );
};
