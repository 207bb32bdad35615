import type { Config } from '../config.ts';
import type { Carrier } from './outbox.ts';

const TIMEOUT_MS = 10_000;

/** The carrier of SMS codes that the settings choose; null keeps them in the outbox. The content is the code. */
export const smsCarrier = (config: Config): Carrier => {
  if (config.SMS_ADAPTER === 'aliyun') return aliyun(config);
  if (config.SMS_ADAPTER === 'webhook')
    return webhook(config.SMS_WEBHOOK_URL as string, config.SMS_WEBHOOK_TOKEN);
  return null;
};

/** The SDK is large, so that it is only loaded where it is used. Its template must have the variable `code`. */
const aliyun = (config: Config): Carrier => {
  const client = import('@alicloud/dysmsapi20170525').then(({ default: sdk }) => {
    const { default: Client, SendSmsRequest } = sdk;
    const options = {
      accessKeyId: config.SMS_ALIYUN_ACCESS_KEY_ID,
      accessKeySecret: config.SMS_ALIYUN_ACCESS_KEY_SECRET,
      endpoint: config.SMS_ALIYUN_ENDPOINT,
      readTimeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
    };
    return { client: new Client(options as ConstructorParameters<typeof Client>[0]), SendSmsRequest };
  });
  return async (phone, code) => {
    const { client: api, SendSmsRequest } = await client;
    const { body } = await api.sendSms(
      new SendSmsRequest({
        phoneNumbers: phone,
        signName: config.SMS_ALIYUN_SIGN_NAME,
        templateCode: config.SMS_ALIYUN_TEMPLATE_CODE,
        templateParam: JSON.stringify({ code }),
      }),
    );
    if (body?.code !== 'OK') throw new Error(`阿里云短信：${body?.code} ${body?.message}`);
  };
};

/** `POST {phone, code}` with a bearer token, for any other carrier; every status but 2xx is a failure. */
const webhook =
  (url: string, token: string | undefined): Carrier =>
  async (phone, code) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ phone, code }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`短信网关返回 ${response.status}`);
  };
