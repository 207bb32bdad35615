import { logApi, type ErrorLog } from '@zhiping/shared/contracts/log.ts';
import { text, type Column } from '../../kit/list/columns.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { useList } from '../../lib/list-state.ts';
import { ErrorFacts } from './ErrorFacts.tsx';
import { LogLimit } from './LogLimit.tsx';

const columns: Column<ErrorLog>[] = [
  text('message', '错误', { isLink: true, mobile: 'title', width: 320 }),
  text('path', '地址', { grows: true, width: 200, mobile: 'field' }),
  text('method', '方法', { width: 80, mobile: 'status' }),
  text('username', '用户', { width: 140, mobile: 'field', hidePriority: 3 }),
  text('requestId', '请求编号', { width: 200, hidePriority: 1 }),
  text('requestIp', 'IP', { width: 140, hidePriority: 2 }),
  text('createTime', '时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

export default function ErrorLogPage() {
  const list = useList(logApi.errors);
  return (
    <ListPage
      title="错误日志"
      row={{
        noun: '错误日志',
        idOf: ({ id }) => id,
        nameOf: ({ path }) => path,
        factsOf: (log) => <ErrorFacts log={log} />,
      }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="blurry" label="请求编号或内容" />}
      filters={<TimeRangeFilter list={list} />}
      tools={
        <>
          <LogLimit list={list} />
          <ExportButton api={logApi.downloadErrors} list={list} />
        </>
      }
    />
  );
}
