import {
  API_BASE,
  ID_CARD_TAKEN,
  REQUEST_TIMEOUT_MS,
  STAFF_UNSIGNED,
  WEB_BASE,
} from '@zhiping/shared/constants.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { z } from 'zod';
import { trackOwnWrite } from './own-writes.ts';
import { saveFile } from './save-file.ts';
import { session } from './session-store.ts';

export type FieldError = { field: string; message: string };

type ErrorBody = {
  message?: string;
  code?: string;
  errors?: FieldError[];
  requestId?: string;
  cycleId?: number;
  phone?: string | null;
};

/** A failed call. `status` is 0 for the codes `timeout` and `network`, when no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  /** The cycle whose commitment must be signed first. */
  readonly cycleId: number | undefined;
  /** The masked phone of an account whose password must be set; null if it has none. */
  readonly phone: string | null | undefined;

  constructor(status: number, body: ErrorBody & { message: string; code: string }) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.cycleId = body.cycleId;
    this.phone = body.phone;
  }
}

/** Fields with coercion have the input type `unknown`; for callers it is replaced with the type after coercion. */
type Strict<I, O> = I extends object
  ? { [K in keyof I]: unknown extends I[K] ? (K extends keyof O ? O[K] : never) : I[K] }
  : I;
type CallerInput<S extends z.ZodType> = Strict<z.input<S>, Extract<z.output<S>, object>>;

type Part<Name extends string, S extends z.ZodType> = [z.output<S>] extends [undefined]
  ? unknown
  : Record<never, never> extends z.input<S>
    ? { [K in Name]?: CallerInput<S> }
    : undefined extends z.input<S>
      ? { [K in Name]?: CallerInput<S> }
      : { [K in Name]: CallerInput<S> };

type Options = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The caller shows the message itself, for example beside the form; no notification appears. */
  quiet?: boolean;
};

export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  Options & {
    /** For endpoints with an `upload` field. */
    file?: Blob;
  };

type Arguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export type Answer<E extends Endpoint> = z.output<E['result']>;

type FailureListener = (error: ApiError, options: { quiet: boolean }) => void;
let onFailure: FailureListener = () => {};

/** Sets the only listener for failed calls (specification §8). */
export const setFailureListener = (listener: FailureListener) => {
  onFailure = listener;
};

type RawInput = Options & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
};

/** Schemas parse times in an address to dates; this formats them back. */
const wireText = (value: unknown) => (value instanceof Date ? formatDateTime(value) : String(value));

export const urlOf = (
  endpoint: Endpoint,
  { params = {}, query = {} }: Pick<RawInput, 'params' | 'query'>,
) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, wireText(one));
    }
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`;
};

const formOf = (field: string, file: Blob, body: unknown) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  form.append(field, file);
  return form;
};

const requestOf = (endpoint: Endpoint, { body, file }: RawInput): RequestInit => {
  const { token } = session.get();
  const authorization: Record<string, string> = token ? { Authorization: token } : {};
  if (endpoint.upload && file) {
    return {
      method: endpoint.method,
      headers: authorization,
      body: formOf(endpoint.upload.field, file, body),
    };
  }
  return {
    method: endpoint.method,
    headers: { ...authorization, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
};

const NO_ANSWER = '接口请求失败';

const readableMessage = (message: string) =>
  message.startsWith(ID_CARD_TAKEN) ? '身份证号码已存在' : message;

/** Reads the error body as JSON whatever type the call expects: failed downloads return JSON too. */
const errorOf = async (response: Response): Promise<ApiError> => {
  try {
    const { message, ...body } = (await response.json()) as ErrorBody;
    if (typeof message === 'string') {
      return new ApiError(response.status, {
        ...body,
        message: readableMessage(message),
        code: body.code ?? 'unknown',
      });
    }
  } catch {
    // A proxy may return HTML; then only the status is known.
  }
  return new ApiError(response.status, { message: NO_ANSWER, code: 'unreadable' });
};

const jsonOf = async (response: Response): Promise<unknown> => {
  const answer = await response.text();
  return answer === '' ? undefined : JSON.parse(answer);
};

/** File name of a download. The encoded form has priority, because Chinese names need it. */
const fileNameOf = (response: Response) => {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(disposition)?.[1] ?? '下载');
};

type Received<T> = (response: Response) => Promise<T>;

const send = async <T>(endpoint: Endpoint, input: RawInput, receive: Received<T>): Promise<T> => {
  const timeout = AbortSignal.timeout(input.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
  try {
    const response = await fetch(urlOf(endpoint, input), { ...requestOf(endpoint, input), signal });
    if (!response.ok) throw await errorOf(response);
    return await receive(response);
  } catch (error) {
    if (error instanceof ApiError || input.signal?.aborted) throw error;
    throw timeout.aborted
      ? new ApiError(0, { message: '网络请求超时', code: 'timeout' })
      : new ApiError(0, { message: NO_ANSWER, code: 'network' });
  }
};

type Signing = (cycleId: number) => Promise<boolean>;
let askToSign: Signing = () => Promise.resolve(false);

/** Sets the function that asks for the commitment of a cycle; it returns whether it was signed. */
export const setSigning = (signing: Signing) => {
  askToSign = signing;
};

const isSigned = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError &&
  error.code === STAFF_UNSIGNED &&
  error.cycleId !== undefined &&
  (await askToSign(error.cycleId));

const sendAsOwnWrite: typeof send = (endpoint, input, receive) => {
  const answer = send(endpoint, input, receive);
  // Autosaves do not change permissions or menus, so they are not marked.
  return endpoint.method === 'GET' || endpoint.autosave ? answer : trackOwnWrite(answer);
};

const sendAndReport = async <T>(endpoint: Endpoint, input: RawInput, receive: Received<T>): Promise<T> => {
  try {
    return await sendAsOwnWrite(endpoint, input, receive);
  } catch (error) {
    // A call that was refused for a missing signature is repeated once that is signed.
    if (await isSigned(error)) return sendAndReport(endpoint, input, receive);
    if (error instanceof ApiError) onFailure(error, { quiet: input.quiet ?? false });
    throw error;
  }
};

/**
 * Calls an endpoint of the server and returns the parsed response. Throws `ApiError`; also passes it to the failure
 * listener. Only this module uses `fetch`.
 */
export const call = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Answer<E>> =>
  sendAndReport(endpoint, (input ?? {}) as RawInput, jsonOf) as Promise<Answer<E>>;

type Progress = (share: number) => void;

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
const sendWithProgress = (endpoint: Endpoint, input: RawInput, onProgress: Progress) =>
  new Promise<Response>((resolve, reject) => {
    // An aborted signal has no later `abort` event.
    input.signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const { headers, body } = requestOf(endpoint, input);
    request.open(endpoint.method, urlOf(endpoint, input));
    for (const [name, value] of Object.entries(headers as Record<string, string>))
      request.setRequestHeader(name, value);
    request.timeout = input.timeoutMs ?? REQUEST_TIMEOUT_MS;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () =>
      resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new ApiError(0, { message: NO_ANSWER, code: 'network' })));
    request.addEventListener('timeout', () =>
      reject(new ApiError(0, { message: '网络请求超时', code: 'timeout' })),
    );
    input.signal?.addEventListener('abort', () => request.abort());
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    request.send(body as FormData);
  });

/** Calls an endpoint with a file. `onProgress` gets the sent share, 0 to 1. */
export const upload = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { file: Blob },
  onProgress: Progress,
): Promise<Answer<E>> => {
  const options = input as RawInput;
  try {
    const response = await sendWithProgress(endpoint, options, onProgress);
    if (!response.ok) throw await errorOf(response);
    return (await jsonOf(response)) as Answer<E>;
  } catch (error) {
    if (await isSigned(error)) return upload(endpoint, input, onProgress);
    if (error instanceof ApiError) onFailure(error, { quiet: options.quiet ?? false });
    throw error;
  }
};

export const fetchFile = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Blob> =>
  sendAndReport(endpoint, (input ?? {}) as RawInput, (response) => response.blob());

/** Fetches a file and saves it under the name from the server. */
export const download = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<void> =>
  sendAndReport(endpoint, (input ?? {}) as RawInput, async (response) =>
    saveFile(await response.blob(), fileNameOf(response)),
  );

/** The build that the server delivers now; undefined if it cannot be read. */
export const deployedBuild = async (): Promise<string | undefined> => {
  try {
    const response = await fetch(`${WEB_BASE}/build.json`, { cache: 'no-store' });
    return response.ok ? ((await response.json()) as { build: string }).build : undefined;
  } catch {
    return undefined;
  }
};
