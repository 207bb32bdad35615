import type { titleLevels } from '../expert/inspect-expert.ts';
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

/** The input of a selection as plain data: projects, experts, parameters. Days are yyyy-MM-dd in Asia/Shanghai. */

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
  /** Experts that the project has from before. They count in the limits of the project and in the loads. */
  held?: readonly Id[];
};

export type SelectionExpert = {
  id: Id;
  schoolId: number | null;
  province: string | null;
  /** In the order of the expert's declaration. */
  subjects: readonly SubjectPath[];
  series: string | null;
  /** The highest title of the expert. */
  level: TitleLevel | null;
  rating: number;
  /** Open projects of the expert, and the most and the fewest that they should have, open and new ones together. */
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
  /** The expert is an applicant in this cycle. */
  isApplicant: boolean;
};

export type SelectionConflict = { file: Id; expert: Id; severity: 'block' | 'warn'; words?: string };

export type SelectionMode = 'draw' | 'optimise' | 'drawOptimise';
export const selectionModes: Readonly<Record<SelectionMode, string>> = {
  draw: '随机抽取',
  optimise: '最优分配',
  drawOptimise: '随机扰动下的最优分配',
};

/** The limits of a cycle's rules; null is a rule that the cycle does not have. */
export type SelectionLimits = {
  expertUsable: ValuesOf<typeof expertUsable.params> | null;
  expertLevel: ValuesOf<typeof expertLevel.params> | null;
  expertLoad: ValuesOf<typeof expertLoad.params> | null;
  coolDown: ValuesOf<typeof coolDown.params> | null;
  otherProvinces: ValuesOf<typeof otherProvinces.params> | null;
  oneOfASchool: ValuesOf<typeof oneOfASchool.params> | null;
};

/** The limits as a cycle has them. `settingOf` gives what the cycle set for a rule; without it all have their standards. */
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
  /** 64 hexadecimal digits; all chance comes from it. */
  seed: string;
  limits: SelectionLimits;
  /** `table` takes points by distance, `pool` by how many experts share what two subjects have in common. */
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
  /** Whether only experts of the file's series are taken. */
  isSameSeriesOnly: boolean;
  /** Points for each step of the rating above 3; below 3 they are lost. */
  ratingPoints: number;
  /** Points that a conflict costs that only warns. */
  warningPoints: number;
  /** `drawOptimise`: each score is raised by chance by less than so many points. */
  noisePoints: number;
  /** What the first file of an expert costs, and each more than the one before, in 1/100 point. */
  load: { first: number; step: number };
  /** `optimise`, `drawOptimise`: so many candidates of a file are looked at first; more where that could change the result. */
  top: number;
  /** `draw`: a ring is wide enough that holds so many times the experts that a file needs. */
  urnFactor: number;
  /** `draw`: how many stand in reserve for each file. */
  reserves: number;
  /** Files of an expert that are wanted at least count. Without it `floor` is not looked at. */
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
  /** Experts who must not have the same file. */
  apart?: readonly { a: Id; b: Id }[];
  /** Locked pairs, allowed or not, around which the rest is found. They are not in `openLoad`. */
  locks?: readonly { file: Id; expert: Id }[];
  params: SelectionParams;
};
