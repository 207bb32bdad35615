/** Projects that may be stuck between applicants, schools and the office; days are calendar days. */
export const projectWaiting = {
  check: '提交 7 天以上，单位未审核',
  mend: '退回 7 天以上，未重新提交',
  objection: '公示异议未办结',
  report: '公示期满，未报送',
  decide: '报送 7 天以上，未审查资格',
  second: '已提请判定，待他人复核',
  supplement: '补正 2 天内到期',
} as const;
export type ProjectWaiting = keyof typeof projectWaiting;

/** Stages of the publicity of a project at its school. */
export const publicityStages = {
  none: '待公示',
  running: '公示中',
  ended: '公示期满',
  objected: '异议未办结',
} as const;
export type PublicityStage = keyof typeof publicityStages;

/** Words of a list for the publicity of a project. */
export const publicityWords = (
  publicity: { endsOn: string; isOver: boolean; openObjections: number } | null,
): string => {
  if (!publicity) return publicityStages.none;
  const { endsOn, isOver, openObjections } = publicity;
  if (openObjections > 0) return `${openObjections} 件异议未办结`;
  return isOver ? `公示已结束（${endsOn} 止）` : `公示至 ${endsOn}`;
};
