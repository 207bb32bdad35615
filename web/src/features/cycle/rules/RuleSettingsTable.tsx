import { ruleGroups } from '@zhiping/shared/rules/review-rule/all.ts';
import { paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import type { ReviewRule, Setting } from '@zhiping/shared/rules/review-rule/rule.ts';
import type { Settings } from '@zhiping/shared/rules/review-rule/settings.ts';
import { DifferenceTag } from './Difference.tsx';
import './review-rule.css';

const Different = ({ value, standard }: { value: string; standard: string }) => (
  <>
    <strong>{value}</strong> <DifferenceTag />
    <span className="soft">默认：{standard}</span>
  </>
);

const Same = ({ value }: { value: string }) => (
  <>
    {value}
    <span className="soft">（默认）</span>
  </>
);

const Row = ({ rule, setting }: { rule: ReviewRule; setting: Setting | undefined }) => {
  const params = paramsInWords(rule, setting);
  const source = sourceInWords(rule, setting);
  return (
    <tr>
      <td className="rule-code">{rule.code}</td>
      <th scope="row">
        {rule.title}
        <p>{rule.explanation}</p>
      </th>
      <td>
        {params.length === 0 && <span className="soft">没有可设的参数</span>}
        <ul>
          {params.map((param) => (
            <li key={param.name} className={param.isDifferent ? 'rule-set' : undefined}>
              {param.label}：{param.isDifferent ? <Different {...param} /> : <Same value={param.value} />}
            </li>
          ))}
        </ul>
      </td>
      <td className="rule-law">{source.isDifferent ? <Different {...source} /> : source.value}</td>
    </tr>
  );
};

/**
 * The rules of a cycle to read or print: its settings, or its frozen rules. For frozen rules `only` lists their own
 * codes, since rules added later do not apply to that cycle.
 */
export const RuleSettingsTable = ({ settings, only }: { settings: Settings; only?: readonly string[] }) =>
  ruleGroups.map(({ about, rules }) => {
    const shown = rules.filter(({ code }) => only === undefined || only.includes(code));
    if (shown.length === 0) return null;
    return (
      <table key={about} className="rule-table">
        <caption>{about}</caption>
        <thead>
          <tr>
            <th scope="col">编号</th>
            <th scope="col">规则</th>
            <th scope="col">本批次</th>
            <th scope="col">依据</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rule) => (
            <Row key={rule.code} rule={rule} setting={settings[rule.code]} />
          ))}
        </tbody>
      </table>
    );
  });
