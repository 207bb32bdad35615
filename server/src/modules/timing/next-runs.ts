import { Cron } from 'croner';
import { cronFields } from '@zhiping/shared/rules/timing/cron.ts';

/** The next times of an expression after a moment; fewer than asked for where there are no more. */
export const nextRuns = (expression: string, count: number, after: Date): Date[] =>
  new Cron(cronFields(expression).join(' '), { timezone: 'Asia/Shanghai', sloppyRanges: true }).nextRuns(
    count,
    after,
  );
