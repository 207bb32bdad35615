import type { titleLevels } from '../expert/title-levels.ts';

/** Facts that the rules of the review check. Days are texts yyyy-MM-dd in Asia/Shanghai; moments are Dates. */

export type TitleLevel = (typeof titleLevels)[number];

export const levelWords: Record<TitleLevel, string> = {
  fullSenior: '正高级',
  associateSenior: '副高级',
  middle: '中级',
  junior: '助理级',
  technician: '员级',
};

export const projectKinds = {
  regular: '正常晋升',
  exceptional: '破格',
  transfer: '转评',
  direct: '直接申报',
  recognition: '认定',
  entrusted: '委托评审',
} as const;
export type ProjectKind = keyof typeof projectKinds;

export const degrees = { doctor: '博士', master: '硕士', bachelor: '本科' } as const;
export type Degree = keyof typeof degrees;

/** Sections of the project form. */
export const sections = {
  basic: '基本情况',
  target: '申报信息',
  education: '学历学位',
  employment: '工作经历',
  assessment: '年度考核与师德',
  teaching: '教学',
  research: '科研',
  works: '代表作',
  statement: '个人述职',
  recusals: '回避申请',
  attachments: '附件',
} as const;
export type Section = keyof typeof sections;

/** Kinds of material of a project. */
export const materialTypes = {
  education: '学历学位证书',
  title: '现职称证书',
  assessment: '年度考核证明',
  teaching: '教学业绩证明',
  research: '科研业绩证明',
  representativeWork: '代表作全文',
  other: '其他材料',
} as const;
export type MaterialType = keyof typeof materialTypes;

/** A breach recorded against a person. */
export type IntegrityRecord = { since: string; reason: string };

/** One project, on the day of the judgement. */
export type ProjectFacts = {
  today: string;
  /** The day up to which years in a title count. */
  cutoffDay: string;
  kind: ProjectKind;
  targetLevel: TitleLevel;
  presentLevel: TitleLevel | null;
  presentSince: string | null;
  degree: Degree | null;
  /** Null: not answered yet; likewise below. */
  isRetired: boolean | null;
  /** Whether a demerit (记过) or worse is in force, and its last day. */
  isDisciplined: boolean | null;
  disciplineUntil: string | null;
  integrityRecords: readonly IntegrityRecord[];
  /** Other projects of the applicant in this year. */
  otherProjects: number;
  completeSections: readonly Section[];
  /** Whether its works are reviewed without names. */
  isBlind: boolean;
  works: readonly { hasBlindCopy: boolean }[];
  materials: Readonly<Partial<Record<MaterialType, number>>>;
  commitments: { applicant: boolean; employer: boolean };
};

/** Submission: when it began and when it arrived. */
export type SubmissionFacts = { opensAt: Date; closesAt: Date; begunAt: Date; arrivedAt: Date };

/** The materials that a cycle asks for. */
export type RequirementFacts = {
  proofs: readonly { name: string; substitute: 'certificate' | 'commitment' | 'data' | null }[];
};

/** A publicity in the unit. `workingDays` are those that are over on the day of judgement. */
export type PublicityFacts = { workingDays: number; openObjections: number };

/** A request to supplement a project. */
export type SupplementFacts = { requests: number; dueDay: string | null; isAnswered: boolean; today: string };

/** An officer who works on the review. */
export type StaffFacts = { today: string; integrityRecords: readonly IntegrityRecord[] };

/** A committee as it was filed. */
export type CommitteeFacts = { filedDay: string | null; today: string };

/** The pool that is drawn from. */
export type PoolFacts = { experts: number; outside: number };

/** An expert who may get one more project. */
export type ExpertFacts = {
  today: string;
  titleLevel: TitleLevel | null;
  targetLevel: TitleLevel;
  isRetired: boolean;
  isEnabled: boolean;
  isConfirmed: boolean;
  rating: number;
  hasPhone: boolean;
  hasEmail: boolean;
  termStart: string | null;
  /** The expert's projects in this cycle, including this one. */
  load: number;
  lastDrawnDay: string | null;
  integrityRecords: readonly IntegrityRecord[];
};

/** An expert on their projects. */
export type ExpertWorkFacts = { hasCommitment: boolean };

/** The experts of one project. */
export type ProjectExpertsFacts = {
  applicantProvince: string | null;
  experts: readonly { schoolId: number; province: string | null }[];
};

/** Something between an expert and an applicant, in words. */
export type TieFacts = {
  is: string;
  /** The last day of it; null: it goes on. */
  lastDay: string | null;
  today: string;
  /**
   * Evidence that both are meant: their persons, their names and units, or the name alone, in one subject or not even
   * that.
   */
  certainty: 'person' | 'unit' | 'subject' | 'name';
};

export const grades = { A: '优秀', B: '良好', C: '一般', D: '较差' } as const;
export type Grade = keyof typeof grades;
/** Label of a grade, with its letter, by which rules and sheets name it. */
export const gradeWords = Object.fromEntries(
  Object.entries(grades).map(([grade, word]) => [grade, `${grade} ${word}`]),
) as Record<Grade, string>;
export type Opinion = { conclusion: 'agree' | 'disagree' | null; grade: Grade | null };

/** The opinions on one project: the submitted ones, and the number requested. */
export type OpinionFacts = {
  asked: number;
  opinions: readonly Opinion[];
  /**
   * Number that the cycle plans for a project; more are requested where an expert was added. Default: the number
   * requested.
   */
  planned?: number;
};

/** An opinion of an earlier year that is to be reused. */
export type EarlierOpinionFacts = { opinionYear: number; cycleYear: number };

/** A draw as it is planned. */
export type DrawFacts = { isWitnessed: boolean };

/** The vote of a department on a project. */
export type RecommendationFacts = { inFavour: number; present: number };

export type Facts = {
  submission: SubmissionFacts;
  application: ProjectFacts;
  requirement: RequirementFacts;
  recommendation: RecommendationFacts;
  publicity: PublicityFacts;
  supplement: SupplementFacts;
  staff: StaffFacts;
  committee: CommitteeFacts;
  pool: PoolFacts;
  expert: ExpertFacts;
  expertWork: ExpertWorkFacts;
  file: ProjectExpertsFacts;
  draw: DrawFacts;
  tie: TieFacts;
  opinion: OpinionFacts;
  earlierOpinion: EarlierOpinionFacts;
};

/** Subjects of the rules, in the order of the review. */
export const subjects: Record<keyof Facts, string> = {
  requirement: '批次的要求',
  submission: '提交',
  application: '申报条件与材料',
  recommendation: '单位推荐',
  publicity: '单位公示',
  supplement: '补正',
  staff: '工作人员',
  committee: '评审委员会',
  pool: '专家库',
  expert: '专家',
  expertWork: '专家评审',
  file: '一份材料的专家',
  draw: '抽取',
  tie: '回避',
  opinion: '评审意见',
  earlierOpinion: '往年意见',
};
