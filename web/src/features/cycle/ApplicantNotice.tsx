import type { OpenCycle } from '@zhiping/shared/contracts/apply.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { blindCopies } from '@zhiping/shared/rules/review-rule/blind-copies.ts';
import { paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { Settings } from '@zhiping/shared/rules/review-rule/settings.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import './applicant-notice.css';

/** The groups of rules that concern applicants. */
const applicantRuleGroups = ['submission', 'application', 'publicity', 'supplement'];

const Targets = ({ targets }: Pick<OpenCycle, 'targets'>) => {
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

/** Rules that only apply to blind cycles. */
const onlyBlind = [blindCopies.code];

const Conditions = ({ rules, blind }: { rules: Settings; blind: boolean }) => (
  <ul>
    {reviewRules
      .filter(
        ({ about, code }) => applicantRuleGroups.includes(about) && (blind || !onlyBlind.includes(code)),
      )
      .map((rule) => {
        const words = paramsInWords(rule, rules[rule.code]).map(({ label, value }) => `${label} ${value}`);
        return (
          <li key={rule.code}>
            <strong>{rule.title}</strong>　{rule.explanation}
            {words.length > 0 && <span>　{words.join('；')}。</span>}
            <span className="notice-source">（{sourceInWords(rule, rules[rule.code]).value}）</span>
          </li>
        );
      })}
  </ul>
);

type Props = {
  cycle: Omit<OpenCycle, 'id' | 'state' | 'suspendedReason' | 'rules'> & { rules: Settings };
};

/** The notice of a cycle that applicants read before they apply. */
export const ApplicantNotice = ({ cycle }: Props) => {
  const { commitment, notice, proofs, targets } = cycle;
  return (
    <article className="applicant-notice">
      <h2>{cycle.name}</h2>
      <Facts
        items={[
          ['组建单位', cycle.organiser],
          ['申报时间', cycle.applyOpensAt && `${cycle.applyOpensAt} 至 ${cycle.applyClosesAt ?? ''}`],
          ['任职年限截止日', cycle.cutoffDay],
          ['专家评审', cycle.blind ? '匿名，专家看不到姓名和单位' : '实名，专家看到姓名和单位'],
        ]}
      />
      <h3>申报通知</h3>
      <p className="notice-text">{notice ?? '（还没有填写）'}</p>
      <h3>受理的系列和层级</h3>
      <Targets targets={targets} />
      <h3>条件与要求</h3>
      <Conditions rules={cycle.rules} blind={cycle.blind} />
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
      {commitment && (
        <>
          <h3>{commitment.title}</h3>
          <p className="notice-text">{commitment.body}</p>
        </>
      )}
    </article>
  );
};
