import { EXPORT_DIRECT_MAX } from '@zhiping/shared/constants.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call, download, urlOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { exportedQuery, type List } from '../list.ts';

/** Starts a large export in the background; a message links to the result. `call` shows an error in a notification. */
export const exportInBackground = async (api: Endpoint, list: List<unknown>): Promise<void> => {
  const [, query = ''] = urlOf(api, { query: exportedQuery(list) }).split('?');
  try {
    await call(exportApi.create, { body: { path: api.path, query, total: list.total } });
    notify.info('数据较多，正在后台导出，完成后会通知您');
    await refresh(taskApi.latest);
  } catch {
    // `call` has already shown the error.
  }
};

/** Exports a list with its filters: directly, or in the background if it has many rows. */
export const exportList = (api: Endpoint, list: List<unknown>): Promise<void> =>
  list.total > EXPORT_DIRECT_MAX
    ? exportInBackground(api, list)
    : download(api, { query: exportedQuery(list) } as object).catch(() => undefined);
