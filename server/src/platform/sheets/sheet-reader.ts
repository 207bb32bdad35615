import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError, badRequest } from '../errors.ts';
import { createLimit, createLimitByKey } from '@zhiping/shared/limit.ts';

export type SheetRow = { row: number; cells: string[] };
/** Sheets that may follow the first one are read by their names. */
export type SheetToRead = { bytes: Uint8Array; maxRows: number; more: readonly string[] };
export type SheetRead =
  | { rows: SheetRow[]; further: Record<string, SheetRow[]> }
  | { problem: 'unreadable' | 'too_large' };

/** A workbook that takes more than its thread may hold, or never ends, is stopped. */
const MEMORY_MB = 512;
const TIMEOUT_MS = 60_000;

/** Each takes a thread and hundreds of megabytes for as long as it reads. */
const ofAll = createLimit(2);
const ofPerson = createLimitByKey(1);

export type NamedRow<Header extends string> = { row: number; values: Record<Header, string> };

/** The headers of a sheet; a column without an optional one is empty. */
type Layout<Header extends string> = {
  headers: readonly Header[];
  optional?: readonly Header[];
  /** What to do where the headers are others: not each sheet has a template. */
  advice?: string;
};

const byHeaders = <Header extends string>(
  [head, ...rows]: SheetRow[],
  { headers, optional = [], advice = '请使用导入模板' }: Layout<Header>,
  { maxRows, where = '' }: { maxRows: number; where?: string },
): NamedRow<Header>[] => {
  const missing = headers.filter((header) => !optional.includes(header) && !head?.cells.includes(header));
  if (missing.length > 0)
    throw badRequest('import.headers', `${where}表头缺少：${missing.join('、')}。${advice}`);
  // Which of the two is meant is not for a program to say.
  const repeated = headers.filter(
    (header) => head!.cells.indexOf(header) !== head!.cells.lastIndexOf(header),
  );
  if (repeated.length > 0)
    throw badRequest('import.headers', `${where}表头重复：${repeated.join('、')}。${advice}`);
  if (rows.length > maxRows) throw badRequest('import.too_many', `一次最多导入 ${maxRows} 行`);
  const position = headers.map((header) => [header, head?.cells.indexOf(header) ?? -1] as const);
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
};

/**
 * Rows of the sheets of an uploaded workbook as the texts that they show, by the headers of their first rows. Refused
 * with a 400: what is no workbook, other headers than these, no rows in the first sheet, or more than `maxRows`. Of one person
 * they are read one after the other.
 */
export const readSheets = async <Header extends string>(
  bytes: Uint8Array,
  { maxRows, more = {}, readerId, ...layout }: Reading<Header>,
): Promise<{ rows: NamedRow<Header>[]; further: Record<string, NamedRow<string>[]> }> => {
  const sheet = { bytes, maxRows, more: Object.keys(more) };
  const read = await ofPerson(String(readerId), () => ofAll(() => parse(sheet)));
  const rows = byHeaders(read.rows, layout, { maxRows });
  if (rows.length === 0) throw badRequest('import.empty', '表格中没有数据');
  const further = Object.entries(read.further).map(([name, found]) => {
    const limits = { maxRows, where: `「${name}」` };
    return [name, found.length > 0 ? byHeaders(found, more[name]!, limits) : []] as const;
  });
  return { rows, further: Object.fromEntries(further) };
};

/** Rows of the first sheet alone. */
export const readSheet = async <Header extends string>(
  bytes: Uint8Array,
  headers: readonly Header[],
  maxRows: number,
  readerId?: number,
): Promise<NamedRow<Header>[]> => (await readSheets(bytes, { headers, maxRows, readerId })).rows;

const parse = async (sheet: SheetToRead) => {
  const worker = new Worker(new URL('sheet-reader.worker.ts', import.meta.url), {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [read] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [
      SheetRead,
    ];
    if ('rows' in read) return read;
    if (read.problem === 'too_large')
      throw badRequest('import.too_large', '表格展开后的内容过多，请删去多余的内容，或拆成几个表格');
  } catch (error) {
    if (error instanceof AppError) throw error;
  } finally {
    await worker.terminate();
  }
  throw badRequest('import.unreadable', '无法读取该文件，请上传 .xlsx 表格；旧的 .xls 请先另存为 .xlsx');
};
