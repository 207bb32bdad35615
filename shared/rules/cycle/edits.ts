import type { CycleState } from './states.ts';
import { formatDateTime } from '../../schemas.ts';
import type { Denial } from '../workflow/denial.ts';

const over: readonly CycleState[] = ['closed', 'archived'];
/** States in which ends of applications and checks can still be moved. */
export const beforeReview: readonly CycleState[] = ['draft', 'published', 'applying', 'checking'];
const whileApplying: readonly CycleState[] = ['draft', 'published', 'applying'];

const deny = (code: string, message: string): Denial => ({ code: `cycle.${code}`, message });

/** Whether anything of a cycle may be changed. */
export const editDenial = ({ state }: { state: CycleState }): Denial | null =>
  over.includes(state) ? deny('over', '批次已结束，不能再修改') : null;

/** Whether its review form may be changed, and whether experts see names: opinions are written under them. */
export const formDenial = ({ state }: { state: CycleState }): Denial | null =>
  editDenial({ state }) ??
  (beforeReview.includes(state) ? null : deny('reviewing', '评审已经开始，评审表和评审方式不能再修改'));

/** Only a draft can be deleted: what was published stays, since people relied on it. */
export const deletionDenial = ({ state }: { state: CycleState }): Denial | null =>
  state === 'draft' ? null : deny('published', '批次已发布，不能删除');

type Target = { titleSeries: string; titleLevel: string };
const keyOf = ({ titleSeries, titleLevel }: Target) => `${titleSeries}/${titleLevel}`;

/** Whether what may be applied for may become this: nothing is taken from applicants, and nothing added after them. */
export const scopeDenial = (
  state: CycleState,
  before: readonly Target[],
  after: readonly Target[],
): Denial | null => {
  if (state === 'draft') return null;
  const kept = new Set(after.map(keyOf));
  if (before.some((target) => !kept.has(keyOf(target))))
    return deny('scope', '批次已发布，不能去掉申报的系列或层级');
  const isAdded = after.length > before.length;
  return isAdded && !whileApplying.includes(state)
    ? deny('scope', '申报已截止，不能增加申报的系列或层级')
    : null;
};

/**
 * Whether times of a published cycle take something away that no earlier end takes: the window opens later, or a step of
 * checking is left out.
 */
export const isCutShort = (before: Milestones, after: Milestones): boolean =>
  (before.applyOpensAt !== null && after.applyOpensAt !== null && after.applyOpensAt > before.applyOpensAt) ||
  (['collegeClosesAt', 'bodyClosesAt'] as const).some((end) => before[end] !== null && after[end] === null);

type Milestones = {
  applyOpensAt: Date | null;
  applyClosesAt: Date | null;
  collegeClosesAt: Date | null;
  reportClosesAt: Date | null;
  bodyClosesAt: Date | null;
  eligibilityClosesAt: Date | null;
  reviewClosesAt: Date | null;
};

/** Ends of windows, with their names. */
export const endNames = {
  applyClosesAt: '申报截止',
  collegeClosesAt: '院系审核截止',
  reportClosesAt: '学校报送截止',
  bodyClosesAt: '主管部门审核截止',
  eligibilityClosesAt: '资格审查截止',
  reviewClosesAt: '专家评审截止',
} as const;
export type WindowEnd = keyof typeof endNames;
const ends = Object.keys(endNames) as WindowEnd[];

const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/** Working days that stay of a window whose end is brought forward. */
export const EARLIER_END_DAYS = 3;

/**
 * Whether the times of a published cycle may become these, or the field that may not: past times stay, and an end comes
 * earlier, or is set where there was none, only by two persons (`isConfirmed`) and at or after `earliest`, so that no
 * window closes behind those who rely on it.
 */
export const scheduleDenial = (
  state: CycleState,
  {
    before,
    after,
    now,
    earliest,
    isConfirmed,
  }: { before: Milestones; after: Milestones; now: Date; earliest: Date; isConfirmed: boolean },
): { field: keyof Milestones; message: string } | null => {
  if (state === 'draft') return null;
  if (state !== 'published' && !same(before.applyOpensAt, after.applyOpensAt))
    return { field: 'applyOpensAt', message: '申报已经开始，不能再改开始时间' };
  if (!beforeReview.includes(state) && !same(before.applyClosesAt, after.applyClosesAt))
    return { field: 'applyClosesAt', message: '评审已经开始，不能再改申报截止时间' };
  const past = ends.find((end) => {
    const moment = after[end];
    return !same(before[end], moment) && moment !== null && moment <= now;
  });
  if (past) return { field: past, message: '已发布的批次，新的截止时间须晚于现在' };
  const earlier = ends.find((end) => {
    const [old, moment] = [before[end], after[end]];
    return moment !== null && (old === null || moment < old) && (!isConfirmed || moment < earliest);
  });
  if (!earlier) return null;
  const message = isConfirmed
    ? `截止时间提前的，至少留出 ${EARLIER_END_DAYS} 个工作日，最早 ${formatDateTime(earliest)}`
    : '已发布的批次，截止时间提前或增设须由他人复核，请用「提前截止」提出';
  return { field: earlier, message };
};
