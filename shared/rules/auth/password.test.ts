import { expect, test } from 'vitest';
import { passwordProblems, passwordRules } from './password.ts';

const failed = (password: string, username = 'lihua') =>
  passwordRules.filter((rule) => !rule.test(password, username)).map((rule) => rule.code);

test.each([
  ['Review#2035', []],
  ['Kx7mQ9pLrT', []],
  ['山高水长Aa12345', []],
  ['correct horse battery', []],
  ['Short#1a', ['length']],
  ['alllowercase', ['kinds']],
  ['lower1234567', ['kinds']],
  ['My-LiHua-2035', ['username']],
  ['Password2035!', ['common']],
  ['P@ssw0rd!!!!', ['common']],
  ['Line1\nbreakA', ['control']],
  [`Aa1${'x'.repeat(70)}`, ['length']],
  ['', ['length', 'kinds']],
  ['1234567890', ['kinds', 'common']],
] as const)('%j fails %j', (password, codes) => expect(failed(password)).toEqual(codes));

test('characters outside the basic plane count once', () =>
  expect(failed('😀😀😀😀😀Aa1')).toEqual(['length']));

test('a very short user name forbids nothing', () => expect(failed('Review#2035', 're')).toEqual([]));

test('problems are in Chinese', () =>
  expect(passwordProblems('lihua', 'lihua')).toEqual([
    '密码应有 10 到 72 个字符',
    '密码应含大写、小写、数字、符号中的三种，或不少于 16 个字符',
    '密码不能包含用户名',
  ]));
