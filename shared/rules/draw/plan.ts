import { z } from 'zod';
import type { SelectionParams } from '../assignment/selection.ts';
import { ringWords } from '../assignment/subject-distance.ts';
import { type DrawMode, drawModes } from './states.ts';

/**
 * The office's decisions for a draw before either side commits to a number. Everything else follows from the rules of
 * the cycle.
 */

/**
 * Points that chance may add to the score of a pair; 0 is none. Above 40 the match begins to suffer (domain model 6.4).
 */
export const MAX_NOISE = 80;
export const MAX_RESERVES = 10;
export const MAX_LEAST_MATCH = 100;
export const MAX_LEAST_LOAD = 50;
/** An expert without a common subject category is never drawn for a project. */
const MAX_RING = 2;

export const similarities = { table: '按学科层级', pool: '按专家库分布' } as const;

const amount = (label: string, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}必须是整数`)
    .min(0, `${label}不能小于 0`)
    .max(max, `${label}不能大于 ${max}`);

/** Fields with defaults were added later: older plans are read as if they had them. */
export const DrawPlan = z.strictObject(
  {
    mode: z.enum(Object.keys(drawModes) as [DrawMode], { error: '请选择抽取方式' }),
    isWitnessed: z.boolean({ error: '请选择是否由监督员见证' }),
    noise: amount('随机幅度', MAX_NOISE),
    reserves: amount('候补专家', MAX_RESERVES),
    similarity: z
      .enum(Object.keys(similarities) as [keyof typeof similarities], { error: '请选择学科距离' })
      .default('table'),
    widestRing: amount('学科范围', MAX_RING).default(MAX_RING),
    leastMatch: amount('最低匹配', MAX_LEAST_MATCH).default(0),
    isWorstRaised: z.boolean({ error: '请选择是否先保匹配最低的材料' }).default(false),
    leastLoad: amount('每人最少份数', MAX_LEAST_LOAD).default(0),
  },
  { error: '抽取方案的内容无法识别' },
);
export type DrawPlan = z.output<typeof DrawPlan>;

export const standardPlan: DrawPlan = DrawPlan.parse({
  mode: 'drawOptimise',
  isWitnessed: true,
  noise: 10,
  reserves: 3,
});

/** A plan in the terms of the selection. A draw by lot weighs no expert: it raises no match and fills no floor. */
export const paramsOfPlan = ({ mode, noise, reserves, leastLoad, isWorstRaised, ...same }: DrawPlan) =>
  ({
    mode,
    noisePoints: noise,
    reserves,
    similarity: same.similarity,
    widestRing: same.widestRing,
    leastMatch: same.leastMatch,
    isWorstRaised: isWorstRaised && mode !== 'draw',
    hasFloors: leastLoad > 0 && mode !== 'draw',
  }) satisfies Partial<SelectionParams>;

/** A manual choice with a reason is not bound by the match limits of the plan. */
export const withoutMatchLimits = <P extends Pick<SelectionParams, 'leastMatch' | 'widestRing'>>(
  params: P,
): P => ({ ...params, leastMatch: 0, widestRing: Math.max(params.widestRing, MAX_RING) });

/** What a plan asks of the pairs, in Chinese: how distance is measured and how far it goes, and what differs from the default. */
export const planWords = (plan: DrawPlan): string[] =>
  [
    `学科距离${similarities[plan.similarity]}`,
    `限${ringWords[plan.widestRing as 0 | 1 | 2]}内`,
    plan.leastMatch > 0 && `匹配不低于 ${plan.leastMatch} 分`,
    plan.mode !== 'draw' && plan.isWorstRaised && '先保匹配最低的材料',
    plan.mode !== 'draw' && plan.leastLoad > 0 && `每位专家尽量至少 ${plan.leastLoad} 份`,
  ].filter((words) => words !== false);
