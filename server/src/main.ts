import { ConfigError } from './config.ts';
import { OwnPostgresError } from './own-postgres/error.ts';
import { EarlierBuildError, MigrationError } from './platform/database/migrate.ts';
import { readSettings } from './read-settings.ts';
import { start, type Stop } from './start.ts';

/** How long calls in flight may go on after a stop signal. */
const DRAIN_MS = 25_000;

/** Stop at the first signal, at once at the second, and never later than the longest drain. */
const stopOnSignals = (stop: Stop) => {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log('正在停止…');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};

const main = async () => {
  const starting = start(readSettings((warning) => console.error(warning)));
  stopOnSignals(async () => (await starting)());
  await starting;
};

await main().catch((error: unknown) => {
  const expected = [ConfigError, EarlierBuildError, MigrationError, OwnPostgresError].some(
    (kind) => error instanceof kind,
  );
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
});
