import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { CopyLimits } from './modules/blind-copy/pipeline/limits.ts';
import type { Db } from './platform/database/db.ts';
import type { ImportLimits } from './platform/sheets/import-limits.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { Identity } from './platform/identity.ts';
import type { Metrics } from './platform/metrics.ts';
import type { QueueMail } from './platform/outbox/mail-queue.ts';
import type { Notices } from './platform/database/notices.ts';
import type { RegisterCache } from './platform/database/register-cache.ts';
import type { LoginKey } from './platform/auth/rsa.ts';
import type { QueueSms } from './platform/outbox/sms-queue.ts';
import type { StatementStats } from './platform/database/statement-stats.ts';
import type { Clock } from './platform/clock.ts';

/** Dependencies of the modules; built once in app.ts. */
export type Deps = {
  clock: Clock;
  db: Db;
  pool: pg.Pool;
  statements: StatementStats;
  /** How many pages hold a line to this node. */
  openPages: () => number;
  notices: Notices;
  /** Null without a token for reading them. */
  metrics: Metrics | null;
  config: Config;
  log: FastifyBaseLogger;
  loginKey: LoginKey;
  /** Has a code or a notice sent by SMS once a transaction is committed. */
  queueSms: QueueSms;
  /** Has an e-mail sent once a transaction is committed. */
  queueMail: QueueMail;
  files: FileStore;
  /** Release archives and backups. */
  archives: FileStore;
  /** Values made from the public registers, the same for every session. */
  registerCache: RegisterCache;
  /** Limits on the file that a blind copy is made of. */
  copyLimits: CopyLimits;
  importLimits: ImportLimits;
  /** Identity numbers at rest. */
  identity: Identity;
  /** Let work go on behind the answer; a shutdown waits for it, a failure is logged. */
  background: (work: Promise<unknown>) => void;
};
