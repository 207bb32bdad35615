import { useQuery } from '@tanstack/react-query';
import { reviewRuleApi } from '@zhiping/shared/contracts/review-rule.ts';
import { Paper } from '../../kit/display/Paper.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { reading } from '../../lib/query-client.ts';
import './review-rule.css';
import { RuleTable } from './RuleTable.tsx';

export default function ReviewRulePage() {
  const { data, error, isPending, refetch } = useQuery(reading(reviewRuleApi.list));
  const tables = data?.map((group) => <RuleTable key={group.about} group={group} />);
  return (
    <section className="panel">
      <PageHead title="评审规则">
        <PrintButton label="打印规则" />
      </PageHead>
      <p className="rule-soft">
        评审按这些规则判断，判断时说明实际情况、要求和依据。默认值在批次没有另行规定时适用；法规有下限的，不能设得更低。
      </p>
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
    </section>
  );
}
