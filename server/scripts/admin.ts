import { userInfo } from 'node:os';
import { systemClock } from '../src/platform/clock.ts';
import { createDb, createPool } from '../src/platform/database/db.ts';
import { readCommand, usage } from '../src/operator/run-command.ts';
import { openDatabase, runTool } from './open-database.ts';

/** npm run admin -- command: what an operator does at the server, whether the product is running or not. */
await runTool(async () => {
  const args = process.argv.slice(2);
  const run = readCommand(args);
  if (!run) {
    const isAsked = args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '');
    (isAsked ? console.log : console.error)(usage);
    return isAsked ? 0 : 2;
  }
  const { config, connection, close } = await openDatabase();
  const pool = createPool(connection, 1);
  try {
    const operator = { name: userInfo().username, at: systemClock.now() };
    await run({ db: createDb(pool), config, operator, print: (line) => console.log(line) });
    return 0;
  } finally {
    await pool.end();
    await close();
  }
});
