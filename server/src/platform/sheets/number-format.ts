/** Dates, numbers filled up with zeros, or numbers as they are. */
export type NumberStyle = { kind: 'date' } | ZerosStyle | { kind: 'plain' };

/** The characters of the format in their order: a literal, or null for a digit. */
type ZerosStyle = { kind: 'zeros'; parts: readonly (string | null)[]; whole: number; decimals: number };

/** Excel keeps no longer ones. */
const MAX_FORMAT = 255;
/** Spreadsheets keep 15 digits of a number and make zeros of the others. */
const MAX_DIGITS = 1e15;

const isDateFormat = (code: string) => {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return true;
  return /[ydhs]|mmm/i.test(code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, ''));
};

/** A quoted text, a character, a gap, a locale or colour, a digit; anything but a group, a percent, a power or a fraction. */
const PART = /"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|(0)|([^"\\[\]#?,%@Ee/\d;])/y;

/** A format such as 00000000, "B"00000 or 0000-0000, of its first section, which is the one for positive numbers. */
const zerosOf = (code: string): ZerosStyle | null => {
  const parts: (string | null)[] = [];
  let point = 0;
  for (let at = 0; at < code.length && code[at] !== ';'; at = PART.lastIndex) {
    PART.lastIndex = at;
    const [, quoted, escaped, digit, other] = PART.exec(code) ?? [''];
    if (PART.lastIndex === 0) return null;
    if (other === '.') point = parts.length + 1;
    const literal = quoted ?? escaped ?? other;
    if (digit !== undefined) parts.push(null);
    else if (literal !== undefined) parts.push(literal);
  }
  const digitsIn = (some: readonly (string | null)[]) => some.filter((part) => part === null).length;
  const decimals = point === 0 ? 0 : digitsIn(parts.slice(point));
  const whole = digitsIn(parts) - decimals;
  return whole > 1 ? { kind: 'zeros', parts, whole, decimals } : null;
};

export const styleOf = (code: string): NumberStyle => {
  if (code.length > MAX_FORMAT) return { kind: 'plain' };
  return isDateFormat(code) ? { kind: 'date' } : (zerosOf(code) ?? { kind: 'plain' });
};

/** The number with its zeros, or null if the format would not show all of it. */
const withZeros = (number: number, { parts, whole, decimals }: ZerosStyle): string | null => {
  const fixed = number.toFixed(decimals);
  if (number < 0 || number >= MAX_DIGITS || Number(fixed) !== number) return null;
  const digits = [...fixed.replace('.', '').padStart(whole + decimals, '0')];
  const first = parts.indexOf(null);
  return parts
    .toReversed()
    .map((part, at) => part ?? (at === parts.length - 1 - first ? digits.join('') : digits.pop()))
    .toReversed()
    .join('');
};

/**
 * The number as the sheet shows it; phone numbers must not become 1.39E10. Longer numbers have lost digits and are
 * shown that way, so that a wrong identity number is not taken for a right one.
 */
export const numberText = (number: number, style: NumberStyle | undefined): string => {
  const shown = style?.kind === 'zeros' ? withZeros(number, style) : null;
  if (shown !== null) return shown;
  return Math.abs(number) >= MAX_DIGITS ? number.toExponential().toUpperCase() : String(number);
};
