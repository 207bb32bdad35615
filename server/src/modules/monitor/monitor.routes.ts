import { monitorEventLoopDelay } from 'node:perf_hooks';
import { monitorApi as api } from '@zhiping/shared/contracts/monitor.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import { findBackupRuns } from '../../platform/backup-runs.ts';
import { on } from '../../platform/http/http.ts';
import { version } from '../../platform/version.ts';
import { readMachine, sizeText } from './read-machine.ts';

const NANOSECONDS = 1e6;
const rounded = (nanoseconds: number) => Math.round((nanoseconds / NANOSECONDS) * 10) / 10;

const backupView = ({ last, good }: Awaited<ReturnType<typeof findBackupRuns>>) => ({
  good: good
    ? {
        archive: good.archive,
        size: sizeText(good.bytes ?? 0),
        files: good.files ?? 0,
        missing: good.missing,
        at: good.create_time,
      }
    : null,
  failure: last?.problem != null ? { problem: last.problem, at: last.create_time } : null,
});

export const monitorRoutes = ({ clock, config, db, statements, pool, openPages }: Deps) => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return [
    on(api.read, async () => {
      const machine = await readMachine(config.DATA_DIR);
      const ownProcess = {
        memory: sizeText(process.memoryUsage.rss()),
        delayP50: rounded(delay.percentile(50)),
        delayP99: rounded(delay.percentile(99)),
        poolTotal: pool.totalCount,
        poolIdle: pool.idleCount,
        poolWaiting: pool.waitingCount,
        openPages: openPages(),
      };
      delay.reset();
      const backup = backupView(await findBackupRuns(db));
      const time = formatDateTime(clock.now()).slice(11);
      return { version, ...machine, process: ownProcess, backup, time };
    }),
    on(api.sql, () => statements.read()),
  ];
};
