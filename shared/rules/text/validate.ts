import { z } from 'zod';
import { isIdNumberForm } from '../person/id-number.ts';
import { mobilePrefixRuns } from '../person/mobile-prefixes.ts';

/** Specification §5: checks of a text, with their messages. */

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();
const email = z.email();
const url = z.url({ protocol: /^(https?|ftp)$/ });

export const isIp = (value: string) => ipv4.safeParse(value).success || ipv6.safeParse(value).success;

export const isMobilePhone = (value: string) => {
  if (!/^1\d{10}$/.test(value)) return false;
  const prefix = Number(value.slice(0, 3));
  return mobilePrefixRuns.some(([first, last]) => first <= prefix && prefix <= last);
};

/** Only the form: the specification's own example, 010-1234567, is outside the numbering plan. */
export const isLandline = (value: string) => /^0\d{2,3}-\d{7,8}$/.test(value);

export const isEmail = (value: string) => email.safeParse(value).success;
export const isUrl = (value: string) => !/\s/.test(value) && url.safeParse(value).success;
export const isLowerCase = (value: string) => /^[a-z]+$/.test(value);
export const isUpperCase = (value: string) => /^[A-Z]+$/.test(value);
export const isAlphabetic = (value: string) => /^[A-Za-z]+$/.test(value);

export type Check = { message: string; test: (value: string) => boolean };

export const ipCheck: Check = { message: '请输入正确的IP地址', test: isIp };
export const phoneOrLandlineCheck: Check = {
  message: '请输入正确的电话号码或者固话号码',
  test: (value) => isMobilePhone(value) || isLandline(value),
};
export const landlineCheck: Check = {
  message: '请输入正确的固话（格式：区号+号码,如010-1234567）',
  test: isLandline,
};
export const mobilePhoneCheck: Check = { message: '请输入正确的电话号码', test: isMobilePhone };
export const idNumberCheck: Check = { message: '请输入正确的身份证号码', test: isIdNumberForm };

/** The message of a failed check, or null. An empty value passes: whether it may be empty is not for a check to say. */
export const problemOf = (
  { message, test }: Check,
  value: string | number | null | undefined,
): string | null => {
  if (value === undefined || value === null || value === '') return null;
  return test(String(value)) ? null : message;
};

/** A form field's validator: resolves when the value passes, rejects with the message when it does not. */
export const validator =
  (check: Check) => async (_rule: unknown, value: string | number | null | undefined) => {
    const problem = problemOf(check, value);
    if (problem) throw new Error(problem);
  };
