import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import type { Carrier } from './outbox.ts';

/** The SMTP carrier of the settings; null keeps mail in the outbox. */
export const mailCarrier = (config: Config): Carrier => {
  if (!config.SMTP_HOST) return null;
  const transport = createTransport({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SECURE,
    auth: config.SMTP_USER ? { user: config.SMTP_USER, pass: config.SMTP_PASSWORD } : undefined,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return async (to, text) => {
    await transport.sendMail({ from: config.SMTP_FROM, to, subject: `${PRODUCT_TITLE}验证码`, text });
  };
};
