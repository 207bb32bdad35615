import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { resource, sheetImport } from '@zhiping/shared/resource.ts';
import { type Db, explainBroken } from './database/db.ts';
import {
  deleteRows,
  type Entity,
  findKnown,
  insertRow,
  insertRows,
  lockRow,
  type NamedTable,
  type NewRow,
  saving,
  updateRow,
} from './edits/save-row.ts';
import type { Schema } from './database/schema.ts';
import { on, type Route } from './http/http.ts';
import { type Ordering, paginate, type Paging, streamed } from './lists/paginate.ts';
import { inBatches } from './sheets/check-rows.ts';
import { exportSheet, sheetColumns, sheetTemplate } from './sheets/export-sheet.ts';
import { createSheetImport, type ImportParts } from './sheets/import-sheet.ts';
import type { TaskKind } from './tasks/task-kind.ts';

type Fields = Record<string, unknown>;
export type PlainApi = ReturnType<typeof resource> & ReturnType<typeof sheetImport>;
type Write<A extends PlainApi> = z.output<A['create']['body']>;
type Filters<A extends PlainApi> = Omit<z.output<A['download']['query']>, 'sort'>;

/** Specifics of a plain resource, whose rows have a unique name. */
type PlainResource<T extends NamedTable, A extends PlainApi> = {
  entity: Entity<T>;
  /** Path of its page, where messages about an import lead. */
  page: string;
  /** Headers of its sheets, imported and exported, by field. */
  headers: Readonly<Record<string, string>>;
  select: (db: Db, filters: Filters<A>) => SelectQueryBuilder<Schema, T, object>;
  ordering: Ordering<Schema, T>;
  /** Columns of a row, from the fields of the contract. */
  columnsOf: (write: Write<A>) => NewRow<T>['values'];
  /** Input of the contract from the cells of a sheet. */
  inputOf?: (cells: Fields) => Fields;
};

export type PlainModule = { routes: Record<keyof PlainApi, Route>; kinds: TaskKind[] };

/**
 * The calls of `shared/resource.ts` on one table, with the import of a sheet. What a resource does otherwise is a route of its
 * module, which then leaves the one from here out.
 */
export const plainResource = <T extends NamedTable, A extends PlainApi>(
  parts: ImportParts,
  api: A,
  { entity, page, headers, select, ordering, columnsOf, inputOf = (cells) => cells }: PlainResource<T, A>,
): PlainModule => {
  const { db } = parts;
  const { noun, table } = entity;
  const rowOf = (write: Write<A>): NewRow<T> => ({ values: columnsOf(write), detail: write as Fields });
  const nameOf = (write: Write<A>) => (write as { name: string }).name;
  const imports = createSheetImport<Write<A>>(parts, {
    name: table,
    noun,
    page,
    headers,
    permission: `${table}:add` as Permission,
    explain: (work) => explainBroken(entity.constraints, work),
    rulesFor: async (actor) => ({
      headers,
      schema: api.create.body as unknown as z.ZodType<Write<A>>,
      inputOf,
      uniques: [{ field: 'name', keyOf: nameOf, noun: headers['name'] ?? '名称', taken: `${noun}已存在` }],
      findTaken: async (rows) => ({ name: await findKnown(db, entity, 'name' as never, rows.map(nameOf)) }),
      store: (tx, rows, progress) =>
        inBatches(rows, progress, (some) => insertRows(tx, actor, entity, some.map(rowOf))),
    }),
  });
  const query = (asked: Filters<A>) => select(db, asked);
  return {
    kinds: imports.kinds,
    routes: {
      list: on(api.list, (context) => {
        const asked = context.query as Paging & Filters<A>;
        return paginate(asked, query(asked), ordering) as never;
      }),
      create: on(api.create, ({ body, user }) =>
        saving(db, entity, (tx) => insertRow(tx, user, entity, rowOf(body as Write<A>))),
      ),
      update: on(api.update, ({ body, user }) => {
        const { id, version, ...write } = body as unknown as { id: number; version?: number };
        return saving(db, entity, async (tx) => {
          const stored = (await lockRow(tx, entity, { id, version })) as Selectable<Schema[NamedTable]>;
          await updateRow(tx, user, entity, stored, rowOf(write as Write<A>) as never);
        });
      }),
      remove: on(api.remove, ({ body, user }) =>
        saving(db, entity, async (tx) => void (await deleteRows(tx, user, entity, body))),
      ),
      download: on(api.download, (context) => {
        const asked = context.query as unknown as Pick<Paging, 'sort'> & Filters<A>;
        const rows = streamed(query(asked), asked.sort, ordering);
        return exportSheet(noun, rows as AsyncIterable<never>, sheetColumns(headers));
      }),
      template: on(api.template, () => sheetTemplate(noun, Object.values(headers))),
      import: on(api.import, ({ file, query: wanted, user }) => imports.receive(user, file, wanted)),
      commitImport: on(api.commitImport, ({ params, query, user }) =>
        imports.commitChecked(user, params.taskId, query.partial),
      ),
    },
  };
};
