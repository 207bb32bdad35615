/** Process of its own for tasks.test.ts: takes one task, writes half of its work in a transaction, and never gets further. */
import pino from 'pino';
import { createDb, createPool } from '../src/platform/database/db.ts';
import { openNotices } from '../src/platform/database/notices.ts';
import { defaultWorkerOptions, startWorker } from '../src/platform/tasks/worker.ts';
import { systemClock } from '../src/platform/clock.ts';

const connection = JSON.parse(process.argv[2]!) as { host: string };
const pool = createPool(connection);
const db = createDb(pool);
startWorker({
  db,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  notices: await openNotices(connection),
  schedule: [],
  options: { ...defaultWorkerOptions, leaseMs: 600, pollMs: 50 },
  kinds: [
    {
      kind: 'stuck',
      attempts: 1,
      concurrency: 1,
      run: async () => async (tx) => {
        await tx.insertInto('secret').values({ name: 'half', value: 'of the child' }).execute();
        process.stdout.write('halfway\n');
        return new Promise(() => {});
      },
    },
  ],
});
setInterval(() => {}, 1000);
