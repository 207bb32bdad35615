import { constants, publicEncrypt } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { CAPTCHA_ANSWER, INITIAL_ADMIN_PASSWORD } from './node.ts';

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

type Call = {
  token?: string;
  json?: unknown;
  stream?: { body: Readable; headers: http.OutgoingHttpHeaders };
  headers?: http.OutgoingHttpHeaders;
  /** The address of this machine that the call comes from: 127.0.0.0/8 is many callers. */
  from?: string;
};

/** One call on a connection of its own; accepts the self-signed certificate of the test. */
export const call = (base: string, method: string, path: string, options: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { token, json, stream, from } = options;
    const body = json === undefined ? undefined : JSON.stringify(json);
    const url = new URL(`/title${path}`, base);
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent: false,
      rejectUnauthorized: false,
      ...(from ? { localAddress: from } : {}),
      headers: {
        ...(token ? { authorization: token } : {}),
        ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...stream?.headers,
        ...options.headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    if (stream) stream.body.on('error', reject).pipe(request);
    else request.end(body);
  });

export const jsonOf = <T>(answer: Answer) => JSON.parse(answer.body.toString()) as T;

type Attempt = { username: string; password: string; from?: string; headers?: http.OutgoingHttpHeaders };

/** A request of the login page: an encrypted password and a solved captcha. */
const attempt = async (base: string, { username, password, ...options }: Attempt) => {
  const { publicKey } = jsonOf<{ publicKey: string }>(await call(base, 'GET', '/auth/publicKey', options));
  const { uuid } = jsonOf<{ uuid: string }>(await call(base, 'GET', '/auth/code', options));
  const encrypted = (text: string) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString(
      'base64',
    );
  const login = { username, password: encrypted(password), code: CAPTCHA_ANSWER, uuid };
  return { ...options, encrypted, login };
};

export const signIn = async (base: string, who: Attempt) => {
  const { login, encrypted: _, ...options } = await attempt(base, who);
  return call(base, 'POST', '/auth/login', { ...options, json: login });
};

/** The first login of the administrator, who must choose a new password. */
export const signInFirst = async (base: string, newPassword: string): Promise<string> => {
  const { login, encrypted } = await attempt(base, { username: 'admin', password: INITIAL_ADMIN_PASSWORD });
  const { password: oldPass, ...rest } = login;
  const answer = await call(base, 'POST', '/api/users/login/change', {
    json: { ...rest, oldPass, newPass: encrypted(newPassword) },
  });
  if (answer.status !== 200) throw new Error(`first login: ${answer.status} ${answer.body.toString()}`);
  return jsonOf<{ token: string }>(answer).token;
};
