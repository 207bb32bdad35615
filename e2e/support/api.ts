import { constants, publicEncrypt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { z } from 'zod';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { type Account, captchaAnswer } from './accounts.ts';

type Input<E extends Endpoint> = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: z.input<E['body']>;
};

/** Calls by their contracts, for what stories do not look at, or many people do the same way. */
export type Call = <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<z.output<E['result']>>;

export const callerOf =
  (request: APIRequestContext, token?: string): Call =>
  async (endpoint, { params = {}, query = {}, body } = {}) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
    const answer = await request.fetch(API_BASE + path, {
      method: endpoint.method,
      params: query,
      headers: token === undefined ? {} : { authorization: token },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${endpoint.method} ${path}: ${answer.status()} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

/** Encrypts the passwords of a form. */
const secretsFor = async (call: Call) => {
  const { publicKey } = await call(authApi.publicKey);
  const { uuid } = await call(authApi.captcha);
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  const encrypt = (password: string) => publicEncrypt(key, Buffer.from(password)).toString('base64');
  return { encrypt, picture: { code: captchaAnswer, uuid } };
};

/** A session without the form; answers its token. */
export const openSession = async (request: APIRequestContext, { username, password }: Account) => {
  const call = callerOf(request);
  const { encrypt, picture } = await secretsFor(call);
  const body = { username, password: encrypt(password), ...picture };
  return (await call(authApi.login, { body })).token;
};

/** Tokens of this worker, by account; those of another server are not open at this one. */
const tokens = new Map<string, string>();

const isOpen = (request: APIRequestContext, token: string) =>
  callerOf(
    request,
    token,
  )(authApi.info).then(
    () => true,
    () => false,
  );

/** A session that stories of this worker share, until one of them ends it: a password is tried slowly, by design. */
export const keptSession = async (request: APIRequestContext, account: Account) => {
  const key = `${account.username} ${account.password}`;
  const kept = tokens.get(key);
  if (kept !== undefined && (await isOpen(request, kept))) return kept;
  const token = await openSession(request, account);
  tokens.set(key, token);
  return token;
};

type FirstSession = { newPassword: string; readCode(phone: string): Promise<string> };

/** The first session of an account that is called by its phone: with the code of an SMS and a password of one's own. */
export const openFirstSession = async (
  request: APIRequestContext,
  { username, password }: Account,
  { newPassword, readCode }: FirstSession,
) => {
  const call = callerOf(request);
  await call(authApi.phoneCode, { query: { phoneNumber: username } });
  const { encrypt, picture } = await secretsFor(call);
  const body = {
    username,
    oldPass: encrypt(password),
    newPass: encrypt(newPassword),
    ...picture,
    pinCode: await readCode(username),
  };
  return (await call(authApi.changePassword, { body })).token;
};
