import { useQuery } from '@tanstack/react-query';
import { recordCheckApi } from '@zhiping/shared/contracts/record-check.ts';
import { Alert } from 'antd';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import type { Answer } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import './record-check.css';

type Last = NonNullable<Answer<typeof recordCheckApi.read>['last']>;

const Results = ({ results }: Pick<Last, 'results'>) => (
  <div className="record-check-scroll">
    <table className="record-check-table" aria-label="核对结果">
      <thead>
        <tr>
          <th scope="col">内容</th>
          <th scope="col">核对</th>
          <th scope="col">不符</th>
          <th scope="col">没有可对照的事件</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ name, compared, wrong, silent }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{compared}</td>
            <td>{wrong === 0 ? 0 : <strong>{wrong}</strong>}</td>
            <td>{silent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Findings = ({ results }: Pick<Last, 'results'>) => {
  const wrong = results.filter(({ findings }) => findings.length > 0);
  if (wrong.length === 0) return null;
  return (
    <section aria-label="不符之处">
      <h2>不符之处</h2>
      <ul>
        {wrong.flatMap(({ name, findings }) =>
          findings.map(({ table, id, seq, problem }) => (
            <li key={`${name} ${table} ${id} ${problem}`}>
              {name}（{table} {id}
              {seq !== null && `，事件 ${seq}`}）：{problem}
            </li>
          )),
        )}
      </ul>
    </section>
  );
};

/** The last daily comparison of what is stored with the audit record. */
export default function RecordCheckPage() {
  const { data, isPending, error, refetch } = useQuery(reading(recordCheckApi.read));
  const last = data?.last;
  return (
    <section className="panel">
      <PageHead title="记录核对" />
      <p>每天凌晨把申报、意见、抽取、结果等数据与审计记录逐条核对。审计记录由散列链和另外保管的链头保护。</p>
      {isPending && <Loading />}
      {error && <Failed what="记录核对" error={error} onRetry={() => void refetch()} />}
      {data && !last && <Empty text="还没有核对过；每天 01:40 自动核对，也可以在定时任务中立即执行" />}
      {last && (
        <>
          <Alert
            type={last.isIntact ? 'success' : 'error'}
            showIcon
            title={last.isIntact ? '数据与审计记录一致' : '有数据与审计记录不符'}
            description={
              <>
                <p>
                  {last.startedAt} 至 {last.endedAt}
                </p>
                {last.chain.map((line) => (
                  <p key={line} className="record-check-line">
                    {line}
                  </p>
                ))}
              </>
            }
          />
          {last.results.length > 0 && <Results results={last.results} />}
          <Findings results={last.results} />
        </>
      )}
    </section>
  );
}
