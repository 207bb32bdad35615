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
import { asOwnWrite } from './own-writes.ts';
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

/** `timeout` and `network` have status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  /** The cycle whose commitment is to be signed first. */
  readonly cycleId: number | undefined;
  /** The masked phone of an account whose password is to be chosen; null where it has none. */
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

/** Coerced parts accept anything on the wire; callers in the browser are held to what comes out of the coercion. */
type Strict<I, O> = I extends object
  ? { [K in keyof I]: unknown extends I[K] ? (K extends keyof O ? O[K] : never) : I[K] }
  : I;
type Given<S extends z.ZodType> = Strict<z.input<S>, Extract<z.output<S>, object>>;

type Part<Name extends string, S extends z.ZodType> = [z.output<S>] extends [undefined]
  ? unknown
  : Record<never, never> extends z.input<S>
    ? { [K in Name]?: Given<S> }
    : undefined extends z.input<S>
      ? { [K in Name]?: Given<S> }
      : { [K in Name]: Given<S> };

type Options = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The caller shows the message itself, beside the form for instance; no notification appears. */
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

/** The app registers the one reaction to failed calls (specification §8). */
export const setFailureListener = (listener: FailureListener) => {
  onFailure = listener;
};

type RawInput = Options & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
};

/** Schemas make dates of the times in an address; they go out as they came. */
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

const readable = (message: string) => (message.startsWith(ID_CARD_TAKEN) ? '身份证号码已存在' : message);

/** Error bodies are read whatever type the call asked for: a failed download answers JSON too. */
const errorOf = async (response: Response): Promise<ApiError> => {
  try {
    const { message, ...body } = (await response.json()) as ErrorBody;
    if (typeof message === 'string') {
      return new ApiError(response.status, {
        ...body,
        message: readable(message),
        code: body.code ?? 'unknown',
      });
    }
  } catch {
    // A proxy in between answers HTML; the status is all there is.
  }
  return new ApiError(response.status, { message: NO_ANSWER, code: 'unreadable' });
};

const jsonOf = async (response: Response): Promise<unknown> => {
  const answer = await response.text();
  return answer === '' ? undefined : JSON.parse(answer);
};

/** The name that the server gives a download; the encoded form comes first, since Chinese names need it. */
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

/** The app shows the commitment of a cycle, and answers whether it was signed. */
export const setSigning = (signing: Signing) => {
  askToSign = signing;
};

const isSigned = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError &&
  error.code === STAFF_UNSIGNED &&
  error.cycleId !== undefined &&
  (await askToSign(error.cycleId));

const sendMarked: typeof send = (endpoint, input, receive) => {
  const answer = send(endpoint, input, receive);
  // What saves itself changes nothing that is heard of.
  return endpoint.method === 'GET' || endpoint.autosave ? answer : asOwnWrite(answer);
};

const sendAndTell = async <T>(endpoint: Endpoint, input: RawInput, receive: Received<T>): Promise<T> => {
  try {
    return await sendMarked(endpoint, input, receive);
  } catch (error) {
    // What was refused for want of a signature goes on with it.
    if (await isSigned(error)) return sendAndTell(endpoint, input, receive);
    if (error instanceof ApiError) onFailure(error, { quiet: input.quiet ?? false });
    throw error;
  }
};

/** Call an endpoint of the server. The only place of the web app with `fetch`. */
export const call = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Answer<E>> =>
  sendAndTell(endpoint, (input ?? {}) as RawInput, jsonOf) as Promise<Answer<E>>;

type Progress = (share: number) => void;

/** As `fetch` would, but it tells how much has been sent, which `fetch` cannot. */
const sendCounted = (endpoint: Endpoint, input: RawInput, onProgress: Progress) =>
  new Promise<Response>((resolve, reject) => {
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

/** Call an endpoint with its file, and hear how much of it (0 to 1) is on the server. */
export const upload = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { file: Blob },
  onProgress: Progress,
): Promise<Answer<E>> => {
  const options = input as RawInput;
  try {
    const response = await sendCounted(endpoint, options, onProgress);
    if (!response.ok) throw await errorOf(response);
    return (await jsonOf(response)) as Answer<E>;
  } catch (error) {
    if (await isSigned(error)) return upload(endpoint, input, onProgress);
    if (error instanceof ApiError) onFailure(error, { quiet: options.quiet ?? false });
    throw error;
  }
};

/** Fetch a file for the page itself. */
export const fetchFile = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Blob> =>
  sendAndTell(endpoint, (input ?? {}) as RawInput, (response) => response.blob());

/** Fetch a file and hand it to the browser under the name that the server gave it. */
export const download = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<void> =>
  sendAndTell(endpoint, (input ?? {}) as RawInput, async (response) =>
    saveFile(await response.blob(), fileNameOf(response)),
  );

/** The build that the server hands out now; undefined when it cannot be told. */
export const deployedBuild = async (): Promise<string | undefined> => {
  try {
    const response = await fetch(`${WEB_BASE}/build.json`, { cache: 'no-store' });
    return response.ok ? ((await response.json()) as { build: string }).build : undefined;
  } catch {
    return undefined;
  }
};
