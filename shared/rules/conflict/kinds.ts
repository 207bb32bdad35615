/** Words of conflicts of interest (回避). */

/** Kinds of conflicts between an expert and a project. */
export const conflictKinds = {
  self: '本人',
  sameUnit: '同单位',
  formerUnit: '曾同单位',
  jointWork: '合作成果',
  advisor: '师生',
  relative: '亲属',
  declared: '申明关系',
  request: '申请回避',
} as const;
export type ConflictKind = keyof typeof conflictKinds;

export const severities = { block: '必须回避', warn: '提示' } as const;
export type ConflictSeverity = keyof typeof severities;

/** Severities that a pin can set instead of the computed one. */
export const pinnedSeverities = { ...severities, none: '不必回避' } as const;
export type PinnedSeverity = keyof typeof pinnedSeverities;

export const conflictSources = {
  register: '单位登记',
  history: '任职经历',
  works: '申报成果',
  expert: '专家申明',
  office: '评审办登记',
  applicant: '申报人申请',
} as const;
export type ConflictSource = keyof typeof conflictSources;

/** Kinds of relations that experts or the office declare. */
export const relationKinds = {
  advisor: '师生',
  relative: '亲属',
  unit: '利害单位',
  other: '其他利害关系',
} as const;
export type RelationKind = keyof typeof relationKinds;
