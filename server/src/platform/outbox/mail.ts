import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { Mail } from './mails/mail.ts';

/** Hands a message over to the mail server, or throws. Null: none is configured. */
export type MailCarrier = ((to: string, mail: Mail, messageId: string) => Promise<void>) | null;

const openTransport = (config: Config) =>
  createTransport({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SECURE,
    auth: config.SMTP_USER ? { user: config.SMTP_USER, pass: config.SMTP_PASSWORD } : undefined,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });

/** Connects to the mail server and signs in, without sending; throws what it does not accept. */
export const tryMailServer = async (config: Config): Promise<void> => {
  const transport = openTransport(config);
  await transport.verify();
  transport.close();
};

/** The SMTP carrier of the settings; null keeps mail in the outbox. */
export const mailCarrier = (config: Config): MailCarrier => {
  if (!config.SMTP_HOST) return null;
  const transport = openTransport(config);
  return async (to, mail, messageId) => {
    // An address object: a text would be read as a list of addresses.
    await transport.sendMail({ from: config.SMTP_FROM, to: { name: '', address: to }, messageId, ...mail });
  };
};
