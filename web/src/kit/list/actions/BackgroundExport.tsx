import { exportApi, exportKind } from '@zhiping/shared/contracts/export.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { call, urlOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { isOpen, useOwnTask } from '../../../lib/tasks.ts';
import { exportedQuery, type List } from '../list.ts';

/** An export that is too large to wait for: it goes on while the person does something else, and a message leads to it. */
export default function BackgroundExport({ api, list }: { api: Endpoint; list: List<unknown> }) {
  const task = useOwnTask(exportKind(api.path));
  const [isAsking, setAsking] = useState(false);
  const isRunning = task ? isOpen(task) : false;
  const percent = task && task.total > 0 ? Math.floor((task.done / task.total) * 100) : 0;

  const run = async () => {
    const [, query = ''] = urlOf(api, { query: exportedQuery(list) }).split('?');
    setAsking(true);
    try {
      await call(exportApi.create, { body: { path: api.path, query, total: list.total } });
      notify.info('数据较多，正在后台导出，完成后会通知您');
      await refresh(taskApi.latest);
    } catch {
      // A failed call has been told by a notification.
    }
    setAsking(false);
  };

  return (
    <Button loading={isAsking || isRunning} onClick={() => void run()}>
      {isRunning ? `正在导出 ${percent}%` : '导出'}
    </Button>
  );
}
