import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { unknownNames } from './read-settings.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

test('the example lists every setting, and nothing else', () => {
  expect(Object.keys(parseEnv(example)).toSorted()).toEqual(settingNames.toSorted());
  expect(unknownNames(example)).toEqual([]);
});

test('misspelt names are found, and those of other programs left alone', () => {
  const text =
    'DATABSE_URL=postgres://x\nPORT=8000\nNODE_OPTIONS=--x\nPGSSLMODE=require\nTZ=Asia/Shanghai\nhttps_proxy=x\n';
  expect(unknownNames(text)).toEqual(['DATABSE_URL']);
});
