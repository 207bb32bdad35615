import { createServer } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createPool } from '../server/src/platform/database/db.ts';

/**
 * Servers that only answer a given body: what HTTP itself costs here; and one that asks the database given statements and
 * answers what comes, without a session, a permission or a schema. Started by http.ts with the kind and what it needs.
 */
const [kind, body = '{}'] = process.argv.slice(2);
type Asking = { connection: pg.ClientConfig; statements: pg.QueryConfig[] };

const listen = async (app: FastifyInstance) => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as { port: number }).port });
};

if (kind === 'node') {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
} else if (kind === 'fastify') {
  const app = Fastify();
  const answer: unknown = JSON.parse(body);
  app.get('/', async () => answer);
  await listen(app);
} else {
  const { connection, statements } = JSON.parse(body) as Asking;
  const pool = createPool(connection);
  const app = Fastify();
  app.get('/', async () => {
    const [content, counted] = await Promise.all(statements.map((statement) => pool.query(statement)));
    return { content: content?.rows, totalElements: counted?.rows[0]?.total };
  });
  await listen(app);
}
