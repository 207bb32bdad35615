import type { Config } from '../../config.ts';
import { noticeText, type NoticeTemplate, type SmsNotice } from '@zhiping/shared/rules/outbox/sms-notices.ts';

const TIMEOUT_MS = 10_000;

/** A code, or a text that is read and not typed. */
export type Sms = { phone: string; code: string } | { phone: string; notice: SmsNotice };

/** Hands a message over, or throws an `SmsProblem`. Null: none is configured. */
export type SmsCarrier = ((sms: Sms) => Promise<void>) | null;

/** Why a code was not taken, in words for an administrator, and whether trying again cannot help. */
export class SmsProblem extends Error {
  readonly isFinal: boolean;
  constructor(words: string, isFinal: boolean) {
    super(words.slice(0, 300));
    this.isFinal = isFinal;
  }
}

/** Whether this carrier takes a notice; without a carrier it stands in the outbox. */
export const takesNotice = (config: Config, template: NoticeTemplate): boolean =>
  config.SMS_ADAPTER !== 'aliyun' || config.SMS_ALIYUN_NOTICE_TEMPLATES[template] !== undefined;

/** The carrier of messages that the settings choose; null keeps them in the outbox. */
export const smsCarrier = (config: Config): SmsCarrier => {
  if (config.SMS_ADAPTER === 'aliyun') return aliyun(config);
  if (config.SMS_ADAPTER === 'webhook')
    return webhook(config.SMS_WEBHOOK_URL as string, config.SMS_WEBHOOK_TOKEN);
  return null;
};

/** Texts are templates that the service has approved, with the variables of ours; that of codes has `code`. */
const templateOf = (config: Config, sms: Sms) => {
  if ('code' in sms)
    return {
      templateCode: config.SMS_ALIYUN_TEMPLATE_CODE,
      templateParam: JSON.stringify({ code: sms.code }),
    };
  const { template, params } = sms.notice;
  const templateCode = config.SMS_ALIYUN_NOTICE_TEMPLATES[template];
  if (!templateCode) throw new SmsProblem(`SMS_ALIYUN_NOTICE_TEMPLATES 中没有 ${template}`, true);
  return { templateCode, templateParam: JSON.stringify(params) };
};

/** The SDK is large, so that it is only loaded where it is used. */
const aliyun = (config: Config): SmsCarrier => {
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
  return async (sms) => {
    const template = templateOf(config, sms);
    const { client: api, SendSmsRequest } = await client;
    const request = new SendSmsRequest({
      phoneNumbers: sms.phone,
      signName: config.SMS_ALIYUN_SIGN_NAME,
      ...template,
    });
    const { body } = await api.sendSms(request).catch((error: unknown) => {
      throw aliyunProblem((error as { code?: string }).code, '');
    });
    if (body?.code !== 'OK') throw aliyunProblem(body?.code, body?.message ?? '');
  };
};

/** Codes of the service itself and of the network may pass; those of the account, the template and the number do not. */
const aliyunProblem = (code = '无应答', words: string) =>
  new SmsProblem(
    `阿里云短信：${code} ${words}`.trim(),
    /^isv\.|^(Invalid|Signature|Forbidden|Missing)|PERMISSION/.test(code),
  );

/** `POST {phone, code}` or `{phone, notice, template, params}` with a bearer token, for any other carrier; every status but 2xx is a failure. */
const webhook =
  (url: string, token: string | undefined): SmsCarrier =>
  async (sms) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(
        'code' in sms ? sms : { phone: sms.phone, ...sms.notice, notice: noticeText(sms.notice) },
      ),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).catch((error: Error) => {
      const { code: cause } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new SmsProblem(`无法连接短信网关${cause ? `（${cause}）` : ''}`, false);
    });
    await response.body?.cancel();
    if (!response.ok) throw new SmsProblem(`短信网关返回 ${response.status}`, isRefusal(response.status));
  };

/** The gateway does not want this call, now or later. */
const isRefusal = (status: number) => status < 500 && ![408, 425, 429].includes(status);
