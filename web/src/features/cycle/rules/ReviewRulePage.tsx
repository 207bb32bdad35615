import { useQuery } from '@tanstack/react-query';
import { reviewRuleApi, type RuledCycle } from '@zhiping/shared/contracts/review-rule.ts';
import { differences } from '@zhiping/shared/rules/review-rule/differences.ts';
import { Select } from 'antd';
import { useSearchParams } from 'react-router';
import { Paper } from '../../../kit/display/Paper.tsx';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { reading } from '../../../lib/query-client.ts';
import './review-rule.css';
import { RuleSettingsTable } from './RuleSettingsTable.tsx';
import { RuleTable } from './RuleTable.tsx';

/** The standard rules, which hold unless a cycle sets others. */
const Standards = () => {
  const { data, error, isPending, refetch } = useQuery(reading(reviewRuleApi.list));
  const tables = data?.map((group) => <RuleTable key={group.about} group={group} />);
  return (
    <>
      {isPending && <Loading />}
      {error && <Failed what="评审规则" error={error} onRetry={() => void refetch()} />}
      {tables && (
        <div className="rule-tables">
          {tables}
          <Paper kind="list" title="评审规则">
            {tables}
          </Paper>
        </div>
      )}
    </>
  );
};

/** The frozen rules of one cycle, and how they differ from the standards. */
const Frozen = ({ cycle, version }: { cycle: RuledCycle; version: number }) => {
  const { data, error, isPending, refetch } = useQuery(
    reading(reviewRuleApi.frozen, { params: { id: cycle.id, version } }),
  );
  if (isPending) return <Loading />;
  if (error) return <Failed what="批次的规则" error={error} onRetry={() => void refetch()} />;
  const quoted = (
    <p className="soft rule-quote">
      第 {data.version} 版，{data.createTime}，{data.reason ?? '发布时冻结'}。校验值（SHA-256）{' '}
      <code>{data.hash}</code>
    </p>
  );
  const count = differences(data.rules).length;
  const tables = (
    <>
      <p>{count > 0 ? `本批次有 ${count} 处与默认不同。` : '本批次的规则都与默认相同。'}</p>
      <RuleSettingsTable settings={data.rules} only={Object.keys(data.rules)} />
    </>
  );
  return (
    <div className="rule-tables">
      {quoted}
      {tables}
      <Paper kind="list" title={`${cycle.name}：评审规则`}>
        {quoted}
        {tables}
      </Paper>
    </div>
  );
};

export default function ReviewRulePage() {
  const [params, setParams] = useSearchParams();
  const { data: cycles = [] } = useQuery(reading(reviewRuleApi.cycles));
  const cycle = cycles.find(({ id }) => String(id) === params.get('cycle'));
  const versions = cycle?.versions ?? [];
  const chosen = versions.find(({ version }) => String(version) === params.get('version')) ?? versions[0];
  const choose = (id: number | undefined, version?: number) =>
    setParams({
      ...(id !== undefined && { cycle: String(id) }),
      ...(version !== undefined && { version: String(version) }),
    });
  return (
    <section className="panel">
      <PageHead title="评审规则">
        <PrintButton label="打印规则" />
      </PageHead>
      <p className="soft">
        评审按这些规则判断，判断时说明实际情况、要求和依据。默认值在批次没有另行规定时适用；法规有下限的，不能设得更低。
      </p>
      <div className="rule-choice">
        <Select
          aria-label="批次"
          className="rule-cycle"
          allowClear
          placeholder="默认规则，可选择批次查看"
          value={cycle?.id}
          options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: number | undefined) => choose(id)}
        />
        {cycle && chosen && (
          <Select
            aria-label="规则版本"
            value={chosen.version}
            options={versions.map(({ version, createTime }) => ({
              value: version,
              label: `第 ${version} 版　${createTime.slice(0, 10)}`,
            }))}
            onChange={(version: number) => choose(cycle.id, version)}
          />
        )}
      </div>
      {cycle && chosen ? <Frozen cycle={cycle} version={chosen.version} /> : <Standards />}
    </section>
  );
}
