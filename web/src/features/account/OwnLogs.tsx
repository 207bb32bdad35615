import { logApi } from '@zhiping/shared/contracts/log.ts';
import { recordText } from '@zhiping/shared/rules/log/record.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { ListRows } from '../../kit/list/ListRows.tsx';
import { useList, type ListRow } from '../../lib/list-state.ts';

type Log = ListRow<typeof logApi.own>;

const columns: Column<Log>[] = [
  text('description', '操作', { grows: true, width: 200, mobile: 'title' }),
  cell('object', '对象', ({ object }) => object && recordText(object), { width: 180, mobile: 'field' }),
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
