import { useQuery } from '@tanstack/react-query';
import { logApi, type ErrorLog } from '@zhiping/shared/contracts/log.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { RequestId } from './RequestId.tsx';

const Exception = ({ id }: { id: number }) => {
  const { data, isPending, error, refetch } = useQuery(reading(logApi.error, { params: { id } }));
  if (isPending) return <Loading rows={4} />;
  if (error) return <Failed what="错误详情" error={error} onRetry={() => void refetch()} />;
  return <pre className="log-exception">{data.exception}</pre>;
};

export const ErrorFacts = ({ log }: { log: ErrorLog }) => (
  <>
    <Facts
      items={[
        ['请求编号', <RequestId key="id" id={log.requestId} />],
        ['错误', log.message],
        ['方法', log.method],
        ['地址', log.path],
        ['用户', log.username],
        ['IP', log.requestIp],
        ['来源', log.address],
        ['浏览器', log.browser],
        ['时间', log.createTime],
      ]}
    />
    <h2 className="log-section">异常内容</h2>
    <Exception id={log.id} />
  </>
);
