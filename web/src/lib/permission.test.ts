import { describe, expect, it } from 'vitest';
import { hasPermission, holdsOneOf } from './permission.ts';

describe('holdsOneOf', () => {
  it.each([
    [['subject:list'], true],
    [['school:list', 'subject:list'], true],
    [['school:list'], false],
    [[], false],
  ] as const)('subject:list against %j', (wanted, holds) => {
    expect(holdsOneOf(['subject:list'], wanted)).toBe(holds);
  });

  it('lets an administrator pass, even for an empty list', () => {
    expect(holdsOneOf(['admin'], ['school:list'])).toBe(true);
    expect(holdsOneOf(['admin'], [])).toBe(true);
  });

  it('holds no permission before sign-in', () => {
    expect(hasPermission(['subject:list'])).toBe(false);
  });

  it.each(['subject:list', undefined, null, { 0: 'subject:list' }])(
    'rejects %j with the message of the specification',
    (wrong) => {
      expect(() => holdsOneOf(['admin'], wrong as never)).toThrow(
        new Error(`使用方式： v-permission="['admin','editor']"`),
      );
    },
  );
});
