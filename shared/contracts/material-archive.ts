import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MATERIAL_OUTCOMES } from '../rules/project/material-archive.ts';
import { dateTime, id } from '../schemas.ts';

const access = 'project:import';

/** A file of an archive: where it goes, or why nowhere. */
export const ArchiveFile = z.object({
  position: z.number(),
  path: z.string(),
  bytes: z.number(),
  outcome: z.enum(MATERIAL_OUTCOMES),
  /** Why it goes nowhere. */
  reason: z.string().nullable(),
  /** Owner of the file. */
  teacher: z.string().nullable(),
  staffNo: z.string().nullable(),
  /** Kind of material, and the work that it belongs to. */
  place: z.string().nullable(),
});
export type ArchiveFile = z.output<typeof ArchiveFile>;

export const MaterialArchive = z.object({
  id: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(['checking', 'checked', 'importing', 'done', 'failed']),
  createTime: dateTime,
});
export type MaterialArchive = z.output<typeof MaterialArchive>;

const params = z.object({ id });

/** Files for the applicants of a school in one archive, looked into before they are taken in. Others' archives do not exist. */
export const materialArchiveApi = {
  /** Takes a finished upload and looks into it as background work (`materials.check`). */
  create: endpoint('POST', '/api/project/archive', {
    summary: '检查材料压缩包',
    access,
    status: 201,
    body: z.object({ uploadId: z.uuid('上传编号不正确'), cycleId: id }),
    result: z.object({ id: z.number() }),
    failures: [404, 409, 413],
  }),
  latest: endpoint('GET', '/api/project/archive', {
    summary: '最近一次材料导入',
    access,
    result: z.object({ archive: MaterialArchive.nullable() }),
  }),
  files: endpoint('GET', '/api/project/archive/:id/file', {
    summary: '材料压缩包中的文件',
    access,
    params,
    result: z.array(ArchiveFile),
  }),
  /** Imports the matching files, one by one, as background work (`materials.import`) that continues after a stop. */
  commit: endpoint('POST', '/api/project/archive/:id', {
    summary: '导入压缩包中的材料',
    access,
    status: 204,
    params,
    failures: [404, 409],
  }),
};
