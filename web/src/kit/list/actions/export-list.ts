import { EXPORT_DIRECT_MAX } from '@zhiping/shared/constants.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call, download, urlOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { exportedQuery, type List } from '../list.ts';

/** Order a large export: a message leads to it once it is done. A failed call has been told by a notification. */
export const exportInBackground = async (api: Endpoint, list: List<unknown>): Promise<void> => {
  const [, query = ''] = urlOf(api, { query: exportedQuery(list) }).split('?');
  try {
    await call(exportApi.create, { body: { path: api.path, query, total: list.total } });
    notify.info('数据较多，正在后台导出，完成后会通知您');
    await refresh(taskApi.latest);
  } catch {
    // Told already.
  }
};

/** Export what the filters of a list leave, at once or in the background, by how much there is. */
export const exportList = (api: Endpoint, list: List<unknown>): Promise<void> =>
  list.total > EXPORT_DIRECT_MAX
    ? exportInBackground(api, list)
    : download(api, { query: exportedQuery(list) } as object).catch(() => undefined);
