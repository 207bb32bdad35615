import { titleLevels } from '../expert/title-levels.ts';
import { levelWords } from '../review-rule/facts.ts';
import { dayAfter } from '../holiday/working-days.ts';
import type { Selection, SelectionExpert, SelectionFile, SelectionParams } from './selection.ts';
import { createReach, reachSettingsOf } from './subject-reach.ts';
import { equivalentsOf, indexCrosswalk, OUTSIDE, ringOf, ringWords } from './subject-distance.ts';

/** Why an expert cannot get a project. The code is stable: records contain it. */
export type Reason = { code: ReasonCode; words: string };
export type ReasonCode =
  | 'applicant'
  | 'notEnabled'
  | 'notConfirmed'
  | 'noContact'
  | 'rating'
  | 'noTerm'
  | 'termOver'
  | 'absent'
  | 'retired'
  | 'coolDown'
  | 'full'
  | 'conflict'
  | 'sameSchool'
  | 'level'
  | 'series'
  | 'subject'
  | 'match'
  | 'apart'
  | 'locked';

const reason = (code: ReasonCode, words: string): Reason => ({ code, words });

/** Number of further projects that an expert may get: the lower of their own limit and that of the cycle. */
export const placesOf = ({ cap, openLoad }: SelectionExpert, { limits }: SelectionParams) =>
  Math.max(0, Math.min(cap, limits.expertLoad?.most ?? Infinity) - openLoad);

/** Whether an expert counts as from the project's province; an expert without a province does not. */
export const isHome = (file: SelectionFile, { province }: SelectionExpert) =>
  province === null || province === file.province;

const reasonOfTerm = ({ termEndsAt }: SelectionExpert, today: string) => {
  if (termEndsAt === null) return reason('noTerm', '没有任期');
  return termEndsAt < today ? reason('termOver', `任期已满（至 ${termEndsAt}）`) : null;
};

const reasonOfCoolDown = ({ lastDrawnDay }: SelectionExpert, { limits, today }: SelectionParams) => {
  if (lastDrawnDay === null || !limits.coolDown) return null;
  const { days } = limits.coolDown;
  return dayAfter(lastDrawnDay, days) <= today
    ? null
    : reason('coolDown', `冷却期内（上次抽取于 ${lastDrawnDay}，间隔需 ≥ ${days} 天）`);
};

const reasonOfUse = (expert: SelectionExpert, { limits }: SelectionParams) => {
  const { isEnabled, isConfirmed, hasContact, rating } = expert;
  const usable = limits.expertUsable;
  if (!isEnabled) return reason('notEnabled', '已停用或暂不能参加评审');
  if (!isConfirmed) return reason('notConfirmed', '未确认信息');
  if (usable && !hasContact) return reason('noContact', '没有手机或邮箱');
  // An expert rated 0 is never drawn, whatever the rules of the cycle.
  if (rating === 0) return reason('rating', '评级为 0');
  if (usable && rating < usable.rating) return reason('rating', `评级 ${rating}，需要 ≥ ${usable.rating}`);
  return null;
};

/** Reason why an expert can get no project at all, or null. */
export const unusableReason = (expert: SelectionExpert, params: SelectionParams): Reason | null => {
  if (expert.isApplicant) return reason('applicant', '本批次申报人');
  const found =
    reasonOfUse(expert, params) ??
    reasonOfTerm(expert, params.today) ??
    (expert.isAbsent ? reason('absent', '暂不参加评审') : null);
  if (found) return found;
  if (expert.isRetired && params.limits.expertLevel?.retired === 'block')
    return reason('retired', '已离退休，本批次由在职专家评审');
  const cooling = reasonOfCoolDown(expert, params);
  if (cooling) return cooling;
  if (placesOf(expert, params) > 0) return null;
  const most = Math.min(expert.cap, params.limits.expertLoad?.most ?? Infinity);
  return reason('full', `名额已满（已有 ${expert.openLoad} 份，上限 ${most} 份）`);
};

/** Whether a level is not below another. Without the rule every title is allowed. */
const isHighEnough = ({ level }: SelectionExpert, file: SelectionFile) =>
  level !== null && titleLevels.indexOf(level) <= titleLevels.indexOf(file.level);

/** Reason why an expert cannot get this project, conflicts and subjects aside, or null. */
export const unfitReason = (
  file: SelectionFile,
  expert: SelectionExpert,
  { limits, isSameSeriesOnly }: SelectionParams,
): Reason | null => {
  if (file.schoolId !== null && file.schoolId === expert.schoolId)
    return reason('sameSchool', '与申报人同一学校');
  if (limits.expertLevel && !isHighEnough(expert, file)) {
    const own = expert.level ? levelWords[expert.level] : '没有职称';
    return reason('level', `职称层级不够（${own}，需不低于${levelWords[file.level]}）`);
  }
  if (isSameSeriesOnly && file.series !== expert.series) return reason('series', '职称系列不符');
  return null;
};

export const conflictReason = (words: string | undefined) =>
  reason('conflict', words ? `存在回避情形：${words}` : '存在回避情形');

export const subjectReason = ({ widestRing }: SelectionParams) =>
  reason('subject', `学科不符（本次限${ringWords[widestRing as 0 | 1 | 2] ?? '学科'}内）`);

/** Whether one of an expert's subjects lies in the widest ring around one of a project's. */
const createNearness = ({ files, experts, params }: Selection) => {
  const crosswalk = indexCrosswalk(params.crosswalk);
  return (file: number, expert: number) =>
    params.widestRing >= OUTSIDE ||
    files[file]!.subjects.some((subject) =>
      equivalentsOf(subject, crosswalk).some((own) =>
        experts[expert]!.subjects.some((other) => ringOf(own, other) <= params.widestRing),
      ),
    );
};

/** The match of a pair, in 1/100 point. */
const createMatch = ({ files, experts, params }: Selection) => {
  const reachOf = createReach(experts, reachSettingsOf(params, experts));
  return (file: number, expert: number) => {
    const reach = reachOf(files[file]!.subjects);
    return reach.match[reach.experts.indexOf(expert)] ?? 0;
  };
};

/** Positions by id, and the pairs and locks of a selection by position. Unknown ids are left out. */
export const positionsOf = ({ files, experts, apart = [], locks = [] }: Selection) => {
  const fileAt = new Map(files.map(({ id }, at) => [id, at]));
  const expertAt = new Map(experts.map(({ id }, at) => [id, at]));
  return {
    fileAt,
    expertAt,
    apart: apart.flatMap((pair) => {
      const [a, b] = [expertAt.get(pair.a), expertAt.get(pair.b)];
      return a === undefined || b === undefined ? [] : [{ a, b }];
    }),
    locks: locks.flatMap((pair) => {
      const [file, expert] = [fileAt.get(pair.file), expertAt.get(pair.expert)];
      return file === undefined || expert === undefined ? [] : [{ file, expert }];
    }),
  };
};

/**
 * Pairs, as file · experts + expert, that locks exclude: they are locked already, or must be kept apart from a locked
 * expert.
 */
export const indexLocks = (selection: Selection) => {
  const count = selection.experts.length;
  const { apart, locks } = positionsOf(selection);
  const locked = new Set(locks.map(({ file, expert }) => file * count + expert));
  const meeting = new Set<number>();
  for (const { file, expert } of locks)
    for (const { a, b } of apart) {
      if (a === expert) meeting.add(file * count + b);
      if (b === expert) meeting.add(file * count + a);
    }
  return { locked, meeting };
};

/** The conflicts of a selection by positions of project and expert: file · experts + expert. */
export const indexConflicts = (selection: Selection) => {
  const { experts, conflicts } = selection;
  const { fileAt, expertAt } = positionsOf(selection);
  const blocks = new Map<number, string | undefined>();
  const warnings = new Map<number, string | undefined>();
  for (const { file, expert, severity, words } of conflicts) {
    const [a, e] = [fileAt.get(file), expertAt.get(expert)];
    if (a === undefined || e === undefined) continue;
    (severity === 'block' ? blocks : warnings).set(a * experts.length + e, words);
  }
  return { blocks, warnings };
};

/**
 * Why a pair, by positions, is not allowed; null if it is. Reasons of the expert come first, then conflicts, then
 * reasons of the project.
 */
export const createExclusion = (selection: Selection) => {
  const { files, experts, params } = selection;
  const { blocks } = indexConflicts(selection);
  const { locked, meeting } = indexLocks(selection);
  const isNear = createNearness(selection);
  const matchOf = createMatch(selection);
  return (file: number, expert: number): Reason | null => {
    const unusable = unusableReason(experts[expert]!, params);
    if (unusable) return unusable;
    const pair = file * experts.length + expert;
    if (blocks.has(pair)) return conflictReason(blocks.get(pair));
    const unfit = unfitReason(files[file]!, experts[expert]!, params);
    if (unfit) return unfit;
    if (!isNear(file, expert)) return subjectReason(params);
    const match = matchOf(file, expert);
    if (match < params.leastMatch * 100)
      return reason('match', `学科匹配 ${match / 100} 分，需要 ≥ ${params.leastMatch} 分`);
    if (locked.has(pair)) return reason('locked', '已锁定');
    return meeting.has(pair) ? reason('apart', '与同一材料已锁定的专家须分开') : null;
  };
};

/**
 * Number of pairs that only a conflict (回避) kept apart: by enabled state, level, series and subject the expert could
 * have had the project. The match is not considered. Linear in the conflicts; earlier assignments (with `words`) are no
 * conflicts.
 */
export const countAvoided = (selection: Selection): number => {
  const { files, experts, conflicts, params } = selection;
  const { fileAt, expertAt } = positionsOf(selection);
  const isNear = createNearness(selection);
  const isUsable = experts.map((expert) => unusableReason(expert, params) === null);
  return conflicts.filter(({ file: fileId, expert: expertId, severity, words }) => {
    if (severity !== 'block' || words !== undefined) return false;
    const [file, expert] = [fileAt.get(fileId), expertAt.get(expertId)];
    if (file === undefined || expert === undefined || !isUsable[expert]) return false;
    return unfitReason(files[file]!, experts[expert]!, params) === null && isNear(file, expert);
  }).length;
};
