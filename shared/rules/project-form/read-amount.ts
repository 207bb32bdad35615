import { quoteCell } from './quote-cell.ts';

/** Multiples of 万元 that stand behind an amount. */
const amountUnits: Readonly<Record<string, number>> = {
  元: 1e-4,
  圆: 1e-4,
  人民币: 1e-4,
  人民币元: 1e-4,
  rmb: 1e-4,
  cny: 1e-4,
  千元: 0.1,
  万: 1,
  萬: 1,
  w: 1,
  万元: 1,
  萬元: 1,
  百万: 100,
  百万元: 100,
  千万: 1000,
  千万元: 1000,
  亿: 10_000,
  亿元: 10_000,
  億: 10_000,
  億元: 10_000,
};

/** An amount in 万元 above which a bare number is rather one of 元. */
export const MAX_BARE = 10_000;
/** Longer than any amount; bringing a long text into one form takes long. */
const MAX_AMOUNT = 200;

/** An amount in 万元: a number, or above the bound of bare ones a text with the unit. */
export type Amount = number | string;

type ReadAmount = { value: Amount; isRounded: boolean } | { problem: string };

/** An amount with its unit in 万元; a large one without a unit is asked for it. */
export const readAmount = (label: string, max: number, cell: string): ReadAmount => {
  const unknown = { problem: `${label}${quoteCell(cell)}看不懂，请写以万元为单位的数字` };
  if (cell.length > MAX_AMOUNT) return unknown;
  const plain = cell
    .normalize('NFKC')
    .replaceAll(/[\s,¥￥]|\p{Cf}/gu, '')
    .toLowerCase();
  const [, digits = '', unit = ''] = /^(?:人民币|约|rmb|cny)?(-?\d+(?:\.\d+)?)(.*?)整?$/.exec(plain) ?? [];
  // A unit may stand in brackets, and a note or the currency behind it.
  const bare = unit.replaceAll(/[()]/g, '');
  const named = [bare, unit.replace(/\(.*\)$/, ''), bare.replace(/(?:人民币|rmb|cny)$/, '')];
  const factor = unit === '' ? 1 : named.map((one) => amountUnits[one]).find((one) => one !== undefined);
  if (digits === '' || factor === undefined) return unknown;
  if (unit === '' && Number(digits) > MAX_BARE)
    return { problem: `${label}${quoteCell(cell)}没有单位，请写明是元还是万元` };
  const exact = Number((Number(digits) * factor).toFixed(6));
  if (exact < 0 || exact > max) return { problem: `${label}${quoteCell(cell)}不是 0 至 ${max} 的数字` };
  const value = Number(exact.toFixed(2));
  return { value: value > MAX_BARE ? `${value}万元` : value, isRounded: value !== exact };
};
