import { describe, expect, test } from 'vitest';
import { isIdNumberForm } from '../person/id-number.ts';
import * as rules from './validate.ts';

type Table = [check: (value: string) => boolean, valid: string[], invalid: string[]];

const tables: Record<string, Table> = {
  ip: [
    rules.isIp,
    ['127.0.0.1', '255.255.255.255', '0.0.0.0', '::1', '2001:db8::8a2e:370:7334', 'fe80::1'],
    ['256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4 ', '01.2.3.4', ':::1', '2001:db8', 'localhost'],
  ],
  mobilePhone: [
    rules.isMobilePhone,
    ['13800138000', '14512345678', '15912345678', '16612345678', '17412345678', '19212345678', '19912345678'],
    ['15412345678', '16112345678', '17912345678', '19412345678', '14212345678', '12012345678'],
  ],
  mobilePhoneForm: [
    rules.isMobilePhone,
    [],
    [
      '1380013800',
      '138001380000',
      '+8613800138000',
      '138 0013 8000',
      '１３８００１３８０００',
      '1380013800a',
      '',
    ],
  ],
  landline: [
    rules.isLandline,
    ['010-1234567', '010-12345678', '0571-8765432', '0571-87654321'],
    ['10-1234567', '010-123456', '010-123456789', '01012345678', '05711-1234567', '010-12345678-1', ''],
  ],
  idNumberForm: [
    isIdNumberForm,
    ['11010519491231002X', '11010519491231002x', '440524188001010014', '130503670401001'],
    [
      '130503670401001X',
      '13050367040100X',
      '1101051949123100',
      '1101051949123100X2',
      '１10105194912310021',
      '',
    ],
  ],
  email: [
    rules.isEmail,
    ['li.ming@example.edu.cn', 'a+b@x.org'],
    ['a@b', '@x.cn', 'a@', 'a b@x.cn', 'a@x..cn', 'a@x.cn\n', ''],
  ],
  url: [
    rules.isUrl,
    ['https://example.edu.cn/a?b=1#c', 'http://127.0.0.1:8000', 'ftp://example.org/file'],
    ['example.org', 'javascript:alert(1)', 'https://', 'https://a b.cn', ''],
  ],
  lowerCase: [rules.isLowerCase, ['abc'], ['aBc', 'abc1', 'ａ', '']],
  upperCase: [rules.isUpperCase, ['ABC'], ['AbC', 'ABC1', '']],
  alphabetic: [rules.isAlphabetic, ['aBc'], ['abc1', '中文', 'a b', '']],
};

describe.each(Object.entries(tables))('%s', (_name, [check, valid, invalid]) => {
  if (valid.length > 0) test.each(valid)('accepts %j', (value) => expect(check(value)).toBe(true));
  test.each(invalid)('refuses %j', (value) => expect(check(value)).toBe(false));
});

test.each([
  [rules.ipCheck, '1.2.3', '请输入正确的IP地址'],
  [rules.phoneOrLandlineCheck, '12345', '请输入正确的电话号码或者固话号码'],
  [rules.landlineCheck, '13800138000', '请输入正确的固话（格式：区号+号码,如010-1234567）'],
  [rules.mobilePhoneCheck, '010-1234567', '请输入正确的电话号码'],
  [rules.idNumberCheck, '1', '请输入正确的身份证号码'],
])('%o reports a problem, and accepts empty values', async (check, wrong, message) => {
  expect(rules.problemOf(check, wrong)).toBe(message);
  for (const empty of ['', null, undefined]) expect(rules.problemOf(check, empty)).toBeNull();
  await expect(rules.validator(check)({}, wrong)).rejects.toThrow(message);
  await expect(rules.validator(check)({}, '')).resolves.toBeUndefined();
});

test('a phone or landline field accepts either, and a phone that arrives as a number', () => {
  expect(rules.problemOf(rules.phoneOrLandlineCheck, '010-1234567')).toBeNull();
  expect(rules.problemOf(rules.phoneOrLandlineCheck, 13_800_138_000)).toBeNull();
});
