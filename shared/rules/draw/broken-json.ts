/**
 * Position of the letter where a text stops being JSON; null if it is JSON to its end. Engines report it in English,
 * each in its own words, and often without the position.
 */

/** Whitespace, then a bracket, colon or comma, a string, or another value. */
const token =
  /[\t\n\r ]*(?:([[\]{},:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Possible next tokens. `OrEnd`: or the closing bracket. */
type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd';

/** Possible tokens after this one; null if it is not allowed there. Updates the open brackets. */
const step = (open: string[], wanted: Wanted, mark: string | undefined, isString: boolean): Wanted | null => {
  const within = open.at(-1);
  if (mark === undefined) {
    if (wanted.startsWith('value')) return 'commaOrEnd';
    return wanted.startsWith('name') && isString ? 'colon' : null;
  }
  if (mark === '[' || mark === '{') {
    if (!wanted.startsWith('value')) return null;
    open.push(mark);
    return mark === '[' ? 'valueOrEnd' : 'nameOrEnd';
  }
  if (mark === ':') return wanted === 'colon' ? 'value' : null;
  if (within === undefined || !wanted.endsWith('OrEnd')) return null;
  if (mark === ',') {
    if (wanted !== 'commaOrEnd') return null;
    return within === '{' ? 'name' : 'value';
  }
  if (mark !== (within === '{' ? '}' : ']')) return null;
  open.pop();
  return 'commaOrEnd';
};

const skipSpace = (text: string, from: number) => {
  let at = from;
  while (at < text.length && '\t\n\r '.includes(text[at]!)) at += 1;
  return at;
};

export const brokenAt = (text: string): number | null => {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(text);
    const next: Wanted | null = found && step(open, wanted, found[1], found[2] !== undefined);
    if (next === null) break;
    wanted = next;
    at = token.lastIndex;
  }
  at = skipSpace(text, at);
  return at === text.length && open.length === 0 && wanted === 'commaOrEnd' ? null : at;
};
