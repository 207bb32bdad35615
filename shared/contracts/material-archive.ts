import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MATERIAL_OUTCOMES } from '../rules/project/material-archive.ts';
import { dateTime, id, idOr, numeric, text } from '../schemas.ts';

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
  /** Whether the officer may say where it goes. */
  canAssign: z.boolean(),
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

/** Whom a file may be assigned to, and as what. */
export const AssignmentChoices = z.object({
  people: z.array(z.object({ teacherId: z.number(), name: z.string(), staffNo: z.string().nullable() })),
  kinds: z.array(z.string()),
});

/** Where the officer puts a file: the order says which representative work a full text is of. */
const FilePlace = z.object({
  teacherId: idOr('请选择申报人'),
  kind: text('材料类型', 100),
  order: numeric(
    z
      .number({ error: '序号必须是数字' })
      .int('序号必须是整数')
      .min(1, '序号不能小于 1')
      .max(999, '序号不能大于 999'),
  ).default(1),
});
export type FilePlace = z.output<typeof FilePlace>;

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
  choices: endpoint('GET', '/api/project/archive/:id/choice', {
    summary: '压缩包中的文件可以指定给谁',
    access,
    params,
    result: AssignmentChoices,
  }),
  /** For a file whose name does not say where it goes, or says it wrong. */
  assign: endpoint('PUT', '/api/project/archive/:id/file/:position', {
    summary: '指定压缩包中一个文件的去向',
    access,
    status: 204,
    params: z.object({ id, position: numeric(z.number().int().min(0).max(2_147_483_647)) }),
    body: FilePlace,
    failures: [404],
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
