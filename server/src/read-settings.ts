import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from './config.ts';

/** Names that other programs read from the same file: Node, PostgreSQL, the system. */
const isOfOthers = (name: string) =>
  /^(NODE_|PG[A-Z]|LC_)|^(TZ|LANG|PATH|https?_proxy|no_proxy)$/i.test(name);

/** Names in an `.env` file that mean nothing to the product, such as misspelt ones. */
export const unknownNames = (text: string): string[] =>
  Object.keys(parseEnv(text)).filter((name) => !settingNames.includes(name) && !isOfOthers(name));

/** The settings from `.env`, if there is one, and the environment, which comes first. Warns of names without a meaning. */
export const readSettings = (warn: (warning: string) => void): Config => {
  if (existsSync('.env')) {
    const unknown = unknownNames(readFileSync('.env', 'utf8'));
    if (unknown.length > 0)
      warn(`注意：.env 中没有作用的名称：${unknown.join('、')}。可用的设置见 .env.example`);
    loadEnvFile('.env');
  }
  return readConfig();
};
