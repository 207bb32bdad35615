import type { Entry } from './form.ts';

const YEAR_AND_MONTH = /^\d{4}-\d\d/;
const isDate = (value: unknown): value is string => typeof value === 'string' && YEAR_AND_MONTH.test(value);

/** Values of one entry that contradict each other, at the field to change. */
export const entryConflicts = ({
  from,
  to,
  rank,
  people,
}: Partial<Entry>): { name: string; message: string }[] => [
  ...(isDate(from) && isDate(to) && to < from ? [{ name: 'to', message: '结束时间早于开始时间' }] : []),
  ...(typeof rank === 'number' && typeof people === 'number' && rank > people
    ? [{ name: 'rank', message: '本人排名大于总人数' }]
    : []),
];
