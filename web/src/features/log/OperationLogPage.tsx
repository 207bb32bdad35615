import { logApi, type OperationLog } from '@zhiping/shared/contracts/log.ts';
import { Tag } from 'antd';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { useList } from '../../lib/list-state.ts';
import { LogLimit } from './LogLimit.tsx';
import { LogChangeTables } from './LogChangeTables.tsx';
import { LogRecord } from './LogRecord.tsx';
import { RequestId } from './RequestId.tsx';

const results = [
  { value: 'INFO', label: '成功' },
  { value: 'ERROR', label: '失败' },
];

const ResultTag = ({ log: { logType, status } }: { log: OperationLog }) =>
  logType === 'INFO' ? <Tag color="success">成功</Tag> : <Tag color="error">失败 {status}</Tag>;

const columns: Column<OperationLog>[] = [
  text('description', '操作', { isLink: true, mobile: 'title', width: 180 }),
  cell('object', '对象', ({ object }) => object && <LogRecord record={object} />, {
    grows: true,
    width: 160,
    mobile: 'field',
  }),
  text('username', '用户', { width: 120, mobile: 'field' }),
  cell('status', '结果', (log) => <ResultTag log={log} />, { width: 100, mobile: 'status' }),
  text('requestIp', 'IP', { width: 140, mobile: 'field', hidePriority: 4 }),
  text('address', '来源', { width: 120, hidePriority: 2 }),
  text('browser', '浏览器', { width: 150, hidePriority: 1 }),
  cell('time', '用时', ({ time }) => `${time} 毫秒`, { width: 100, align: 'right', hidePriority: 3 }),
  text('createTime', '时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

const OperationFacts = (log: OperationLog) => (
  <>
    <Facts
      items={[
        ['操作', log.description],
        ['对象', log.object && <LogRecord key="object" record={log.object} />],
        ['用户', log.username],
        ['结果', <ResultTag key="result" log={log} />],
        ['方法', log.method],
        ['用时', `${log.time} 毫秒`],
        ['IP', log.requestIp],
        ['来源', log.address],
        ['浏览器', log.browser],
        ['时间', log.createTime],
        ['请求编号', <RequestId key="id" id={log.requestId} />],
      ]}
    />
    {log.object && <LogChangeTables id={log.id} count={log.object.count} />}
  </>
);

export default function OperationLogPage() {
  const list = useList(logApi.list);
  return (
    <ListPage
      title="操作日志"
      row={{
        noun: '操作日志',
        idOf: ({ id }) => id,
        nameOf: ({ description }) => description,
        factsOf: OperationFacts,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="用户、操作或 IP" />}
      filters={
        <>
          <SelectFilter list={list} name="logType" label="结果" options={results} />
          <TimeRangeFilter list={list} />
        </>
      }
      tools={
        <>
          <LogLimit list={list} />
          <ExportButton api={logApi.download} list={list} />
        </>
      }
    />
  );
}
