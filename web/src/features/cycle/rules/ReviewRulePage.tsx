import { useQuery } from '@tanstack/react-query';
import { reviewRuleApi } from '@zhiping/shared/contracts/review-rule.ts';
import { differences } from '@zhiping/shared/rules/review-rules/differences.ts';
import type { Settings } from '@zhiping/shared/rules/review-rules/settings.ts';
import { Paper } from '../../../kit/display/Paper.tsx';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { reading } from '../../../lib/query-client.ts';
import './review-rule.css';
import { RuleSettingsTable } from './RuleSettingsTable.tsx';
import { RuleTable } from './RuleTable.tsx';

const CycleRules = ({ settings }: { settings: Settings }) => {
  const count = differences(settings).length;
  return (
    <>
      <p>{count > 0 ? `本批次有 ${count} 处与默认不同。` : '本批次的规则都与默认相同。'}</p>
      <RuleSettingsTable settings={settings} />
    </>
  );
};

/** The rules with their standards, or as a cycle has them. */
export default function ReviewRulePage({ settings }: { settings?: Settings }) {
  const { data, error, isPending, refetch } = useQuery({
    ...reading(reviewRuleApi.list),
    enabled: settings === undefined,
  });
  const tables = settings ? (
    <CycleRules settings={settings} />
  ) : (
    data?.map((group) => <RuleTable key={group.about} group={group} />)
  );
  return (
    <section className="panel">
      <PageHead title="评审规则">
        <PrintButton label="打印规则" />
      </PageHead>
      <p className="rule-soft">
        评审按这些规则判断，判断时说明实际情况、要求和依据。默认值在批次没有另行规定时适用；法规有下限的，不能设得更低。
      </p>
      {!tables && isPending && <Loading />}
      {!tables && error && <Failed what="评审规则" error={error} onRetry={() => void refetch()} />}
      {tables && (
        <div className="rule-tables">
          {tables}
          <Paper kind="list" title="评审规则">
            {tables}
          </Paper>
        </div>
      )}
    </section>
  );
}
