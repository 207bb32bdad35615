import type { RuleGroup, RuleRow } from '@zhiping/shared/contracts/review-rule.ts';

const Params = ({ params }: Pick<RuleRow, 'params'>) => {
  if (params.length === 0) return <span className="soft">没有可设的参数</span>;
  return (
    <ul>
      {params.map(({ label, standard, bounds }) => (
        <li key={label}>
          {label}：<strong>{standard}</strong>
          <span className="soft">（可设：{bounds}）</span>
        </li>
      ))}
    </ul>
  );
};

export const RuleTable = ({ group: { about, rules } }: { group: RuleGroup }) => (
  <table className="rule-table">
    <caption>{about}</caption>
    <thead>
      <tr>
        <th scope="col">编号</th>
        <th scope="col">规则</th>
        <th scope="col">默认值</th>
        <th scope="col">依据</th>
      </tr>
    </thead>
    <tbody>
      {rules.map(({ code, title, explanation, law, params }) => (
        <tr key={code}>
          <td className="rule-code">{code}</td>
          <th scope="row">
            {title}
            <p>{explanation}</p>
          </th>
          <td>
            <Params params={params} />
          </td>
          <td className="rule-law">{law}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
