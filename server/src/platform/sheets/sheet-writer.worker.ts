import { parentPort, workerData } from 'node:worker_threads';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell, FromWriter, SheetShape, ToWriter } from './sheet-writer.ts';

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

const columns = shape.headers.map((header) => ({ header, width: Math.max(12, header.length * 2 + 4) }));
const stream = writeXlsxStream(rows(), { name: shape.name, columns, freezePane: { rows: 1 } });
// The library's type is a browser's stream, which cannot be iterated; Node's can.
for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>)
  port.postMessage({ kind: 'bytes', bytes });
port.postMessage({ kind: 'end' });
