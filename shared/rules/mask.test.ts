import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask.ts';

test.each([
  ['13800138000', '138****8000'],
  ['010-1234567', '010****4567'],
  ['12345', '*****'],
  ['', ''],
])('%s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown));

test.each([
  ['li.ming@example.edu.cn', 'l***@example.edu.cn'],
  ['a@example.edu.cn', 'a***@example.edu.cn'],
  ['nobody', '***'],
  ['@example.edu.cn', '***'],
])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown));
