import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { badRequest } from '../errors.ts';

export type SheetRow = { row: number; cells: string[] };
export type SheetToRead = { bytes: Uint8Array; maxRows: number };

/** A workbook that unpacks to more than its thread may hold, or never ends, is stopped. */
const MEMORY_MB = 512;
const TIMEOUT_MS = 60_000;

/**
 * Rows of the first sheet of an uploaded workbook as the texts that it shows, by the headers of its first row. Refused
 * with a 400: what is no workbook, other headers than these, no rows, or more than `maxRows`.
 */
export const readSheet = async <Header extends string>(
  bytes: Uint8Array,
  headers: readonly Header[],
  maxRows: number,
): Promise<{ row: number; values: Record<Header, string> }[]> => {
  const [head, ...rows] = await parse({ bytes, maxRows });
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
    const [rows] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [
      SheetRow[],
    ];
    return rows;
  } catch {
    throw badRequest('import.unreadable', '无法读取该文件，请上传 .xlsx 表格');
  } finally {
    await worker.terminate();
  }
};
