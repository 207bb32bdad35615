/** Resident identity numbers (GB 11643-1999), the 15-digit form before it, and the permits that share its layout. */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkCharacters = '10X98765432';

/** GB/T 2260, and 81 to 83 of the residence permits. Only these two digits: codes of abolished counties stay valid. */
const mainland =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'.split(' ');
const regions = new Set([...mainland, '71', '81', '82', '83']);
const mainlandRegions = new Set(mainland);

/** A bound that only catches slips of the pen; the standard itself gives an example dated 1880. */
const OLDEST_YEARS = 150;

/** The last character of a number, worked out from the 17 before it. */
export const checkCharacter = (first17: string) =>
  checkCharacters[weights.reduce((sum, weight, index) => sum + weight * Number(first17[index]), 0) % 11]!;

const hasKnownRegion = (number: string) => {
  if (regions.has(number.slice(0, 2))) return true;
  /** Permanent residence card of foreigners, 2023 form: a 9 before the region that issued it. */
  return number.length === 18 && number[0] === '9' && mainlandRegions.has(number.slice(1, 3));
};

const birthDateDigits = (number: string) =>
  number.length === 18 ? number.slice(6, 14) : `19${number.slice(6, 12)}`;

const isRealDate = (digits: string, today: Date) => {
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso) return false;
  return date <= today && date.getUTCFullYear() >= today.getUTCFullYear() - OLDEST_YEARS;
};

/** Only the form. Its check of a text is in `validate.ts`, which loads Zod; threads that compute a draw need none. */
export const isIdNumberForm = (value: string) => /^(\d{15}|\d{17}[\dXx])$/.test(value);

export type IdNumberProblem = 'form' | 'region' | 'date' | 'check';

/** The first rule that an identity number breaks, or null. */
export const idNumberProblem = (value: string, today: Date): IdNumberProblem | null => {
  if (!isIdNumberForm(value)) return 'form';
  if (!hasKnownRegion(value)) return 'region';
  if (!isRealDate(birthDateDigits(value), today)) return 'date';
  if (value.length === 18 && checkCharacter(value) !== value[17]!.toUpperCase()) return 'check';
  return null;
};

/**
 * The 18-character form with X in upper case, under which one person is stored once; null for what is no identity
 * number, and for 15 digits that end in 996 to 999: these marked people of 100 years, so their century is open.
 */
export const normalIdNumber = (value: string): string | null => {
  if (!isIdNumberForm(value)) return null;
  if (value.length === 18) return value.toUpperCase();
  if (/99[6-9]$/.test(value)) return null;
  const first17 = `${value.slice(0, 6)}19${value.slice(6)}`;
  return first17 + checkCharacter(first17);
};

/** Facts inside a number of 18 characters. */
export const factsOfIdNumber = (number: string) => ({
  birthDate: `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`,
  gender: Number(number[16]) % 2 === 1 ? ('男' as const) : ('女' as const),
});
