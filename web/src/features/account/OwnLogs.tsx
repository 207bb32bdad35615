import { logApi } from '@zhiping/shared/contracts/log.ts';
import { cell, text, type Column } from '../../kit/columns.tsx';
import { ListRows } from '../../kit/ListRows.tsx';
import { useList, type ListRow } from '../../lib/list-state.ts';

type Log = ListRow<typeof logApi.own>;

const columns: Column<Log>[] = [
  text('description', '操作', { grows: true, width: 200, mobile: 'title' }),
  text('requestIp', 'IP', { width: 140, mobile: 'field' }),
  text('browser', '浏览器', { width: 160, mobile: 'field' }),
  cell('time', '用时', ({ time }) => `${time} 毫秒`, { width: 90, align: 'right' }),
  text('createTime', '时间', { width: 170, mobile: 'field' }),
];

export default function OwnLogs() {
  const list = useList(logApi.own);
  return (
    <ListRows
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      noun="操作日志"
      nameOf={({ description }) => description}
    />
  );
}
