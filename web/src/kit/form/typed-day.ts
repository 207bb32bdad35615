const DAY = /^\d{4}-\d\d-\d\d$/;
const TYPED_DAY = /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})日?(?:\D+(\d{1,2})[:：](\d\d))?$/;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/;

/** Whether the text is an existing day in the format YYYY-MM-DD. */
export const isDay = (text: string) => DAY.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

const two = (part: string) => part.padStart(2, '0');

/**
 * Converts a typed day, with or without a time, to YYYY-MM-DD [HH:mm]. Returns other input trimmed, with full-width
 * characters made half-width.
 */
export const normaliseDay = (typed: string) => {
  // Chinese input methods may produce full-width digits.
  const text = typed.trim().normalize('NFKC');
  const [, year, month, day, hour, minute] = TYPED_DAY.exec(text) ?? DIGITS.exec(text) ?? [];
  if (!year || !month || !day) return text;
  const date = `${year}-${two(month)}-${two(day)}`;
  return hour && minute ? `${date} ${two(hour)}:${minute}` : date;
};
