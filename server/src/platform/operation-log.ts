import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { browserOf } from './network.ts';

/**
 * One row for every call that changes something, behind its answer. It holds who, what and when; never a body, a query
 * or a header, where passwords and opinions are.
 */
export const registerOperationLog = (
  app: FastifyInstance,
  { db, background }: Pick<Deps, 'db' | 'background'>,
) => {
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const user = request.principal;
    if (!endpoint || endpoint.method === 'GET' || !user) return;
    background(
      db
        .insertInto('operation_log')
        .values({
          user_id: user.userId,
          username: user.username,
          description: endpoint.summary,
          method: endpoint.method,
          path: endpoint.path,
          status: reply.statusCode,
          request_id: request.id,
          ip: request.ip,
          browser: browserOf(request.headers['user-agent']),
          duration_ms: Math.round(reply.elapsedTime),
        })
        .execute(),
    );
  });
};
