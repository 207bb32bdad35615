import { parentPort, workerData } from 'node:worker_threads';
import { type Cell, type SheetShape, streamSheet } from './sheet-stream.ts';
import type { FromWriter, ToWriter } from './sheet-writer.ts';

/** Writes one workbook: asks for rows when it can take them, hands over bytes one piece at a time. */
const port = parentPort as NonNullable<typeof parentPort>;
const shape = workerData as SheetShape;

const waiting: ((message: ToWriter) => void)[] = [];
port.on('message', (message: ToWriter) => waiting.shift()?.(message));
const ask = (message: FromWriter) =>
  new Promise<ToWriter>((resolve) => {
    waiting.push(resolve);
    port.postMessage(message);
  });

async function* rows(): AsyncGenerator<Cell[]> {
  for (;;) {
    const answer = await ask({ kind: 'rows' });
    if (answer.rows === null) return;
    yield* answer.rows;
  }
}

for await (const bytes of streamSheet(shape, rows())) port.postMessage({ kind: 'bytes', bytes });
port.postMessage({ kind: 'end' });
