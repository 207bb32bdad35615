const TYPED = /^(\d{4})\D+(\d{1,2})(?!\d)/;
const DIGITS = /^(\d{4})(\d\d)$/;

/** What somebody typed as a month in the one way in which they are written, 2020-09; else as it is. */
export const tidyMonth = (typed: string): string => {
  const text = typed.trim().normalize('NFKC');
  const [, year, month] = TYPED.exec(text) ?? DIGITS.exec(text) ?? [];
  return year && month ? `${year}-${month.padStart(2, '0')}` : text;
};
