import { z } from 'zod';
import { type Access, Bytes, Created, endpoint, Ids, pageOf, pageQuery } from './endpoint.ts';
import type { Permission } from './permissions.ts';
import { ImportReport } from './import-report.ts';
import { dateTime, flag, id, version } from './schemas.ts';

/** Prefix of permissions that exist with `:list`, `:add`, `:edit` and `:del`. */
type Prefix = {
  [P in Permission]: P extends `${infer Name}:list`
    ? `${Name}:${'add' | 'edit' | 'del'}` extends Permission
      ? Name
      : never
    : never;
}[Permission];

/**
 * The calls of a plain resource at its path: list, create, update, remove (a list of ids) and download of the list as a
 * sheet. Rows have an id, a version and the time when they were made beside their own fields.
 */
export const resource = <R extends z.ZodRawShape, W extends z.ZodRawShape, F extends z.ZodRawShape>(
  path: string,
  {
    noun,
    permission,
    readableBy = [],
    row,
    write,
    filters,
  }: {
    /** Noun for a row: 岗位. */
    noun: string;
    permission: Prefix;
    /** Further permissions to read the list, for pickers. */
    readableBy?: readonly Permission[];
    row: R;
    write: W;
    filters: F;
  },
) => {
  const Row = z.object({ id: z.number(), ...row, version: z.number(), createTime: dateTime });
  const Write = z.object(write);
  const allow = (action: 'list' | 'add' | 'edit' | 'del') => `${permission}:${action}` as Permission;
  return {
    list: endpoint('GET', path, {
      summary: `${noun}列表`,
      access: [allow('list'), ...readableBy] satisfies Access,
      query: z.object({ ...pageQuery, ...filters }),
      result: pageOf(Row),
    }),
    create: endpoint('POST', path, {
      summary: `新增${noun}`,
      access: allow('add'),
      status: 201,
      body: Write,
      result: Created,
    }),
    update: endpoint('PUT', path, {
      summary: `编辑${noun}`,
      access: allow('edit'),
      status: 204,
      body: Write.extend({ id, version }),
    }),
    remove: endpoint('DELETE', path, { summary: `删除${noun}`, access: allow('del'), body: Ids }),
    download: endpoint('GET', `${path}/download`, {
      summary: `导出${noun}`,
      access: allow('list'),
      query: z.object({ sort: pageQuery.sort, ...filters }),
      result: Bytes,
    }),
  };
};

const SHEET_BYTES = 10 * 1024 * 1024;

/** The calls of an import from a sheet: its template, the sheet itself, and what follows a large one that was checked. */
export const sheetImport = (path: string, { noun, permission }: { noun: string; permission: Prefix }) => {
  const access = `${permission}:add` as Permission;
  return {
    template: endpoint('GET', `${path}/batch/template`, {
      summary: `${noun}导入模板`,
      access,
      result: Bytes,
    }),
    /** All rows or, with `partial`, the correct ones; with `dryRun` none, and the report shows the effect. */
    import: endpoint('POST', `${path}/batch`, {
      summary: `导入${noun}`,
      access,
      query: z.object({ dryRun: flag.optional(), partial: flag.optional() }),
      upload: { field: 'file', maxBytes: SHEET_BYTES },
      result: ImportReport,
    }),
    /** Import a large sheet that was checked by this background work, whole or without its wrong rows. */
    commitImport: endpoint('POST', `${path}/batch/:taskId`, {
      summary: `提交已检查的${noun}导入`,
      access,
      params: z.object({ taskId: id }),
      query: z.object({ partial: flag.optional() }),
      result: ImportReport,
    }),
  };
};

/** A row of a resource. */
export type RowOf<Api extends { list: { result: z.ZodType } }> =
  z.output<Api['list']['result']> extends {
    content: (infer Row)[];
  }
    ? Row
    : never;
