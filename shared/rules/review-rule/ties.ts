import { block, type Verdict, warn } from './rule.ts';
import { choice } from './param.ts';

/** Common parts of the rules on conflicts of interest. */

const severityWords = { block: '必须回避', warn: '只作提示' } as const;
export type TieSeverity = keyof typeof severityWords;

export const severity = (standard: TieSeverity, label = '处理') => choice(label, severityWords, standard);

export const tie = (level: TieSeverity, is: string, needed: string): Verdict =>
  level === 'block' ? block(is, needed) : warn(is, needed);
