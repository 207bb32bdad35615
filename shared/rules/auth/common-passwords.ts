/**
 * Common passwords that have ten characters of three kinds. Compared after lower-casing and after the usual
 * replacements (@ for a, 0 for o, $ for s …) are undone, and also as the first part of a longer password.
 */
export const commonPasswords: readonly string[] = [
  '1234567890',
  '0123456789',
  '0987654321',
  '1111111111',
  '1qaz2wsx3edc',
  '1q2w3e4r5t',
  'qwertyuiop',
  'qwerty12345',
  'asdfghjkl',
  'zxcvbnm123',
  'abcdefghij',
  'abc1234567',
  'abcd123456',
  'aa12345678',
  'password',
  'passw0rd',
  'admin12345',
  'admin2026',
  'administrator',
  'welcome123',
  'iloveyou',
  'woaini1314',
  'woaini520',
  'wodemima',
  'zhicheng',
  'zhiping2026',
];
