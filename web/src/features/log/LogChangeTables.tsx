import { useQuery } from '@tanstack/react-query';
import { logApi, type LogChanges } from '@zhiping/shared/contracts/log.ts';
import { recordText } from '@zhiping/shared/rules/log/record.ts';
import { orPlaceholder } from '../../kit/display/placeholder.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { LogRecord } from './LogRecord.tsx';

const ChangeTable = ({ record }: { record: LogChanges }) => {
  if (record.changes === null) return <p className="log-note">您没有查看该记录的权限</p>;
  if (record.changes.length === 0) return <p className="log-note">没有字段变更</p>;
  return (
    <table className="log-changes" aria-label={`${recordText(record)}的变更`}>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {record.changes.map(({ field, before, after }, index) => (
          <tr key={index}>
            <th scope="row">{field}</th>
            <td>{orPlaceholder(before)}</td>
            <td>{orPlaceholder(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The first twenty records that a call changed, each with its changes. */
export const LogChangeTables = ({ id, count }: { id: number; count: number }) => {
  const { data, isPending, error, refetch } = useQuery(reading(logApi.changes, { params: { id } }));
  if (isPending) return <Loading rows={4} />;
  if (error) return <Failed what="变更内容" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <h2 className="log-section">变更内容</h2>
      {data.map((record, index) => (
        <section key={index}>
          <h3 className="log-record">
            <LogRecord record={record} />
          </h3>
          <ChangeTable record={record} />
        </section>
      ))}
      {count > data.length && (
        <p className="log-note">
          只显示前 {data.length} 项变更，共 {count} 条记录
        </p>
      )}
    </>
  );
};
