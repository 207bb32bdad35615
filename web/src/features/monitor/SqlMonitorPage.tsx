import { useQuery } from '@tanstack/react-query';
import { monitorApi } from '@zhiping/shared/contracts/monitor.ts';
import { Button } from 'antd';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import './monitor.css';

const SHORT = 160;

const Statement = ({ sql }: { sql: string }) =>
  sql.length <= SHORT ? (
    <code>{sql}</code>
  ) : (
    <details>
      <summary>
        <code>{sql.slice(0, SHORT)}…</code>
      </summary>
      <code>{sql}</code>
    </details>
  );

/** Statements of this process since its start, by total time; parameter values are not kept. */
export default function SqlMonitorPage() {
  const { data, isPending, isFetching, error, refetch } = useQuery(reading(monitorApi.sql));
  return (
    <section className="panel">
      <PageHead title="SQL 监控">
        <Button onClick={() => void refetch()} loading={isFetching}>
          刷新
        </Button>
      </PageHead>
      {isPending && <Loading />}
      {error && <Failed what="SQL 监控" error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty text="服务启动后还没有执行过语句" />}
      {data && data.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas need keyboard access
        <div className="sql-table" role="region" aria-label="语句列表" tabIndex={0}>
          <table>
            <caption className="visually-hidden">按总耗时排列的语句，时间单位为毫秒</caption>
            <thead>
              <tr>
                <th scope="col">语句</th>
                {['次数', '平均（毫秒）', '95% 不超过', '最长', '失败', '最近错误', '最近执行'].map(
                  (label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {data.map((statement) => (
                <tr key={statement.sql}>
                  <td>
                    <Statement sql={statement.sql} />
                  </td>
                  <td>{statement.count}</td>
                  <td>{statement.mean}</td>
                  <td>{statement.p95}</td>
                  <td>{statement.max}</td>
                  <td>{statement.failures}</td>
                  <td>{statement.lastError ?? '—'}</td>
                  <td>{statement.lastAt}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
