import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, tooMany } from '../errors.ts';
import { errorBody } from './error-answers.ts';
import type { TrustProxy } from '../../trust-proxy.ts';
import { callerNetwork } from './network.ts';

export type BodyLimits = {
  /** A body is whole in this time; one of an upload has moved by `leastBytes` in each such time. */
  bodyMs: number;
  leastBytes: number;
  /** From then on a body counts as slow, of which one address may have so many. */
  slowMs: number;
  mostSlow: number;
  /** Open connections of one address, behind which a whole school may sit. A proxy has as many as it likes. */
  mostConnections: number;
};

export const bodyLimits: BodyLimits = {
  bodyMs: 30_000,
  leastBytes: 32 * 1024,
  slowMs: 2000,
  mostSlow: 100,
  mostConnections: 4000,
};

/** How many things of each address are open. */
const createCounts = () => {
  const counts = new Map<string, number>();
  const add = (address: string, step: 1 | -1) => {
    const count = (counts.get(address) ?? 0) + step;
    if (count > 0) counts.set(address, count);
    else counts.delete(address);
    return count;
  };
  return { enter: (address: string) => add(address, 1), leave: (address: string) => add(address, -1) };
};

/** End a call whose body is still coming: what its handler waits for will not come any more. */
const cut = (request: FastifyRequest, reply: FastifyReply, error: AppError) => {
  const { socket } = request.raw;
  if (reply.raw.headersSent) return socket.destroy();
  const body = JSON.stringify(errorBody(error, request.id));
  const head = [
    `HTTP/1.1 ${error.status} ${error.code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};

const tooSlow = () => new AppError(408, 'http.too_slow', '提交的内容传输过慢，请检查网络后重试');

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Ends connections that send nothing, or a byte at a time. Registered before anything that may answer a call. */
export const registerBodyLimits = (app: FastifyInstance, limits: BodyLimits, isProxy: TrustProxy | false) => {
  const slow = createCounts();
  const connections = createCounts();

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = callerNetwork(address);
    if (isProxy && isProxy(address, 0)) return;
    if (connections.enter(network) > limits.mostConnections) socket.destroy();
    socket.once('close', () => connections.leave(network));
  });

  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    const network = callerNetwork(request.ip);
    const { socket } = raw;
    // Nothing reads what comes after the answer.
    const mayTakeLong = () =>
      request.routeOptions.config.endpoint?.upload !== undefined && !reply.raw.headersSent;
    let [since, before] = [performance.now(), socket.bytesRead];
    let isSlow = false;
    const check = () => {
      // The handler has not started to read: the sender is not the slow side.
      if (raw.readableFlowing === null) {
        since = performance.now();
        return undefined;
      }
      if (!isSlow) {
        isSlow = true;
        if (slow.enter(network) > limits.mostSlow) return cut(request, reply, tooMany(limits.bodyMs / 1000));
      }
      if (performance.now() - since < limits.bodyMs) return undefined;
      if (!mayTakeLong() || socket.bytesRead - before < limits.leastBytes)
        return cut(request, reply, tooSlow());
      [since, before] = [performance.now(), socket.bytesRead];
      return undefined;
    };
    const timer = setInterval(check, limits.slowMs).unref();
    const stop = () => {
      clearInterval(timer);
      if (isSlow) slow.leave(network);
      isSlow = false;
      for (const one of [raw, socket]) one.off('close', stop);
    };
    // A call that is cut short ends with its connection, any other before it.
    for (const one of [raw, socket]) one.on('close', stop);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.raw) && request.raw.complete === false) watch(request, reply);
  });
};
