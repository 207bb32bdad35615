import { z } from 'zod';
import { type DrawMode, drawModes } from './draw-states.ts';

/** What an office decides for a draw before anybody commits to a number. Everything else follows from the rules of the cycle. */

/** Points that chance may add to the worth of a pair: 0 is none. Above 40 the match begins to suffer (domain model 6.4). */
export const MAX_NOISE = 80;
export const MAX_RESERVES = 10;

const amount = (label: string, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}必须是整数`)
    .min(0, `${label}不能小于 0`)
    .max(max, `${label}不能大于 ${max}`);

export const DrawPlan = z.strictObject(
  {
    mode: z.enum(Object.keys(drawModes) as [DrawMode], { error: '请选择抽取方式' }),
    isWitnessed: z.boolean({ error: '请选择是否由监督员见证' }),
    noise: amount('随机幅度', MAX_NOISE),
    reserves: amount('候补专家', MAX_RESERVES),
  },
  { error: '抽取方案的内容无法识别' },
);
export type DrawPlan = z.output<typeof DrawPlan>;

export const standardPlan: DrawPlan = { mode: 'drawOptimise', isWitnessed: true, noise: 10, reserves: 3 };
