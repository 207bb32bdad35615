import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import type { z } from 'zod';
import type { ImportReport } from '@zhiping/shared/import-report.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import { AppError, badRequest, conflict, notFound } from '../errors.ts';
import type { Identity } from '../identity.ts';
import { notifyUser } from '../live/messages.ts';
import type { Principal } from '../auth/principal.ts';
import { readSheets } from './sheet-reader.ts';
import type { ImportLimits } from './import-limits.ts';
import { withFurther } from './further-sheets.ts';
import { enqueue } from '../tasks/enqueue.ts';
import { taskActor } from '../tasks/task-actor.ts';
import { GiveUp, type TaskKind, type TaskRow, type TaskRun } from '../tasks/task-kind.ts';
import type { UploadedFile } from '../files/upload.ts';
import type { Clock } from '../clock.ts';
import {
  type Checked,
  checkRows,
  isStorable,
  type Progress,
  type RowImport,
  type Wanted,
} from './check-rows.ts';
import type { Headers, RawRow } from './validate-rows.ts';

const MAX_ERRORS = 1000;

type Report = z.output<typeof ImportReport>;
/** The rows of a sheet, and which one was read. */
type ReadRows = { rows: RawRow[]; sheet?: Report['sheet'] };
/** A further sheet, whose rows belong to those of the main one that name the same. */
type FurtherSheet = { field: string; sheet: string; headers: Headers };

type SheetImport<T, O> = {
  /** Names the background work: `user` makes `user.check` and `user.import`. */
  name: string;
  noun: string;
  permission: Permission;
  headers: Headers;
  /** Fields whose columns may be missing. */
  optional?: readonly string[];
  /** Further sheets, and the field of all sheets by which their rows find those of the main one. */
  further?: { by: string; sheets: readonly FurtherSheet[]; unknown: string };
  /** Rows that are imported while the caller waits, where it is not the usual number. */
  maxImmediate?: number;
  maxRows?: number;
  /** Path of the page below the base of the web app; `?import=open` opens its import dialog. */
  page: string;
  /** Rules of the rows for this user, by the present registers and the chosen options. */
  rulesFor: (actor: Principal, options: O) => Promise<RowImport<T>>;
  /** Fields of a row, if they differ from the cells. */
  fieldsOf?: (cells: Record<string, string>) => Record<string, unknown>;
  /** Explains a broken constraint of a row that was inserted meanwhile. */
  explain?: <R>(work: Promise<R>) => Promise<R>;
};

/** The user's choices, as stored with background work. */
type Chosen<O> = Wanted & { options: O };
const isPartial = ({ payload }: TaskRow) => payload['partial'] === true;

const noProgress: Progress = () => {};
const reportOf = (
  { rows: { length: total }, sheet }: ReadRows,
  { errors, notes, failed }: Checked,
  created: number,
): Report => ({
  total,
  created,
  failed,
  errors: errors.slice(0, MAX_ERRORS),
  ...(notes.length > 0 && { notes: notes.slice(0, MAX_ERRORS) }),
  ...(sheet && { sheet }),
});

/** Sheets lie in the database sealed, since they may hold identity numbers. */
export type ImportParts = { db: Db; identity: Identity; clock: Clock; importLimits: ImportLimits };

const readInput = async ({ db, identity }: ImportParts, task: TaskRow): Promise<Buffer> => {
  const input = await db
    .selectFrom('task_input')
    .select('bytes')
    .where('task_id', '=', task.id)
    .executeTakeFirst();
  if (!input) throw new GiveUp('上传的表格已被清理，请重新上传');
  return identity.openFile(input.bytes);
};

/**
 * An import from a sheet: all rows or none. Small sheets are done while the caller waits; larger ones as background work of
 * the caller, with progress, a message at the end, and the report as its result. A sheet that was checked in the background
 * is kept for a later commit.
 */
export const createSheetImport = <T, O extends object = object>(
  parts: ImportParts,
  sheet: SheetImport<T, O>,
) => {
  const { db, identity } = parts;
  const {
    name,
    noun,
    permission,
    headers,
    page,
    maxImmediate = parts.importLimits.immediateRows,
    maxRows = parts.importLimits.rows,
    optional = [],
    further,
    explain = (work) => work,
  } = sheet;
  const { rulesFor, fieldsOf = (cells) => cells } = sheet;
  const checkKind = `${name}.check`;
  const importKind = `${name}.import`;
  const link = `${page}?import=open`;

  /** One at a time for a person: the second would check against what the first is about to change. */
  const enqueueOwn = async (tx: Tx, actor: Principal, kind: string, payload: Record<string, unknown>) => {
    const key = `${name}:${actor.userId}`;
    const id = await enqueue(tx, { kind, ownerId: actor.userId, key, payload });
    if (id === null) throw conflict('import.running', `您有一个${noun}导入正在进行，请等它完成`);
    return id;
  };

  const fieldsIn = (own: Headers, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(own).map(([field, header]) => [field, values[header] ?? '']));

  const read = async (bytes: Uint8Array, most: number, actor: Principal): Promise<ReadRows> => {
    const found = await readSheets(bytes, {
      headers: Object.values(headers),
      optional: optional.map((field) => headers[field]!),
      maxRows: most,
      more: Object.fromEntries(
        (further?.sheets ?? []).map((one) => [one.sheet, { headers: Object.values(one.headers) }]),
      ),
      readerId: actor.userId,
    });
    const rows = found.rows.map(({ row, values }) => ({ row, values: fieldsOf(fieldsIn(headers, values)) }));
    const { sheet: chosen } = found;
    if (!further) return { rows, sheet: chosen };
    const whole = withFurther(rows, further.by, {
      unknown: further.unknown,
      parts: further.sheets.flatMap((one) =>
        (found.further[one.sheet] ?? []).map(({ row, values }) => ({
          field: one.field,
          row: { row, sheet: one.sheet, values: fieldsIn(one.headers, values) },
        })),
      ),
    });
    return { rows: whole, sheet: chosen };
  };

  const check = async (actor: Principal, rows: RawRow[], progress: Progress, chosen: Chosen<O>) =>
    checkRows(db, rows, await rulesFor(actor, chosen.options), { progress, wanted: chosen });

  const importNow = async (actor: Principal, given: ReadRows, wanted: Chosen<O>): Promise<Report> => {
    const checked = await check(actor, given.rows, noProgress, wanted);
    const { dryRun, partial = false } = wanted;
    const total = given.rows.length;
    if (dryRun || !isStorable({ total, failed: checked.failed }, partial)) return reportOf(given, checked, 0);
    await explain(inTransaction(db, (tx) => checked.store(tx, noProgress)));
    return reportOf(given, checked, total - checked.failed);
  };

  const importLater = (
    actor: Principal,
    file: UploadedFile,
    { dryRun, partial = false, options }: Chosen<O>,
  ): Promise<Report> =>
    inTransaction(db, async (tx) => {
      const taskId = await enqueueOwn(tx, actor, dryRun ? checkKind : importKind, { partial, options });
      await tx
        .insertInto('task_input')
        .values({ task_id: taskId, name: cutText(file.name, 200), bytes: identity.sealFile(file.bytes) })
        .execute();
      return { total: 0, created: 0, failed: 0, errors: [], taskId };
    });

  const optionsOf = ({ payload }: TaskRow) => (payload['options'] ?? {}) as O;

  const checkTask = async ({ task, progress }: TaskRun, share: Progress, wanted: Wanted) => {
    const actor = await taskActor(parts, task, permission);
    const bytes = await readInput(parts, task);
    progress(0, 0);
    const given = await read(bytes, maxRows, actor);
    const chosen = { ...wanted, options: optionsOf(task) };
    return { given, checked: await check(actor, given.rows, share, chosen) };
  };

  const checkTaskKind: TaskKind = {
    kind: checkKind,
    attempts: 2,
    concurrency: 1,
    run: async (run) => {
      const { given, checked } = await checkTask(run, run.progress, { dryRun: true });
      return async () => reportOf(given, checked, 0);
    },
    ended: async (tx, { owner_id: owner }, outcome) => {
      if (owner === null) return;
      if (!outcome.ok)
        return notifyUser(tx, owner, { kind: 'error', text: `${noun}表格检查失败：${outcome.error}`, link });
      const { total, failed } = outcome.result as Report;
      const text =
        failed === 0
          ? `${noun}表格检查完成：共 ${total} 条，没有错误，可以提交`
          : `${noun}表格检查完成：共 ${total} 条，${failed} 条有错误`;
      return notifyUser(tx, owner, { kind: failed === 0 ? 'info' : 'warning', text, link });
    },
  };

  const commit: TaskKind = {
    kind: importKind,
    attempts: 2,
    concurrency: 1,
    run: async (run) => {
      // Looking at the rows is the first third of the work.
      const { given, checked } = await checkTask(run, (done, total) => run.progress(done, total * 3), {
        partial: isPartial(run.task),
      });
      return async (tx) => {
        await tx.deleteFrom('task_input').where('task_id', '=', run.task.id).execute();
        const total = given.rows.length;
        if (!isStorable({ total, failed: checked.failed }, isPartial(run.task)))
          return reportOf(given, checked, 0);
        await explain(checked.store(tx, (done, all) => run.progress(all + done * 2, all * 3)));
        return reportOf(given, checked, total - checked.failed);
      };
    },
    ended: async (tx, { owner_id: owner }, outcome) => {
      if (owner === null) return;
      if (!outcome.ok)
        return notifyUser(tx, owner, {
          kind: 'error',
          text: `${noun}导入失败，没有保存任何数据：${outcome.error}`,
          link,
        });
      const { created, failed } = outcome.result as Report;
      if (created > 0 && failed > 0)
        return notifyUser(tx, owner, {
          kind: 'warning',
          text: `${noun}导入完成：已导入 ${created} 个${noun}，${failed} 条有错误，没有导入`,
          link,
        });
      if (failed > 0)
        return notifyUser(tx, owner, {
          kind: 'warning',
          text: `${noun}导入未完成：${failed} 条有错误，没有保存任何数据`,
          link,
        });
      return notifyUser(tx, owner, {
        kind: 'success',
        text: `${noun}导入完成：已导入 ${created} 个${noun}`,
        link: page,
      });
    },
  };

  return {
    kinds: [checkTaskKind, commit],

    /** Import the sheet, or with `dryRun` only check it; a large one answers the id of the background work instead. */
    receive: async (
      actor: Principal,
      file: UploadedFile,
      wanted: Wanted,
      options = {} as O,
    ): Promise<Report> => {
      const chosen = { ...wanted, options };
      try {
        return await importNow(actor, await read(file.bytes, maxImmediate, actor), chosen);
      } catch (error) {
        if (error instanceof AppError && error.code === 'import.too_many')
          return importLater(actor, file, chosen);
        throw error;
      }
    },

    /** Import what was checked in the background, without an error or, with `partial`, with some. */
    commitChecked: (actor: Principal, checkId: number, partial = false): Promise<Report> =>
      inTransaction(db, async (tx) => {
        const checked = await tx
          .selectFrom('task')
          .select(['state', 'result', 'payload'])
          .where('id', '=', checkId)
          .where('owner_id', '=', actor.userId)
          .where('kind', '=', checkKind)
          .forUpdate()
          .executeTakeFirst();
        if (!checked) throw notFound('导入任务');
        const report = checked.result as Report | null;
        if (checked.state !== 'done' || !report || !isStorable(report, partial))
          throw badRequest('import.not_checked', '表格还没有通过检查，不能提交');
        const { options } = checked.payload;
        const taskId = await enqueueOwn(tx, actor, importKind, { partial, options });
        const { numUpdatedRows } = await tx
          .updateTable('task_input')
          .set({ task_id: taskId })
          .where('task_id', '=', checkId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw badRequest('import.committed', '该表格已提交或已被清理，请重新上传');
        return { total: 0, created: 0, failed: 0, errors: [], taskId };
      }),
  };
};
