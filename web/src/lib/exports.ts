import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { download } from './api.ts';

/** The finished export that the link of a message leads to, if it leads to one. */
export const exportOf = (link: string | null | undefined): number | undefined => {
  const id = /^\/exports\/(\d+)$/.exec(link ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
};

/** Saves a finished export. A failure is told by a notification: after a day the file is gone. */
export const saveExport = (taskId: number) =>
  download(exportApi.read, { params: { taskId } }).catch(() => undefined);
