import type { MarkKind } from '@zhiping/shared/rules/blind-copy/kinds.ts';

const hidden: readonly MarkKind[] = ['identity', 'phone'];

/** A find as a list may show it: of personal numbers only their ends. */
export const maskWords = (kind: MarkKind, words: string): string => {
  const plain = words.replaceAll('\u0000', '').trim();
  if (!hidden.includes(kind)) return plain;
  const digits = [...plain].filter((char) => /\d/.test(char)).length;
  let seen = 0;
  return plain.replaceAll(/\d/g, (digit) => {
    seen += 1;
    return seen <= 3 || seen > digits - 4 ? digit : '*';
  });
};
