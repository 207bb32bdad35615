import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicKeyOf } from './backup/signature.ts';
import { type ConfigError, readConfig } from './config.ts';

const keyText = (type: 'ed25519' | 'x25519') =>
  generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const publicKey = publicKeyOf(generateKeyPairSync('ed25519').privateKey);

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

test('an empty environment runs the demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8000,
    DEMO_DATA: true,
    production: false,
    SMS_ADAPTER: 'outbox',
  });
});

test('a variable that is set to nothing counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_HOST: '' })).toMatchObject({ PORT: 8000 });
});

test('no quiet hours are set by nothing', () => {
  expect(readConfig({}).SMS_QUIET_HOURS).toEqual(['21:00', '08:00']);
  expect(readConfig({ SMS_QUIET_HOURS: '' }).SMS_QUIET_HOURS).toBeNull();
});

test('a short RSA key is refused', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 512 });
  const RSA_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  expect(problemsOf({ RSA_PRIVATE_KEY })).toEqual([
    'RSA_PRIVATE_KEY：必须是 PEM 格式、至少 2048 位的 RSA 私钥',
  ]);
});

test('every mistake is reported at once', () => {
  const problems = problemsOf({
    PORT: 'x',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    DEMO_DATA: 'yes',
    RSA_PRIVATE_KEY: 'no key',
  });
  expect(new Set(problems.map((problem) => problem.split('：')[0]))).toEqual(
    new Set(['DATABASE_URL', 'DEMO_DATA', 'LOG_LEVEL', 'PORT', 'RSA_PRIVATE_KEY']),
  );
});

describe('production', () => {
  const production = { NODE_ENV: 'production' };

  test('has no demo data', () => {
    expect(readConfig(production)).toMatchObject({ DEMO_DATA: false, production: true });
  });

  test.each([
    ['DEMO_DATA', { DEMO_DATA: 'true' }],
    ['CAPTCHA_ANSWER', { CAPTCHA_ANSWER: '1234' }],
  ])('refuses %s', (name, env) => {
    expect(problemsOf({ ...production, ...env })[0]).toMatch(new RegExp(`^${name}`));
  });
});

test.each([
  ['aliyun without its keys', { SMS_ADAPTER: 'aliyun' }, 4],
  ['webhook without its address', { SMS_ADAPTER: 'webhook' }, 1],
  ['a webhook that is no web address', { SMS_ADAPTER: 'webhook', SMS_WEBHOOK_URL: 'ftp://x' }, 1],
  ['SMTP without a sender', { SMTP_HOST: 'mail.example.org' }, 1],
  ['a bucket without its name and keys', { S3_ENDPOINT: 'https://s3.example.org' }, 3],
  ['a bucket name that is none', { S3_BUCKET: 'a/b' }, 1],
  ['a release key that is none', { RELEASE_PUBLIC_KEY: 'no key' }, 1],
  ['a signing key that is none', { BACKUP_SIGNING_KEY: 'no key' }, 1],
  ['a signing key of another kind', { BACKUP_SIGNING_KEY: keyText('x25519') }, 1],
  ['a public key that is none', { BACKUP_PUBLIC_KEYS: `${publicKey},bm8=` }, 1],
  ['a public key in another spelling', { BACKUP_PUBLIC_KEYS: publicKey.replace('=', '') }, 1],
  ['no room for a file', { FILE_MAX_MB: '0' }, 1],
  ['a proxy that could be anybody', { TRUST_PROXY: '0.0.0.0/0' }, 1],
])('%s is refused', (_, env, count) => {
  expect(problemsOf(env)).toHaveLength(count);
});
