import { Worker } from 'node:worker_threads';
import { type Cell, type SheetShape, streamSheet, widthsOf } from './sheet-stream.ts';

export type ToWriter = { rows: Cell[][] | null };
export type FromWriter = { kind: 'rows' } | { kind: 'bytes'; bytes: Uint8Array } | { kind: 'end' };

const BATCH = 500;
/** So few rows are written sooner than a thread starts, which takes a tenth of a second. */
const FEW = 100;
/** The writer's objects are short-lived; V8 would allow 64 MB for them on a large machine. */
const WRITER_LIMITS = { maxYoungGenerationSizeMb: 8 };

const takeBatch = async (rows: AsyncIterator<Cell[]>): Promise<Cell[][] | null> => {
  const batch: Cell[][] = [];
  while (batch.length < BATCH) {
    const { value, done } = await rows.next();
    if (done) break;
    batch.push(value as Cell[]);
  }
  return batch.length > 0 ? batch : null;
};

/**
 * An xlsx workbook of one sheet as a stream of bytes, written in a thread of its own while the rows come in, unless they are few, so
 * that memory does not grow with their number. Stopping the iteration stops the thread and the rows.
 *
 * Texts go into cells of texts, which no spreadsheet runs as a formula, so that they come back from an import unchanged.
 */
export async function* writeSheet(
  named: Omit<SheetShape, 'widths'>,
  rows: AsyncIterable<Cell[]>,
): AsyncGenerator<Uint8Array> {
  const source = rows[Symbol.asyncIterator]();
  let first = await takeBatch(source);
  const shape = { ...named, widths: widthsOf(named.headers, first ?? []) };
  if (first === null || first.length <= FEW) {
    yield* streamSheet(shape, first ?? []);
    return;
  }
  const worker = new Worker(new URL('sheet-writer.worker.ts', import.meta.url), {
    workerData: shape,
    resourceLimits: WRITER_LIMITS,
  });
  const inbox: (FromWriter | Error)[] = [];
  let wake = () => {};
  const arrive = (message: FromWriter | Error) => {
    inbox.push(message);
    wake();
  };
  worker.on('message', arrive);
  worker.on('error', arrive);
  try {
    for (;;) {
      if (inbox.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const message = inbox.shift() as FromWriter | Error;
      if (message instanceof Error) throw message;
      if (message.kind === 'end') return;
      // The writer waits for rows, so a slow reader of the bytes slows the rows down, and with them the database.
      if (message.kind === 'bytes') yield message.bytes;
      else {
        worker.postMessage({ rows: first ?? (await takeBatch(source)) } satisfies ToWriter);
        first = null;
      }
    }
  } finally {
    await source.return?.();
    await worker.terminate();
  }
}
