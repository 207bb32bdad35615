import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { AppError, notFound } from '../errors.ts';
import { asUnavailable } from './unavailable.ts';
import { systemClock } from '../clock.ts';
import { dataHeaders } from './data-headers.ts';

/** Refusals of the HTTP layer before any own code runs, in Chinese. */
const transportMessages: Record<number, string> = {
  400: '请求格式不正确',
  404: '请求的地址不存在',
  405: '不支持的请求方法',
  406: '请求格式不正确',
  408: '请求超时，请重试',
  413: '提交的内容过大',
  414: '请求的地址过长',
  415: '不支持的内容类型',
  429: '操作过于频繁，请稍后再试',
  431: '请求头过大',
  503: '服务正在重启，请稍后再试',
};

/** After a 503 it is worth another try in this time. */
const RETRY_SECONDS = 5;

/** SQLSTATE class 22: a value that the schema let through but no column takes. */
const isDataException = (error: unknown) => error instanceof pg.DatabaseError && error.code?.startsWith('22');

/** Any error as one that may be shown; whatever is not meant for the caller becomes a bare 500. */
const shown = (error: FastifyError | AppError): AppError => {
  if (error instanceof AppError) return error;
  if (isDataException(error)) return new AppError(400, 'input.invalid', '提交的数据格式不正确');
  // With a status it is the transport that speaks of the caller's own connection.
  const away = error.statusCode === undefined ? asUnavailable(error) : null;
  if (away) return away;
  const status = error.statusCode ?? 500;
  const message = transportMessages[status];
  if (status < 500 || status === 503)
    return new AppError(status, 'http.refused', message ?? '请求格式不正确');
  return new AppError(500, 'internal', '服务器内部错误，请稍后再试；如反复出现，请将请求编号告知管理员');
};

/** The body of every error (wire.md §1). */
export const errorBody = (error: AppError, requestId: string) => ({
  status: error.status,
  timestamp: systemClock.now().getTime(),
  message: error.message,
  code: error.code,
  errors: error.fields,
  ...error.details,
  requestId,
});

export const answerError = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
  const app = shown(error);
  if (app.status >= 500)
    request.log.error({ err: error, route: request.routeOptions?.url }, 'request failed');
  // A download may have set these before its first byte failed.
  for (const name of ['content-disposition', 'content-length']) reply.removeHeader(name);
  if (app.status === 503) reply.header('retry-after', RETRY_SECONDS);
  // Calls, and addresses that no route takes, have no page headers.
  if (!reply.hasHeader('content-security-policy')) reply.headers(dataHeaders);
  return reply
    .code(app.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(app, request.id));
};

const statusOfClientError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Input that is no HTTP, or too large or too slow to become a request: answered like every other error. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statusOfClientError[error.code ?? ''] ?? 400;
  const message = transportMessages[status]!;
  const body = JSON.stringify(errorBody(new AppError(status, 'http.refused', message), randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(dataHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // At once: a client that does not hang up would hold the connection.
  socket.destroy();
};

const withHead = (method: string) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
/** Each path as a pattern of what may stand in an address; those with fewer parameters before those with more. */
const paths = [...Map.groupBy(allEndpoints, ({ path }) => path)]
  .map(([path, endpoints]) => ({
    parameters: path.split(':').length,
    methods: endpoints.flatMap(({ method }) => withHead(method)),
    pattern: new RegExp(`^${API_BASE}${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }))
  .toSorted((one, other) => one.parameters - other.parameters);

/**
 * The methods of an address that no call takes with this one, where there are some. A word may look like an id or an
 * event: what has fewer parameters is what is meant.
 */
const otherMethods = ({ is404, url, method, routeOptions }: FastifyRequest): string[] => {
  if (!is404 && !routeOptions.url?.includes(':')) return [];
  const address = url.split('?', 1)[0] as string;
  const meant = paths.find(({ pattern }) => pattern.test(address));
  return !meant || meant.methods.includes(method) ? [] : meant.methods;
};

export const registerErrorAnswers = (app: FastifyInstance) => {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound('请求的地址'), request, reply));
  // Before a body is read: of what type it is does not matter any more.
  app.addHook('onRequest', async (request, reply) => {
    const methods = otherMethods(request);
    if (methods.length === 0) return;
    reply.header('allow', methods.join(', '));
    throw new AppError(405, 'method_not_allowed', '不支持的请求方法');
  });
};
