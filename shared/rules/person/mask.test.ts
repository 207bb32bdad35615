import { expect, test } from 'vitest';
import { maskEmail, maskIdCardsIn, maskPhone } from './mask.ts';

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

test.each([
  ['本人 110105197001020017 已退休', '本人 1101**********0017 已退休'],
  ['11010519700102001X、110105197001020017', '1101**********001X、1101**********0017'],
  ['单号 1101051970010200171', '单号 1101051970010200171'],
  ['a110105197001020017', 'a110105197001020017'],
  ['没有号码', '没有号码'],
])('%s is kept as %s', (text, kept) => expect(maskIdCardsIn(text)).toBe(kept));
