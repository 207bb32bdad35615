import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError, badRequest } from '../errors.ts';
import { createLimit, createLimitByKey } from '@zhiping/shared/limit.ts';

export type SheetRow = { row: number; cells: string[] };
export type SheetToRead = { bytes: Uint8Array; maxRows: number };
export type SheetRead = { rows: SheetRow[] } | { problem: 'unreadable' | 'too_large' };

/** A workbook that takes more than its thread may hold, or never ends, is stopped. */
const MEMORY_MB = 512;
const TIMEOUT_MS = 60_000;

/** Each takes a thread and hundreds of megabytes for as long as it reads. */
const ofAll = createLimit(2);
const ofPerson = createLimitByKey(1);

/**
 * Rows of the first sheet of an uploaded workbook as the texts that it shows, by the headers of its first row. Refused
 * with a 400: what is no workbook, other headers than these, no rows, or more than `maxRows`. Of one person they are read
 * one after the other.
 */
export const readSheet = async <Header extends string>(
  bytes: Uint8Array,
  headers: readonly Header[],
  maxRows: number,
  readerId?: number,
): Promise<{ row: number; values: Record<Header, string> }[]> => {
  const [head, ...rows] = await ofPerson(String(readerId), () => ofAll(() => parse({ bytes, maxRows })));
  const missing = headers.filter((header) => !head?.cells.includes(header));
  if (missing.length > 0)
    throw badRequest('import.headers', `表头缺少：${missing.join('、')}。请使用导入模板`);
  if (rows.length === 0) throw badRequest('import.empty', '表格中没有数据');
  if (rows.length > maxRows) throw badRequest('import.too_many', `一次最多导入 ${maxRows} 行`);
  const position = headers.map((header) => [header, head?.cells.indexOf(header) as number] as const);
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(position.map(([header, index]) => [header, cells[index] ?? ''])) as Record<
      Header,
      string
    >,
  }));
};

const parse = async (sheet: SheetToRead): Promise<SheetRow[]> => {
  const worker = new Worker(new URL('sheet-reader.worker.ts', import.meta.url), {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [read] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [
      SheetRead,
    ];
    if ('rows' in read) return read.rows;
    if (read.problem === 'too_large')
      throw badRequest('import.too_large', '表格展开后的内容过多，请删去多余的内容，或拆成几个表格');
  } catch (error) {
    if (error instanceof AppError) throw error;
  } finally {
    await worker.terminate();
  }
  throw badRequest('import.unreadable', '无法读取该文件，请上传 .xlsx 表格');
};
