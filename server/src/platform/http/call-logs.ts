import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { browserOf } from './network.ts';
import { asUnavailable } from './unavailable.ts';

type Parts = { db: Db; background: (work: Promise<unknown>) => void };

/** Logged parts of a call: never a body, a query or a header, which contain passwords and opinions. */
const callOf = (request: FastifyRequest) => ({
  request_id: request.id,
  user_id: request.principal?.userId ?? null,
  username: request.principal?.username ?? null,
  method: request.method,
  path: request.routeOptions.config.endpoint?.path ?? request.routeOptions.url ?? '',
  ip: request.ip,
  browser: browserOf(request.headers['user-agent']),
});

/** Whether a call takes a sheet away: who did that is looked for in the log as what was changed is. */
const isExport = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.endsWith('/download');

/** One row for every call that changes something or takes a sheet away, behind its answer. */
export const registerOperationLog = (app: FastifyInstance, { db, background }: Parts) => {
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.autosave || !request.principal) return;
    if (endpoint.method === 'GET' && !isExport(endpoint)) return;
    const row = {
      ...callOf(request),
      description: endpoint.summary,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    background(db.insertInto('operation_log').values(row).execute());
  });
};

/** One row for every error that the caller only sees as a 500, to be found by the request id in the answer. */
export const registerErrorLog = (app: FastifyInstance, { db, background }: Parts) => {
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof AppError || (error.statusCode ?? 500) < 500 || asUnavailable(error)) return;
    const row = {
      ...callOf(request),
      message: error.message.slice(0, 2000),
      stack: (error.stack ?? '').slice(0, 20_000),
    };
    background(db.insertInto('error_log').values(row).execute());
  });
};
