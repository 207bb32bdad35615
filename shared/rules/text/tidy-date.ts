/** A day or a time may follow the month, but no second month. */
const TYPED = /^(\d{4})\D+(\d{1,2})(?!\d)(?!.*(?:\d{4}|[至到~—–]|\d月))/;
const DIGITS = /^(\d{4})(\d\d)$/;

/** Longer than any date; bringing a long text into one form takes long. */
const MAX_DATE = 40;

const plain = (typed: string) => (typed.length > MAX_DATE ? typed : typed.trim().normalize('NFKC'));

/** A typed month as 2020-09; unchanged if it is none. */
export const tidyMonth = (typed: string): string => {
  const text = plain(typed);
  const [, year, month] = TYPED.exec(text) ?? DIGITS.exec(text) ?? [];
  return year && month ? `${year}-${month.padStart(2, '0')}` : text;
};

const TYPED_DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** The same of a day: 2020-9-1, 2020/09/01, 2020.9.1 and 2020年9月1日 are 2020-09-01. */
export const tidyDay = (typed: string): string => {
  const text = plain(typed);
  const [, year, month, day] = TYPED_DATE.exec(text) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
};
