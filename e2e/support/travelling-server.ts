import { readConfig } from '../../server/src/config.ts';
import { start } from '../../server/src/start.ts';

const DAY_MS = 86_400_000;

/** Days that this server is ahead; set by messages. */
let ahead = 0;
process.on('message', (days: number) => {
  ahead = days;
  process.send!(days);
});

const stop = await start(readConfig(), { now: () => new Date(Date.now() + ahead * DAY_MS) });
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
