import { randomBytes } from 'node:crypto';
import { createCaptcha } from '../../platform/auth/captcha.ts';
import type { Db } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import { later } from '../../platform/clock.ts';

const LIFE_MS = 120_000;

/** A new picture and the id to send back with its answer; it lives two minutes and is good for one use. */
export const issueCaptcha = async (db: Db, fixedAnswer: string | undefined, now: Date) => {
  const { answer, svg } = createCaptcha(fixedAnswer);
  const uuid = `captcha_code:${randomBytes(16).toString('hex')}`;
  await db
    .insertInto('captcha')
    .values({ id: uuid, answer: answer.toLowerCase(), expires_at: later(now, LIFE_MS) })
    .execute();
  return { uuid, img: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
};

/** Take the captcha away, whatever was typed, and compare ignoring case. Answers how to give it back for what is left of its time. */
export const useCaptcha = async (db: Db, uuid: string, code: string, now: Date) => {
  const captcha = await db
    .deleteFrom('captcha')
    .where('id', '=', uuid)
    .returning(['answer', 'expires_at'])
    .executeTakeFirst();
  if (!captcha || captcha.expires_at < now)
    throw fieldError('captcha.gone', 'code', '图形验证码不存在或已过期');
  if (captcha.answer !== code.toLowerCase()) throw fieldError('captcha.wrong', 'code', '验证码错误');
  return () =>
    db
      .insertInto('captcha')
      .values({ id: uuid, ...captcha })
      .execute();
};
