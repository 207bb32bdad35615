import type { titleLevels } from '../expert/title-levels.ts';
import { coolDown } from '../review-rule/cool-down.ts';
import { expertLevel } from '../review-rule/expert-level.ts';
import { expertLoad } from '../review-rule/expert-load.ts';
import type { Facts } from '../review-rule/facts.ts';
import { expertUsable } from '../review-rule/expert-usable.ts';
import { oneOfASchool } from '../review-rule/one-of-a-school.ts';
import { otherProvinces } from '../review-rule/other-provinces.ts';
import type { Params, ReviewRule, Setting, ValuesOf } from '../review-rule/rule.ts';
import { DEFAULT_LOAD } from './instance.ts';
import {
  type Crosswalk,
  DEFAULT_DISTANCES,
  DEFAULT_RANK_WEIGHTS,
  DEFAULT_SUBJECT_WEIGHTS,
  type Distances,
  type SubjectPath,
} from './subject-distance.ts';

/** The input of a selection of experts for projects, as plain data. Days are texts yyyy-MM-dd in Asia/Shanghai. */

export type Id = number | string;
type TitleLevel = (typeof titleLevels)[number];

export type SelectionFile = {
  id: Id;
  /** One or two. */
  subjects: readonly SubjectPath[];
  series: string | null;
  level: TitleLevel;
  /** The root of the applicant's school, so that its colleges count as the school. */
  schoolId: number | null;
  province: string | null;
  /** How many experts the project needs, in addition to those it has. */
  need: number;
  /** Experts that it already has. They count in its need and in the load of the experts. */
  held?: readonly Id[];
};

export type SelectionExpert = {
  id: Id;
  schoolId: number | null;
  province: string | null;
  /** In the order of declaration. */
  subjects: readonly SubjectPath[];
  series: string | null;
  /** The highest title level. */
  level: TitleLevel | null;
  rating: number;
  /** Number of open projects, and the maximum and minimum of new and open ones together. */
  openLoad: number;
  cap: number;
  floor: number;
  lastDrawnDay: string | null;
  termEndsAt: string | null;
  isEnabled: boolean;
  isConfirmed: boolean;
  isAbsent: boolean;
  isRetired: boolean;
  /** A mobile phone number and an email address are known. */
  hasContact: boolean;
  /** Whether the expert applies in this cycle. */
  isApplicant: boolean;
};

export type SelectionConflict = { file: Id; expert: Id; severity: 'block' | 'warn'; words?: string };

export type SelectionMode = 'draw' | 'optimise' | 'drawOptimise';
export const selectionModes: Readonly<Record<SelectionMode, string>> = {
  draw: '随机抽取',
  optimise: '最优分配',
  drawOptimise: '随机扰动下的最优分配',
};

/** Limits that the rules of a cycle set for a selection; null if the cycle does not have the rule. */
export type SelectionLimits = {
  expertUsable: ValuesOf<typeof expertUsable.params> | null;
  expertLevel: ValuesOf<typeof expertLevel.params> | null;
  expertLoad: ValuesOf<typeof expertLoad.params> | null;
  coolDown: ValuesOf<typeof coolDown.params> | null;
  otherProvinces: ValuesOf<typeof otherProvinces.params> | null;
  oneOfASchool: ValuesOf<typeof oneOfASchool.params> | null;
};

/**
 * The limits as a cycle has them. `settingOf` gives what the cycle set for a rule; without it all have their standards.
 */
export const limitsOf = (
  settingOf: (rule: { code: string }) => Setting | null = () => ({}),
): SelectionLimits => {
  const read = <A extends keyof Facts, P extends Params>(rule: ReviewRule<A, P>): ValuesOf<P> | null => {
    const setting = settingOf(rule);
    return setting && rule.schema.parse(setting.values ?? {});
  };
  return {
    expertUsable: read(expertUsable),
    expertLevel: read(expertLevel),
    expertLoad: read(expertLoad),
    coolDown: read(coolDown),
    otherProvinces: read(otherProvinces),
    oneOfASchool: read(oneOfASchool),
  };
};

export type SelectionParams = {
  mode: SelectionMode;
  /** The day on which terms, cool-downs and so on are judged. */
  today: string;
  /** 64 hexadecimal digits; the only source of randomness. */
  seed: string;
  limits: SelectionLimits;
  /** `table`: points by distance; `pool`: points by the number of experts who share the common part of two subjects. */
  similarity: 'table' | 'pool';
  distances: Distances;
  crosswalk: Crosswalk;
  rankWeights: readonly number[];
  subjectWeights: readonly [number, number];
  /** Experts beyond this ring (0 to 3) are not taken. */
  widestRing: number;
  /** Experts whose match is below so many points are not taken. */
  leastMatch: number;
  /** Whether the worst match is raised as far as no more places stay empty by it, before all else is weighed. */
  isWorstRaised?: boolean;
  /** Whether only experts of the project's series are taken. */
  isSameSeriesOnly: boolean;
  /** Points for each step of the rating above 3; below 3 they are lost. */
  ratingPoints: number;
  /** Points deducted for a conflict that only warns. */
  warningPoints: number;
  /** `drawOptimise`: each score is raised by chance by less than so many points. */
  noisePoints: number;
  /** Cost of the first project of an expert, and the increase with each further one, in 1/100 point. */
  load: { first: number; step: number };
  /**
   * `optimise`, `drawOptimise`: so many candidates of a project are looked at first; more where that could change the
   * result.
   */
  top: number;
  /** `draw`: a ring is wide enough that holds so many times the experts that a project needs. */
  urnFactor: number;
  /** `draw`: how many stand in reserve for each project. */
  reserves: number;
  /** Projects of an expert that are wanted at least count. Without it `floor` is not looked at. */
  hasFloors: boolean;
};

export const DEFAULT_PARAMS: Omit<SelectionParams, 'mode' | 'today' | 'seed' | 'limits'> = {
  similarity: 'table',
  distances: DEFAULT_DISTANCES,
  crosswalk: [],
  rankWeights: DEFAULT_RANK_WEIGHTS,
  subjectWeights: DEFAULT_SUBJECT_WEIGHTS,
  widestRing: 2,
  leastMatch: 0,
  isSameSeriesOnly: false,
  ratingPoints: 5,
  warningPoints: 20,
  noisePoints: 10,
  load: DEFAULT_LOAD,
  top: 40,
  urnFactor: 3,
  reserves: 3,
  hasFloors: false,
};

export type Selection = {
  files: readonly SelectionFile[];
  experts: readonly SelectionExpert[];
  conflicts: readonly SelectionConflict[];
  /** Experts who must not have the same project. */
  apart?: readonly { a: Id; b: Id }[];
  /** Fixed pairs, allowed or not. They are not in `openLoad`. */
  locks?: readonly { file: Id; expert: Id }[];
  params: SelectionParams;
};
