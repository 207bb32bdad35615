import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Bytes, type Endpoint, type Upload } from '@zhiping/shared/endpoint.ts';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { mustConfirm } from '@zhiping/shared/rules/expert/confirmation.ts';
import { AppError, forbidden, unauthorized } from '../errors.ts';
import { withRequestId } from '../request-id.ts';
import { withoutEchoedVersion } from '../stock-client/echoed-version.ts';
import { dataHeaders } from './data-headers.ts';
import { parseInput, rejectUnstorable, withoutEmptyValues } from './input.ts';
import { holds, type Principal } from '../auth/principal.ts';
import { type Sessions, tokenCookie } from '../auth/session.ts';
import {
  readUpload,
  type ReceivedFile,
  type Uploaded,
  type UploadedFile,
  type UploadSettings,
} from '../files/upload.ts';
import type { AskedPart } from '../files/read-part.ts';
import type { Clock } from '../clock.ts';

/** Where and when a call comes from, for logs, locks and sessions. */
export type Caller = {
  at: Date;
  ip: string;
  userAgent: string | undefined;
  authorization: string | undefined;
  requestId: string;
} & AskedPart;

export type Context<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** Null only where the endpoint is public. */
  user: E['access'] extends 'public' ? Principal | null : Principal;
  /** The uploaded file, where the endpoint has one; undefined where JSON came in its place. */
  file: UploadedFile;
  /** The uploaded file, where the endpoint has one that goes to disk; gone after the call unless it was kept. */
  received: ReceivedFile;
  caller: Caller;
};

type Handle<E extends Endpoint> = (
  context: Context<E>,
) => z.input<E['result']> | Promise<z.input<E['result']>>;

export type Route = { endpoint: Endpoint; handle: (context: never) => unknown };

/** Bind an endpoint to its handler. Who may call it is part of the endpoint, so no route can be without a permission. */
export const on = <E extends Endpoint>(endpoint: E, handle: Handle<E>): Route => ({ endpoint, handle });

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** When the call came in. */
    at: Date;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Make the routes reachable below `/title`. */
export const mount = (
  app: FastifyInstance,
  routes: Route[],
  { sessions, clock, uploads }: { sessions: Sessions; clock: Clock; uploads: UploadSettings },
) => {
  for (const { endpoint, handle } of routes)
    app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      config: { endpoint },
      helmet: false,
      ...(endpoint.upload?.orJson ? { bodyLimit: endpoint.upload.maxBytes } : {}),
      onRequest: async (request) => {
        request.at = clock.now();
        await authorise(endpoint, request, sessions);
      },
      handler: async (request, reply) => {
        const isUpload = endpoint.upload && (request.isMultipart() || !endpoint.upload.orJson);
        const upload = isUpload ? await readUpload(request, endpoint.upload as Upload, uploads) : null;
        try {
          const context = contextOf(endpoint, request, upload);
          const result = await withRequestId(request.id, () => (handle as Handle<Endpoint>)(context));
          return await answer(endpoint, reply, result);
        } finally {
          await upload?.discard();
        }
      },
    });
};

const authorise = async (endpoint: Endpoint, request: FastifyRequest, sessions: Sessions) => {
  const { access } = endpoint;
  const { authorization, cookie } = request.headers;
  request.principal = await sessions.find(
    authorization ?? (endpoint.byCookie ? tokenCookie(cookie) : undefined),
    request.at,
  );
  if (access === 'public') return;
  if (!request.principal) throw unauthorized();
  if (!endpoint.atConfirmationGate && mustConfirm(request.principal.view))
    throw new AppError(403, 'expert.unconfirmed', '请先核对并确认您的专家信息');
  if (!mayCall(endpoint, request.principal)) throw forbidden();
};

/** Whether this person may call an endpoint. */
export const mayCall = ({ access }: Pick<Endpoint, 'access'>, principal: Principal): boolean => {
  if (access === 'public' || access === 'signedIn') return true;
  return holds(principal, typeof access === 'string' ? [access] : access);
};

const contextOf = (
  endpoint: Endpoint,
  request: FastifyRequest,
  upload: Uploaded | null,
): Context<Endpoint> => {
  const rawBody = upload ? upload.fields : request.body;
  rejectUnstorable([request.params, request.query, rawBody]);
  return {
    ...parseInput(endpoint, {
      params: request.params,
      query: withoutEmptyValues(request.query as Record<string, unknown>),
      body: withoutEchoedVersion(endpoint, rawBody),
    }),
    // The types of a single endpoint are sharper; here any may come.
    user: request.principal as Principal,
    file: upload?.file as UploadedFile,
    received: upload?.received as ReceivedFile,
    caller: {
      at: request.at,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      authorization: request.headers.authorization,
      requestId: request.id,
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
    },
  };
};

const answer = (endpoint: Endpoint, reply: FastifyReply, result: unknown) => {
  reply.code(endpoint.status).headers(dataHeaders);
  if (endpoint.result === Bytes) return answerBytes(reply, result as Bytes);
  reply.header('cache-control', 'no-store');
  const parsed = endpoint.result.parse(result);
  if (parsed === undefined) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(parsed));
};

/** encodeURIComponent leaves some characters that RFC 8187 does not. */
const encodedName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Uploaded content is untrusted: none of its scripts runs, no other site embeds it, no shared cache keeps it. A PDF is
 * not sandboxed, since browsers then do not show it; they run its scripts apart from the app's pages.
 */
const uploadedHeaders = (type: string) => ({
  'content-security-policy': `${dataHeaders['content-security-policy']}${type === 'application/pdf' ? '' : '; sandbox'}`,
  'cross-origin-resource-policy': 'same-origin',
});

const cacheControl = ({ cacheSeconds, uploaded }: Bytes) => {
  if (!cacheSeconds) return 'no-store';
  return uploaded ? `private, max-age=${cacheSeconds}` : `public, max-age=${cacheSeconds}, immutable`;
};

const answerBytes = (reply: FastifyReply, answered: Bytes) => {
  const { type, bytes, length, fileName, uploaded, etag, part } = answered;
  if (fileName)
    reply.header(
      'content-disposition',
      `${uploaded ?? 'attachment'}; filename*=UTF-8''${encodedName(fileName)}`,
    );
  if (uploaded) reply.headers(uploadedHeaders(type));
  if (length !== undefined) reply.header('content-length', length);
  if (etag) reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${part.total}`);
  const content = bytes instanceof Uint8Array || bytes instanceof Readable ? bytes : Readable.from(bytes);
  return reply.type(type).header('cache-control', cacheControl(answered)).send(content);
};
