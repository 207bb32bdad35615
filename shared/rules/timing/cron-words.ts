import { formatDateTime } from '../../schemas.ts';
import { type Cron, cronProblem, parseCron } from './cron.ts';

const weekdayNames = '一二三四五六日';
const two = (value: number) => String(value).padStart(2, '0');
const isRun = (values: readonly number[]) =>
  values.length > 2 && values.at(-1)! - values[0]! === values.length - 1;

const weekdaysInWords = (values: readonly number[]) => {
  const names = values.map((value) => weekdayNames[value - 1]!);
  return isRun(values) ? `每周${names[0]}至周${names.at(-1)}` : `每周${names.join('、')}`;
};

const daysInWords = ({ day, month, weekday }: Cron): string => {
  if (!weekday.isAll) {
    const days = weekdaysInWords(weekday.values);
    return month.isAll ? days : `${month.values.join('、')} 月的${days}`;
  }
  if (day.isAll) return month.isAll ? '每天' : `每年 ${month.values.join('、')} 月的每天`;
  const days = day.isLast ? '最后一天' : `${day.values.join('、')} 日`;
  if (month.isAll) return day.isLast ? '每月最后一天' : `每月 ${days}`;
  return `每年 ${month.values.join('、')} 月 ${days}`;
};

const secondWords = ({ second }: Cron) => (second.values[0] === 0 ? '' : `:${two(second.values[0]!)}`);

/** Times of day; `every` is true where they recur all day long, so that 每天 would be said twice. */
const timesInWords = (cron: Cron): { words: string; every: boolean } => {
  const { minute, hour } = cron;
  const [from = 0] = minute.values;
  const start = from === 0 ? '' : `（从第 ${from} 分起）`;
  const minutes = minute.step ? `每 ${minute.step} 分钟${start}` : '每分钟';
  if (minute.isAll || minute.step) {
    if (hour.isAll) return { words: minutes, every: true };
    if (isRun(hour.values))
      return { words: ` ${hour.values[0]} 点到 ${hour.values.at(-1)} 点 ${minutes}`, every: false };
    return { words: ` ${hour.values.join('、')} 点 ${minutes}`, every: false };
  }
  const at =
    minute.values.length === 1 && minute.values[0] === 0 ? '' : `的第 ${minute.values.join('、')} 分`;
  if (hour.isAll) return { words: at === '' ? '每小时整点' : `每小时${at}`, every: true };
  if (hour.step && hour.values[0] === 0) return { words: `每 ${hour.step} 小时${at}`, every: true };
  const times = hour.values.flatMap((h) =>
    minute.values.map((m) => `${two(h)}:${two(m)}${secondWords(cron)}`),
  );
  return { words: ` ${times.join('、')}`, every: false };
};

/** An expression as one would say it, 「每天 03:00」; a wrong one as it stands. */
export const cronInWords = (expression: string): string => {
  if (cronProblem(expression) !== null) return expression;
  const cron = parseCron(expression);
  const days = daysInWords(cron);
  const { words, every } = timesInWords(cron);
  if (!every) return `${days}${words}`;
  return days === '每天' ? words : `${days} ${words}`;
};

const DAY_MS = 86_400_000;
const near = ['今天', '明天', '后天'];

/** A time to come as one would say it now, in Shanghai: 「今天 14:30」「11月23日 周一 03:00」. */
export const momentInWords = (moment: Date, now: Date): string => {
  const [date = '', time = ''] = formatDateTime(moment).split(' ');
  const dayOf = (text: string) => new Date(`${text}T00:00:00Z`).getTime() / DAY_MS;
  const distance = dayOf(date) - dayOf(formatDateTime(now).slice(0, 10));
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time;
  const word = near[distance];
  if (word) return `${word} ${clock}`;
  const [year, month, day] = date.split('-').map(Number);
  // 1970-01-01 was a Thursday.
  const weekday = weekdayNames[(((dayOf(date) + 3) % 7) + 7) % 7];
  const ofYear = date.slice(0, 4) === formatDateTime(now).slice(0, 4) ? '' : `${year}年`;
  return `${ofYear}${month}月${day}日 周${weekday} ${clock}`;
};
