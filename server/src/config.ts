import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isPublicKey } from './backup/signature.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { parseTrustProxy } from './trust-proxy.ts';
import { type NoticeTemplate, noticeTemplates } from '@zhiping/shared/rules/outbox/sms-notices.ts';

const flag = (fallback: boolean | undefined) =>
  z
    .enum(['true', 'false'], { error: '只能是 true 或 false' })
    .transform((value) => value === 'true')
    .optional()
    .transform((value) => value ?? fallback);

const port = z.coerce
  .number({ error: '必须是 0 到 65535 的整数' })
  .int('必须是 0 到 65535 的整数')
  .min(0, '必须是 0 到 65535 的整数')
  .max(65_535, '必须是 0 到 65535 的整数');

/** A key in PEM, whose lines may be written with \\n between them. */
const pemKey = (read: (pem: string) => KeyObject, isUsable: (key: KeyObject) => boolean, problem: string) =>
  z
    .string()
    .transform((value) => value.replaceAll('\\n', '\n'))
    .refine((value) => {
      try {
        return isUsable(read(value));
      } catch {
        return false;
      }
    }, problem);

/** A shorter RSA key is broken in days. */
const LEAST_RSA_BITS = 2048;
const isRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS;
const isEd25519 = ({ asymmetricKeyType }: KeyObject) => asymmetricKeyType === 'ed25519';

const rsaKey = pemKey(createPrivateKey, isRsa, `必须是 PEM 格式、至少 ${LEAST_RSA_BITS} 位的 RSA 私钥`);
const signingKey = pemKey(createPrivateKey, isEd25519, '必须是 PEM 格式的 Ed25519 私钥');
/** Public key of the releases; the private one stays with their publishers. */
const releaseKey = pemKey(createPublicKey, isEd25519, '必须是 PEM 格式的 Ed25519 公钥');

/** Ed25519 keys as `npm run backup` prints them, separated by commas. */
const publicKeys = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .refine((keys) => keys.every(isPublicKey), '应为备份时打印的签名公钥，多个用逗号分隔');

const count = (min: number, max: number) =>
  z.coerce
    .number({ error: '必须是数字' })
    .int('必须是整数')
    .min(min, `至少为 ${min}`)
    .max(max, `最多为 ${max}`);

const httpUrl = z.url({ protocol: /^https?$/, error: '必须是 http(s) 网址' });

const trustProxy = z.string().transform((value, context) => {
  const trust = parseTrustProxy(value);
  if (trust !== undefined) return trust;
  context.addIssue('应为 false、true、1 到 9 的代理层数，或代理的 IP、网段列表（不能是所有地址）');
  return z.NEVER;
});

/** `contactChanged=SMS_1,confirmProfile=SMS_2` */
const templateCodes = z
  .string()
  .default('')
  .transform((text, context): Partial<Record<NoticeTemplate, string>> => {
    const pairs = text
      .split(',')
      .filter(Boolean)
      .map((pair) => pair.split('=').map((part) => part.trim()));
    const unknown = pairs.find(([name, code]) => !noticeTemplates.includes(name as NoticeTemplate) || !code);
    if (!unknown) return Object.fromEntries(pairs) as Partial<Record<NoticeTemplate, string>>;
    context.addIssue(`应为 ${noticeTemplates.map((name) => `${name}=模板编号`).join(',')}`);
    return z.NEVER;
  });

const QUIET = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

/** `21:00-08:00`; empty: none. */
const quietHours = z
  .string()
  .default('21:00-08:00')
  .refine((text) => text === '' || QUIET.test(text), '应为 21:00-08:00 这样的时段，或留空')
  .transform((text) => (text === '' ? null : (text.split('-') as [string, string])));

const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: '只能是 production、development 或 test' })
    .default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, '必须以 postgres:// 开头')
    .optional(),
  /** The owner of the tables, for npm run migrate, backup and restore. */
  MIGRATE_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, '必须以 postgres:// 开头')
    .optional(),
  DEMO_DATA: flag(undefined),
  INITIAL_ADMIN_PASSWORD: z.string().min(8, '至少 8 个字符').max(72, '最多 72 个字符').optional(),
  INITIAL_PASSWORD: z.string().min(8, '至少 8 个字符').max(72, '最多 72 个字符').optional(),
  RSA_PRIVATE_KEY: rsaKey.optional(),
  IDENTITY_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, '必须是 32 字节的 base64')
    .optional(),
  CAPTCHA_ANSWER: z.string().min(1).max(20).optional(),
  TRUST_PROXY: trustProxy.default(false),
  /** Assets of all installed releases, filled by deploy/upgrade.sh. */
  WEB_ASSETS_DIR: z.string().min(1).optional(),
  LOG_RETENTION_DAYS: z.coerce
    .number({ error: '必须是天数' })
    .int('必须是整数')
    .min(30, '至少 30 天')
    .max(36_500, '最多 36500 天')
    .default(365),
  AUDIT_HEAD_MAIL: flag(false),
  METRICS_TOKEN: z.string().min(16, '至少 16 个字符').max(200, '最多 200 个字符').optional(),
  DISK_RESERVE_MB: count(0, 1_000_000_000).default(64),
  FILE_MAX_MB: count(1, 1024).default(100),
  FILE_UPLOADS_PER_HOUR: count(1, 100_000).default(300),
  ARCHIVE_MAX_MB: count(1, 65_536).default(2048),
  RELEASE_PUBLIC_KEY: releaseKey.optional(),
  BACKUP_SIGNING_KEY: signingKey.optional(),
  BACKUP_PUBLIC_KEYS: publicKeys,
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '不是有效的桶名')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag(true),
  STOCK_MENUS: flag(false),
  HELP_PHONE: z.string().max(50, '最多 50 个字').default(''),
  FOOTER_TEXT: z.string().max(200, '最多 200 个字').default(''),
  CASE_NUMBER: z.string().max(100, '最多 100 个字').default(''),
  SMS_ADAPTER: z
    .enum(['outbox', 'aliyun', 'webhook'], { error: '只能是 outbox、aliyun 或 webhook' })
    .default('outbox'),
  SMS_ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  SMS_ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  SMS_ALIYUN_SIGN_NAME: z.string().optional(),
  SMS_ALIYUN_TEMPLATE_CODE: z.string().optional(),
  SMS_ALIYUN_NOTICE_TEMPLATES: templateCodes,
  SMS_QUIET_HOURS: quietHours,
  SMS_ALIYUN_ENDPOINT: z.string().default('dysmsapi.aliyuncs.com'),
  SMS_WEBHOOK_URL: httpUrl.optional(),
  SMS_WEBHOOK_TOKEN: z.string().optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.default(465),
  SMTP_SECURE: flag(true),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_FROM: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: '只能是 fatal、error、warn、info、debug、trace 或 silent',
    })
    .default('info'),
});

type Environment = z.output<typeof environment>;

const aliyunNames = [
  'SMS_ALIYUN_ACCESS_KEY_ID',
  'SMS_ALIYUN_ACCESS_KEY_SECRET',
  'SMS_ALIYUN_SIGN_NAME',
  'SMS_ALIYUN_TEMPLATE_CODE',
] as const;

const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Rules that span settings. */
const crossChecks = (env: Environment): string[] => {
  const problems: string[] = [];
  if (env.NODE_ENV === 'production') {
    if (env.DEMO_DATA) problems.push('DEMO_DATA：生产环境不允许演示数据');
    if (env.CAPTCHA_ANSWER) problems.push('CAPTCHA_ANSWER：生产环境不允许固定验证码');
  }
  if (env.SMS_ADAPTER === 'aliyun')
    for (const name of aliyunNames) if (!env[name]) problems.push(`${name}：SMS_ADAPTER=aliyun 时必须设置`);
  if (env.SMS_ADAPTER === 'webhook' && !env.SMS_WEBHOOK_URL)
    problems.push('SMS_WEBHOOK_URL：SMS_ADAPTER=webhook 时必须设置');
  if (env.S3_ENDPOINT)
    for (const name of s3Names) if (!env[name]) problems.push(`${name}：设置 S3_ENDPOINT 时必须设置`);
  if (env.SMTP_HOST && !env.SMTP_FROM) problems.push('SMTP_FROM：设置 SMTP_HOST 时必须设置');
  return problems;
};

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`配置有误：\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** A variable that is set to nothing counts as not set, as in an .env file with empty lines, but for one that this ends. */
const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'SMS_QUIET_HOURS'),
    ),
  );

/**
 * Settings from environment variables. Throws a ConfigError that lists every mistake. Demo data is on by default
 * outside production, and then only fills an empty database.
 */
export const readConfig = (env: Record<string, string | undefined> = process.env) => {
  const parsed = environment.safeParse(withoutEmpty(env));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}：${issue.message}`));
  const problems = crossChecks(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  const production = parsed.data.NODE_ENV === 'production';
  return {
    ...parsed.data,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    WEB_ASSETS_DIR: parsed.data.WEB_ASSETS_DIR && resolve(parsed.data.WEB_ASSETS_DIR),
    DEMO_DATA: parsed.data.DEMO_DATA ?? !production,
    INITIAL_PASSWORD: parsed.data.INITIAL_PASSWORD ?? (production ? undefined : DEMO_PASSWORD),
    production,
  };
};

export type Config = ReturnType<typeof readConfig>;
