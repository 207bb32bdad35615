import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { ImportReport } from '@zhiping/shared/import-report.ts';
import { AppError, badRequest } from '../errors.ts';
import { headerProblems, headingsOf, type Layout } from './sheet-headings.ts';
import type { SheetRow } from './sheet-rows.ts';
import { giveReaderBack, takeReader } from './reader-threads.ts';
import { type SheetLimits, sheetLimits } from './sheet-limits.ts';
import { createLimit, createLimitByKey } from '@zhiping/shared/limit.ts';

type ChosenSheet = NonNullable<ImportReport['sheet']>;
/** The sheet to read is found by its headers, further ones by their names. */
export type SheetToRead = {
  bytes: Uint8Array;
  maxRows: number;
  layout: Layout<string>;
  more: Readonly<Record<string, Layout<string>>>;
  limits: SheetLimits;
};
export type SheetRead =
  | { rows: SheetRow[]; further: Record<string, SheetRow[]>; sheet?: ChosenSheet }
  | { problem: 'unreadable' | 'too_large' };

/** How often to look at what a thread took. */
const LOOK_MS = 100;

/** Memory of a larger one is returned with its thread. */
const SMALL_BYTES = 1024 * 1024;

/** Each takes a thread and hundreds of megabytes for as long as it reads. */
const ofAll = createLimit(2);
const ofPerson = createLimitByKey(1);

export type NamedRow<Header extends string> = { row: number; values: Record<Header, string> };

const byHeaders = <Header extends string>(
  [first, ...rows]: SheetRow[],
  { headers }: Layout<Header>,
  maxRows: number,
): NamedRow<Header>[] => {
  if (rows.length > maxRows) throw badRequest('import.too_many', `一次最多导入 ${maxRows} 行`);
  const head: readonly string[] = headingsOf(first?.cells ?? [], headers);
  const position = headers.map((header) => [header, head.indexOf(header)] as const);
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(position.map(([header, index]) => [header, cells[index] ?? ''])) as Record<
      Header,
      string
    >,
  }));
};

type Reading<Header extends string> = Layout<Header> & {
  maxRows: number;
  /** Headers of further sheets by their names; one that is not there has no rows. */
  more?: Readonly<Record<string, Layout<string>>>;
  readerId?: number | undefined;
  limits?: SheetLimits;
};

/**
 * Rows of the sheets of an uploaded workbook as the texts that they show, by their headers. Refused with a 400: what is no
 * workbook, other headers than these, no rows in the sheet that has them, or more than `maxRows`. The workbooks of one
 * account are read one after the other. `sheet` is the sheet that was read where the workbook has several.
 */
export const readSheets = async <Header extends string>(
  bytes: Uint8Array,
  { maxRows, more = {}, readerId, limits = sheetLimits, ...layout }: Reading<Header>,
): Promise<{
  rows: NamedRow<Header>[];
  further: Record<string, NamedRow<string>[]>;
  sheet?: ChosenSheet | undefined;
}> => {
  const toRead = { bytes, maxRows, layout, more, limits };
  const read = await ofPerson(String(readerId), () => ofAll(() => parse(toRead)));
  const sheets = Object.entries(read.further).filter(([, found]) => found.length > 0);
  const problems = [
    ...headerProblems(read.rows, layout),
    ...sheets.flatMap(([name, found]) => headerProblems(found, more[name]!, `「${name}」`)),
  ];
  if (problems.length > 0)
    throw badRequest('import.headers', `${problems.join('；')}。${layout.advice ?? '请使用导入模板'}`);
  const rows = byHeaders(read.rows, layout, maxRows);
  if (rows.length === 0) throw badRequest('import.empty', '表格中没有数据');
  const further = sheets.map(([name, found]) => [name, byHeaders(found, more[name]!, maxRows)] as const);
  return { rows, further: Object.fromEntries(further), sheet: read.sheet };
};

/** Rows of the sheet with these headers alone. */
export const readSheet = async <Header extends string>(
  bytes: Uint8Array,
  headers: readonly Header[],
  maxRows: number,
  readerId?: number,
): Promise<NamedRow<Header>[]> => (await readSheets(bytes, { headers, maxRows, readerId })).rows;

/** Microseconds of a core; a thread that does not run yet has none. */
const usageOf = (worker: Worker) =>
  worker.cpuUsage().then(
    ({ user, system }) => user + system,
    () => 0,
  );

/** Fails once a thread took too much time, apart from what it took before. */
const untilTooSlow = async (worker: Worker, limit: number, over: AbortSignal): Promise<never> => {
  for (;;) {
    await pause(LOOK_MS, undefined, { signal: over });
    if ((await usageOf(worker)) > limit) throw new Error('A workbook takes too much time.');
  }
};

const readIn = async (worker: Worker, sheet: SheetToRead, over: AbortSignal): Promise<SheetRead> => {
  const { cpuMs, silentMs } = sheet.limits;
  const limit = (await usageOf(worker)) + cpuMs * 1000;
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(silentMs) });
  worker.postMessage(sheet);
  const [read] = (await Promise.race([answered, untilTooSlow(worker, limit, over)])) as [SheetRead];
  return read;
};

const parse = async (sheet: SheetToRead) => {
  const { heapMegabytes } = sheet.limits;
  const worker = takeReader(heapMegabytes);
  const over = new AbortController();
  let isReusable = false;
  try {
    const read = await readIn(worker, sheet, over.signal);
    if ('rows' in read) {
      isReusable = sheet.bytes.length <= SMALL_BYTES;
      return read;
    }
    if (read.problem === 'too_large')
      throw badRequest('import.too_large', '表格展开后的内容过多，请删去多余的内容，或拆成几个表格');
  } catch (error) {
    if (error instanceof AppError) throw error;
  } finally {
    over.abort();
    if (isReusable) giveReaderBack(worker, heapMegabytes);
    else await worker.terminate();
  }
  throw badRequest('import.unreadable', '无法读取该文件，请上传 .xlsx 表格；旧的 .xls 请先另存为 .xlsx');
};
