import { createServer } from 'node:http';
import Fastify from 'fastify';

/** Servers that only answer a given body: what HTTP itself costs here. Started by http.ts with the kind and the body. */
const [kind, body = '{}'] = process.argv.slice(2);

if (kind === 'node') {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
} else {
  const app = Fastify();
  const answer: unknown = JSON.parse(body);
  app.get('/', async () => answer);
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as { port: number }).port });
}
