import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { download } from './api.ts';

/** Task id of the finished export that a message links to; undefined for other links. */
export const exportOf = (link: string | null | undefined): number | undefined => {
  const id = /^\/exports\/(\d+)$/.exec(link ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
};

/** Saves a finished export. A failure is shown in a notification: the server deletes the file after a day. */
export const saveExport = (taskId: number) =>
  download(exportApi.read, { params: { taskId } }).catch(() => undefined);
