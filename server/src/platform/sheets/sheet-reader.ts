import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { AppError, badRequest } from '../errors.ts';
import { giveReaderBack, takeReader } from './reader-threads.ts';
import { type SheetLimits, sheetLimits } from './sheet-limits.ts';
import { createLimit, createLimitByKey } from '@zhiping/shared/limit.ts';

export type SheetRow = { row: number; cells: string[] };
/** Sheets that may follow the first one are read by their names. */
export type SheetToRead = {
  bytes: Uint8Array;
  maxRows: number;
  more: readonly string[];
  limits: SheetLimits;
};
export type SheetRead =
  | { rows: SheetRow[]; further: Record<string, SheetRow[]> }
  | { problem: 'unreadable' | 'too_large' };

/** Longer than any heading. */
const MAX_HEADING = 100;
/** How often to look at what a thread took. */
const LOOK_MS = 100;

/** Memory of a larger one is returned with its thread. */
const SMALL_BYTES = 1024 * 1024;

/** Each takes a thread and hundreds of megabytes for as long as it reads. */
const ofAll = createLimit(2);
const ofPerson = createLimitByKey(1);

export type NamedRow<Header extends string> = { row: number; values: Record<Header, string> };

/** The headers of a sheet; a column without an optional one is empty. */
type Layout<Header extends string> = {
  headers: readonly Header[];
  optional?: readonly Header[];
  /** Advice for wrong headers: not each sheet has a template. */
  advice?: string;
};

/** Notes on what a column takes: that it is required or optional, and of how many digits. */
const NOTE = /\((?:[^)]*(?:必填|选填|可选|可不填)[^)]*|\d+位[^)]*)\)$/;

/** A heading without spaces, stars of required columns and differences of width, its unit in brackets. */
const plainHeading = (heading: string) =>
  heading
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}*]/gu, '')
    .replace(/:$/, '')
    .replace(NOTE, '')
    .replace(/\(单位:?([^)]*)\)$/, '($1)')
    .replace(/\/(万?元)$/, '($1)');

/** Short for the same columns. */
const fullHeading = (plain: string) =>
  plain.replace(/身份证号?$/, '身份证号码').replace(/手机号?$/, '手机号码');

/** The headings of a sheet by the headers that they mean. A heading without a unit in brackets means the header that has one. */
const headingsOf = <Header extends string>(cells: readonly string[], headers: readonly Header[]) => {
  const byHeading = (keyOf: (plain: string) => string) =>
    new Map(headers.map((header) => [keyOf(plainHeading(header)), header]));
  const exact = byHeading((plain) => plain);
  const full = byHeading(fullHeading);
  const withoutUnit = byHeading((plain) => plain.replace(/\(.*\)$/, ''));
  return cells
    .map(plainHeading)
    .map((plain) => exact.get(plain) ?? full.get(fullHeading(plain)) ?? withoutUnit.get(plain) ?? plain);
};

/** What is wrong with the headers of a sheet. */
const headerProblems = (
  [first]: SheetRow[],
  { headers, optional = [] }: Layout<string>,
  where = '',
): string[] => {
  const head: readonly string[] = headingsOf(first?.cells ?? [], headers);
  const missing = headers.filter((header) => !optional.includes(header) && !head.includes(header));
  // Which of the two is meant is not for a program to say.
  const repeated = headers.filter((header) => head.indexOf(header) !== head.lastIndexOf(header));
  return [
    ...(missing.length > 0 ? [`${where}表头缺少：${missing.join('、')}`] : []),
    ...(repeated.length > 0 ? [`${where}表头重复：${repeated.join('、')}`] : []),
  ];
};

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
  /** By name what the sheets after the first one are called by and hold; one that is not there has no rows. */
  more?: Readonly<Record<string, Layout<string>>>;
  readerId?: number | undefined;
  limits?: SheetLimits;
};

/**
 * Rows of the sheets of an uploaded workbook as the texts that they show, by the headers of their first rows. Refused
 * with a 400: what is no workbook, other headers than these, no rows in the first sheet, or more than `maxRows`. Of one person
 * they are read one after the other.
 */
export const readSheets = async <Header extends string>(
  bytes: Uint8Array,
  { maxRows, more = {}, readerId, limits = sheetLimits, ...layout }: Reading<Header>,
): Promise<{ rows: NamedRow<Header>[]; further: Record<string, NamedRow<string>[]> }> => {
  const sheet = { bytes, maxRows, more: Object.keys(more), limits };
  const read = await ofPerson(String(readerId), () => ofAll(() => parse(sheet)));
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
  return { rows, further: Object.fromEntries(further) };
};

/** Rows of the first sheet alone. */
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
