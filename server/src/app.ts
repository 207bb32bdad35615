import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { REQUEST_TIMEOUT_MS } from '@zhiping/shared/constants.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './modules/account/account.routes.ts';
import { applyRoutes } from './modules/apply/apply.routes.ts';
import { archiveRoutes } from './modules/archive/archive.routes.ts';
import { articleRoutes } from './modules/article/article.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { copyLimits, type CopyLimits } from './modules/blind-copy/pipeline/limits.ts';
import { blindCopyRoutes } from './modules/blind-copy/blind-copy.routes.ts';
import { commitmentRoutes } from './modules/commitment/commitment.routes.ts';
import { confirmedActs } from './confirmed-acts.ts';
import { confirmationRoutes } from './modules/confirmation/confirmation.routes.ts';
import { conflictRoutes } from './modules/conflict/conflict.routes.ts';
import { followDueConflicts } from './modules/conflict/follow-changes.ts';
import { cycleRoutes } from './modules/cycle/cycle.routes.ts';
import { advanceDueCycles } from './modules/cycle/advance-cycles.ts';
import { assignmentRoutes } from './modules/round/round.routes.ts';
import { drawRoutes } from './modules/draw/draw.routes.ts';
import { drawResultRoutes } from './modules/draw/result/result.routes.ts';
import { recordCheckRoutes } from './modules/record-check/record-check.routes.ts';
import { reviewRoutes } from './modules/opinion/opinion.routes.ts';
import { publicityRoutes } from './modules/publicity/publicity.routes.ts';
import { lapseSupplements } from './modules/project/lapse-supplements.ts';
import { dashboardRoutes } from './modules/dashboard/dashboard.routes.ts';
import { draftRoutes } from './modules/draft/draft.routes.ts';
import { deptRoutes } from './modules/dept/dept.routes.ts';
import { dictRoutes } from './modules/dict/dict.routes.ts';
import { backgroundExports } from './modules/export/background-exports.ts';
import { exportRoutes } from './modules/export/export.routes.ts';
import { expertRoutes } from './modules/expert/expert.routes.ts';
import { fileRoutes } from './modules/file/file.routes.ts';
import { s3StorageRoutes } from './modules/file/s3-storage.routes.ts';
import { integrityRoutes } from './modules/integrity/integrity.routes.ts';
import { holidayRoutes } from './modules/holiday/holiday.routes.ts';
import { healthRoutes } from './modules/health/health.routes.ts';
import { plainModules } from './plain-modules.ts';
import { logRoutes } from './modules/log/log.routes.ts';
import { menuRoutes, menusOf } from './modules/menu/menu.routes.ts';
import { messageTextRoutes } from './modules/message-text/message-text.routes.ts';
import { mappingRoutes } from './modules/mapping/mapping.routes.ts';
import { metricsRoutes } from './modules/metrics/metrics.routes.ts';
import { monitorRoutes } from './modules/monitor/monitor.routes.ts';
import { notificationRoutes } from './modules/notification/notification.routes.ts';
import { onlineRoutes } from './modules/online/online.routes.ts';
import { outboxRoutes } from './modules/outbox/outbox.routes.ts';
import { materialArchiveRoutes } from './modules/project/import/material-archive.routes.ts';
import { projectImportRoutes } from './modules/project/import/project-import.routes.ts';
import { projectRoutes } from './modules/project/project.routes.ts';
import { reviewRuleRoutes } from './modules/review-rule/review-rule.routes.ts';
import { roleRoutes } from './modules/role/role.routes.ts';
import { savedViewRoutes } from './modules/saved-view/saved-view.routes.ts';
import { schoolRoutes } from './modules/school/school.routes.ts';
import { subjectRoutes } from './modules/subject/subject.routes.ts';
import { taskRoutes } from './modules/task/task.routes.ts';
import { addScheduledJobs, scheduleDueJobs } from './modules/timing/schedule-jobs.ts';
import { teacherRoutes } from './modules/teacher/teacher.routes.ts';
import { timingRoutes } from './modules/timing/timing.routes.ts';
import { uploadRoutes } from './modules/upload/upload.routes.ts';
import { userRoutes } from './modules/user/user.routes.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { createBackground } from './platform/background.ts';
import { createFileStore } from './platform/files/create-file-store.ts';
import { cutConnections, type Db } from './platform/database/db.ts';
import { answerClientError, answerError, registerErrorAnswers } from './platform/http/error-answers.ts';
import { tooMany } from './platform/errors.ts';
import { createMetrics } from './platform/metrics.ts';
import { mount, type Route } from './platform/http/http.ts';
import { loadIdentity } from './platform/identity.ts';
import { registerLive } from './platform/live/live.ts';
import { createMailQueue } from './platform/outbox/mail-queue.ts';
import { openNotices } from './platform/database/notices.ts';
import { registerErrorLog, registerOperationLog } from './platform/http/call-logs.ts';
import { createRegisterCache } from './platform/database/register-cache.ts';
import { loadLoginKey } from './platform/auth/rsa.ts';
import { createSessions } from './platform/auth/session.ts';
import type { StatementStats } from './platform/database/statement-stats.ts';
import { createSmsQueue } from './platform/outbox/sms-queue.ts';
import { type ImportLimits, importLimits } from './platform/sheets/import-limits.ts';
import {
  defaultWorkerOptions,
  startWorker,
  type WorkerOptions,
  type WorkerParts,
} from './platform/tasks/worker.ts';
import { type BodyLimits, bodyLimits, registerBodyLimits } from './platform/http/slow-bodies.ts';
import { findDemo } from './demo/find-demo.ts';
import { registerWebApp } from './platform/http/web-app.ts';
import { version } from './platform/version.ts';
import { allTaskKinds } from './task-kinds.ts';
import { type Clock, systemClock } from './platform/clock.ts';

z.config(z.locales.zhCN());

const BODY_LIMIT = 1024 * 1024;
const HEADERS_TIMEOUT_MS = 30_000;

/** Every module's routes. */
const allRoutes = (deps: Deps): Route[] => [
  ...authRoutes(deps),
  ...accountRoutes(deps),
  ...userRoutes(deps),
  ...roleRoutes(deps),
  ...menuRoutes(deps),
  ...deptRoutes(deps),
  ...plainModules(deps).routes,
  ...dictRoutes(deps),
  ...subjectRoutes(deps),
  ...schoolRoutes(deps),
  ...expertRoutes(deps),
  ...teacherRoutes(deps),
  ...draftRoutes(deps),
  ...articleRoutes(deps),
  ...uploadRoutes(deps),
  ...fileRoutes(deps),
  ...s3StorageRoutes(deps),
  ...archiveRoutes(deps),
  ...holidayRoutes(deps),
  ...integrityRoutes(deps),
  ...reviewRuleRoutes(deps),
  ...commitmentRoutes(deps),
  ...messageTextRoutes(deps),
  ...cycleRoutes(deps),
  ...applyRoutes(deps),
  ...projectRoutes(deps),
  ...projectImportRoutes(deps),
  ...materialArchiveRoutes(deps),
  ...publicityRoutes(deps),
  ...confirmationRoutes(deps, confirmedActs(deps)),
  ...conflictRoutes(deps),
  ...drawRoutes(deps),
  ...drawResultRoutes(deps),
  ...assignmentRoutes(deps),
  ...mappingRoutes(deps),
  ...reviewRoutes(deps),
  ...blindCopyRoutes(deps),
  ...dashboardRoutes(deps),
  ...logRoutes(deps),
  ...monitorRoutes(deps),
  ...recordCheckRoutes(deps),
  ...onlineRoutes(deps),
  ...outboxRoutes(deps),
  ...savedViewRoutes(deps),
  ...timingRoutes(deps),
  ...taskRoutes(deps),
  ...notificationRoutes(deps),
  ...metricsRoutes(deps),
  ...healthRoutes(deps),
];

type Parts = {
  config: Config;
  pool: pg.Pool;
  db: Db;
  /** Statistics of the statements of this database handle. */
  statements: StatementStats;
  connection: pg.ClientConfig;
  /** Directory of the built web app. */
  webRoot: string;
  /** Calls a minute that one address may make; a whole school may be behind it. */
  callsPerMinute?: number;
  /** Limits against slow senders; by default the usual ones. */
  bodyLimits?: Partial<BodyLimits>;
  copyLimits?: Partial<CopyLimits>;
  importLimits?: Partial<ImportLimits>;
  /** Whether this node does background work too, and how if not as usual. */
  work?: Partial<WorkerOptions>;
  /** Another clock, for tests that travel. */
  clock?: Clock;
};

/** The whole server, not yet listening. Closing it closes what it opened, not the pool it was given. */
export const buildApp = async (parts: Parts): Promise<FastifyInstance> => {
  const { config, db, pool, connection, clock = systemClock } = parts;
  const app = createServer(config);
  const notices = await openNotices(connection);
  notices.onSilence(() => cutConnections(pool));
  const background = createBackground(app.log);
  const senderOptions = { logContent: !config.production, clock, quietHours: config.SMS_QUIET_HOURS };
  app.addHook('onClose', async () => {
    await background.finished();
    await notices.close();
  });

  registerBodyLimits(app, { ...bodyLimits, ...parts.bodyLimits }, config.TRUST_PROXY);
  registerErrorAnswers(app);
  registerErrorLog(app, { db, background: background.run });
  await registerProtection(app, parts.callsPerMinute ?? 6000);
  registerOperationLog(app, { db, background: background.run });
  await registerApiDocs(app);
  await registerWebApp(app, {
    directory: parts.webRoot,
    sharedAssets: config.WEB_ASSETS_DIR,
    site: {
      footerTxt: config.FOOTER_TEXT,
      caseNumber: config.CASE_NUMBER,
      helpPhone: config.HELP_PHONE,
      version,
      demo: await findDemo(db, config),
    },
  });
  const sessions = createSessions(db, app.log);
  const { openPages } = await registerLive(app, {
    sessions,
    clock,
    notices,
    menusOf: (user) => menusOf(db, user),
  });
  const deps: Deps = {
    clock,
    db,
    pool,
    statements: parts.statements,
    openPages,
    notices,
    metrics: config.METRICS_TOKEN ? createMetrics(app, { db, pool, openPages, notices }) : null,
    config,
    log: app.log,
    loginKey: await loadLoginKey(db, config.RSA_PRIVATE_KEY),
    queueSms: createSmsQueue(config.SMS_ADAPTER !== 'outbox', app.log, senderOptions),
    queueMail: createMailQueue(config.SMTP_HOST !== undefined, app.log, senderOptions),
    files: createFileStore(config),
    archives: createFileStore(config, 'archives'),
    copyLimits: { ...copyLimits, ...parts.copyLimits },
    importLimits: { ...importLimits, ...parts.importLimits },
    registerCache: createRegisterCache(db),
    identity: await loadIdentity(pool, config.IDENTITY_KEY),
    background: background.run,
  };
  const routes = allRoutes(deps);
  const exports = backgroundExports(deps, routes);
  mount(app, [...routes, ...exportRoutes(exports)], { sessions, clock, uploads: config });
  await addScheduledJobs(db, clock.now());
  const kinds = [...allTaskKinds(deps), ...exports.kinds];
  if (parts.work)
    doBackgroundWork(app, { ...deps, notices, kinds }, { ...defaultWorkerOptions, ...parts.work });
  return app;
};

/** Starts no new work once the server stops; running work has some time to end, beside the calls in flight. */
const doBackgroundWork = (
  app: FastifyInstance,
  { db, clock, notices, kinds }: Pick<WorkerParts, 'db' | 'clock' | 'notices' | 'kinds'>,
  options: WorkerOptions,
) => {
  const worker = startWorker({
    db,
    clock,
    log: app.log,
    notices,
    kinds,
    schedule: [scheduleDueJobs, advanceDueCycles, lapseSupplements, followDueConflicts].map(
      (step) => () => step(db, clock.now()),
    ),
    options,
  });
  let stopped = Promise.resolve();
  app.addHook('preClose', async () => {
    stopped = worker.stop();
  });
  app.addHook('onClose', () => stopped);
};

const createServer = (config: Config): FastifyInstance => {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, base: null, serializers: { req: () => undefined } } as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY,
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // A large file over a slow line; what else may take as long is in slow-bodies.ts.
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('at');
  acceptEmptyJson(app);
  closeConnectionsOnStop(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address: queries hold telephone numbers and names.
    const route = request.routeOptions.url ?? '(none)';
    const { statusCode: status, elapsedTime } = reply;
    const fields = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(elapsedTime),
    };
    app.log.info({ ...fields, userId: request.principal?.userId }, 'request');
  });
  return app;
};

/** A call in flight when the server stops would else leave its connection open for the next call, which never comes. */
const closeConnectionsOnStop = (app: FastifyInstance) => {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
};

/** Clients of the eladmin family send `content-type: application/json` with calls that have no body. */
const acceptEmptyJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
};

const noRateHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

const registerProtection = async (app: FastifyInstance, callsPerMinute: number) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // antd writes its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Whether there is TLS is the proxy's knowledge; so are these two headers.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: 60_000,
    addHeadersOnExceeding: noRateHeaders,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl / 1000),
  });
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] });
  await app.register(multipart);
};
