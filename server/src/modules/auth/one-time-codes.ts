import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { daysBefore, later } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';
import { callerNetwork } from '../../platform/http/network.ts';

type Purpose = 'phone' | 'email';

const CODE_SECONDS = 300;
const RESEND_SECONDS = 60;
const PER_RECIPIENT_A_DAY = 10;
const PER_ADDRESS_A_DAY = 100;
/** Room for a school behind one address and for mistyped numbers, none for a script that tries numbers. */
const PER_ADDRESS_A_BURST = 30;
const BURST_SECONDS = 600;
const MAX_ATTEMPTS = 5;

/** Bound to its recipient; a code of six digits is only safe by its five attempts and five minutes. */
const hashOf = (purpose: Purpose, recipient: string, code: string) =>
  createHmac('sha256', `${purpose}:${recipient}`).update(code).digest();

type Issue = {
  purpose: Purpose;
  recipient: string;
  userId: number | null;
  caller: Pick<Caller, 'ip' | 'at'>;
};

/**
 * Creates a code of 6 digits, valid for 5 minutes. Refused within 60 s of the last one for this recipient (a different
 * recipient need not wait: numbers are mistyped), beyond 10 a day for a recipient, or 30 in 10 minutes or 100 a day for
 * an address; the limits count unknown recipients too, so that they reveal nothing.
 */
export const issueCode = async (tx: Tx, { purpose, recipient, userId, caller }: Issue) => {
  const { at } = caller;
  const ip = callerNetwork(caller.ip);
  // Requests at the same moment would see no earlier code; always the recipient first, so that no two wait for each other.
  for (const key of [`${purpose}:${recipient}`, `code address:${ip}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  await refuseFloods(tx, purpose, recipient, { ip, at });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = later(at, CODE_SECONDS * 1000);
  await tx
    .insertInto('one_time_code')
    .values({
      purpose,
      recipient,
      user_id: userId,
      code_hash: hashOf(purpose, recipient, code),
      ip,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return { code, expiresAt };
};

const refuseFloods = async (
  tx: Tx,
  purpose: Purpose,
  recipient: string,
  { ip, at }: Pick<Caller, 'ip' | 'at'>,
) => {
  const dayAgo = daysBefore(at, 1);
  const mine = await tx
    .selectFrom('one_time_code')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('last')])
    .where('purpose', '=', purpose)
    .where('recipient', '=', recipient)
    .where('created_at', '>', dayAgo)
    .executeTakeFirstOrThrow();
  const fromAddress = await tx
    .selectFrom('one_time_code')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn
        .countAll<number>()
        .filterWhere('created_at', '>', later(at, -BURST_SECONDS * 1000))
        .as('lately'),
    ])
    .where('ip', '=', ip)
    .where('created_at', '>', dayAgo)
    .executeTakeFirstOrThrow();
  const wait = mine.last ? RESEND_SECONDS - (at.getTime() - mine.last.getTime()) / 1000 : 0;
  if (wait > 0)
    throw new AppError(429, 'code.too_soon', `验证码已发送，请于 ${Math.ceil(wait)} 秒后再试`, undefined, {
      retryAfter: Math.ceil(wait),
    });
  if (fromAddress.lately >= PER_ADDRESS_A_BURST)
    throw new AppError(429, 'code.too_many', '获取验证码过于频繁，请于 10 分钟后再试');
  if (mine.count >= PER_RECIPIENT_A_DAY || fromAddress.count >= PER_ADDRESS_A_DAY)
    throw new AppError(429, 'code.daily_limit', '今日验证码发送次数已达上限，请明日再试');
};

export const codeTimes = { expiresIn: CODE_SECONDS, retryAfter: RESEND_SECONDS };

export const WRONG_CODE = 'code.wrong';

/** 验证码 alone is the picture. */
const wrongCode = (purpose: Purpose) => `${purpose === 'phone' ? '短信' : '邮箱'}验证码错误或已过期`;

type Redemption = {
  purpose: Purpose;
  recipient: string;
  /** Codes to a mailbox are of the account that asked; a code to a phone proves the phone, whichever account has it. */
  userId?: number;
  code: string;
  field: string;
  at: Date;
};

/**
 * Whether a code is right, without using it up. Throws on the field when it is wrong, used, too old or tried five times, and
 * this counts as a try. Runs outside the caller's transaction: a try counts even when that is rolled back. Answers its id.
 */
export const checkCode = async (
  db: Db,
  { purpose, recipient, userId, code, field, at }: Redemption,
): Promise<number> => {
  const latest = await db
    .updateTable('one_time_code')
    .set((value) => ({ attempts: value('attempts', '+', 1) }))
    .where('id', '=', (query) =>
      query
        .selectFrom('one_time_code')
        .select('id')
        .where('purpose', '=', purpose)
        .where('recipient', '=', recipient)
        .$call(whereGiven(userId, (codes, given) => codes.where('user_id', '=', given)))
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
  if (!latest?.code_hash.equals(hashOf(purpose, recipient, code)))
    throw fieldError(WRONG_CODE, field, wrongCode(purpose));
  return latest.id;
};

/** Use a code up; throws as `checkCode` does. */
export const redeemCode = async (db: Db, redemption: Redemption) => {
  const id = await checkCode(db, redemption);
  const used = await db
    .updateTable('one_time_code')
    .set({ used_at: redemption.at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n)
    throw fieldError(WRONG_CODE, redemption.field, wrongCode(redemption.purpose));
};
