import { expect } from 'vitest';
import { constants, publicEncrypt } from 'node:crypto';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { PASSWORD } from './factories.ts';
import { CAPTCHA_ANSWER, type TestServer } from './harness.ts';

/** A password as the login page sends it. */
export const encrypted = async (server: TestServer, text: string) => {
  const { body } = await server.call(authApi.publicKey);
  const key = { key: body.publicKey, padding: constants.RSA_PKCS1_PADDING };
  return publicEncrypt(key, Buffer.from(text)).toString('base64');
};

export const takeCaptcha = async (server: TestServer) => {
  const { body } = await server.call(authApi.captcha);
  return { uuid: body.uuid, code: CAPTCHA_ANSWER };
};

type Login = { username: string; password?: string; remoteAddress?: string; rememberMe?: boolean };

/** Sign in through the whole way of the login page. */
export const signIn = async (
  server: TestServer,
  { username, password = PASSWORD, remoteAddress, rememberMe }: Login,
) =>
  server.call(authApi.login, {
    body: {
      username,
      password: await encrypted(server, password),
      ...(await takeCaptcha(server)),
      rememberMe,
    },
    remoteAddress: remoteAddress ?? '127.0.0.1',
  });

export const messagesTo = (server: TestServer, phone: string) =>
  server.db
    .selectFrom('outbox')
    .select('content')
    .where('recipient', '=', phone)
    .orderBy('id', 'desc')
    .execute();

/** The code that went out to a phone last. */
export const codeSentTo = async (server: TestServer, phone: string) => {
  await expect.poll(() => messagesTo(server, phone)).not.toHaveLength(0);
  return (await messagesTo(server, phone))[0]?.content as string;
};

type FirstLogin = {
  username: string;
  oldPass?: string;
  newPass: string;
  pinCode?: string;
  remoteAddress?: string;
};

export const changeFirstPassword = async (server: TestServer, input: FirstLogin) =>
  server.call(authApi.changePassword, {
    body: {
      username: input.username,
      oldPass: await encrypted(server, input.oldPass ?? PASSWORD),
      newPass: await encrypted(server, input.newPass),
      pinCode: input.pinCode,
      ...(await takeCaptcha(server)),
    },
    remoteAddress: input.remoteAddress ?? '127.0.0.1',
  });
