const DAY = /^\d{4}-\d\d-\d\d$/;
const TYPED_DAY = /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})日?(?:\D+(\d{1,2})[:：](\d\d))?$/;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/;

/** Whether it is a day of the calendar as it goes over the wire. */
export const isDay = (text: string) => DAY.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

const two = (part: string) => part.padStart(2, '0');

/** What somebody typed as a day, and a time if he typed one, in the one way in which they are written; else as it is. */
export const tidyDay = (typed: string) => {
  // Digits of a Chinese keyboard may be full-width.
  const text = typed.trim().normalize('NFKC');
  const [, year, month, day, hour, minute] = TYPED_DAY.exec(text) ?? DIGITS.exec(text) ?? [];
  if (!year || !month || !day) return text;
  const date = `${year}-${two(month)}-${two(day)}`;
  return hour && minute ? `${date} ${two(hour)}:${minute}` : date;
};
