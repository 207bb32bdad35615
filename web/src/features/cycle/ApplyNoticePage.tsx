import { useQuery } from '@tanstack/react-query';
import { applyApi, type OpenCycle } from '@zhiping/shared/contracts/apply.ts';
import { Alert, Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { Paper } from '../../kit/display/Paper.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { reading } from '../../lib/query-client.ts';
import { ApplicantNotice } from './ApplicantNotice.tsx';

/** The state of the cycle for applicants. */
const stageInWords = ({ state, suspendedReason, applyOpensAt, applyClosesAt }: OpenCycle) => {
  if (suspendedReason !== null) return `批次已暂停：${suspendedReason}`;
  if (state === 'published') return `尚未开始申报，${applyOpensAt ?? ''} 开始`;
  return state === 'applying' ? `正在申报，${applyClosesAt ?? ''} 截止` : '申报已截止';
};

/** The first page of an applicant: open cycles with their conditions and dates. */
export default function ApplyNoticePage() {
  const [params, setParams] = useSearchParams();
  const { data, error, isPending, refetch } = useQuery(reading(applyApi.cycles));
  const chosen = data?.find(({ id }) => String(id) === params.get('cycle')) ?? data?.[0];
  return (
    <section className="panel">
      <PageHead title="申报通知">{chosen && <PrintButton label="打印通知" />}</PageHead>
      {isPending && <Loading />}
      {error && <Failed what="申报通知" error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty text="目前没有可以申报的批次，开始申报后在这里看到通知" />}
      {data && data.length > 1 && chosen && (
        <Segmented
          className="notice-choice"
          vertical
          aria-label="批次"
          value={chosen.id}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setParams({ cycle: String(id) })}
        />
      )}
      {chosen && (
        <>
          <Alert
            type={chosen.suspendedReason === null ? 'info' : 'warning'}
            showIcon
            title={stageInWords(chosen)}
          />
          <ApplicantNotice cycle={chosen} />
          <Paper kind="detail" title={chosen.name}>
            <ApplicantNotice cycle={chosen} />
          </Paper>
        </>
      )}
    </section>
  );
}
