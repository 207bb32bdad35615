import { exportKind } from '@zhiping/shared/contracts/export.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button } from 'antd';
import { useAction } from '../../hooks/use-action.ts';
import { isOpen, useOwnTask } from '../../../lib/tasks.ts';
import type { List } from '../list.ts';
import { exportInBackground } from './export-list.ts';

/** An export that is too large to wait for: it runs in the background, and a message links to the result. */
export default function BackgroundExport({ api, list }: { api: Endpoint; list: List<unknown> }) {
  const task = useOwnTask(exportKind(api.path));
  const ask = useAction(() => exportInBackground(api, list));
  const isRunning = task ? isOpen(task) : false;
  const percent = task && task.total > 0 ? Math.floor((task.done / task.total) * 100) : 0;

  return (
    <Button loading={ask.isPending || isRunning} onClick={() => void ask.run()}>
      {isRunning ? `正在导出 ${percent}%` : '导出'}
    </Button>
  );
}
