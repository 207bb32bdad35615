/** Acts of staff that decide which experts a draw can give to whom, by the actions of their events. */
export const poolActions = {
  'expert.created': '新增专家',
  'expert.enabled': '启用专家',
  'expert.disabled': '停用专家',
  'expert.deleted': '删除专家',
  'expert.changed': '修改专家信息',
  'expert.change_approved': '审核通过专家信息',
  'expert.affiliations_changed': '修改任职经历',
  'expert.unavailability_changed': '修改不参评时间',
  'expert.rated': '调整专家评级',
  'declared_relation.created': '登记利害关系',
  'declared_relation.deleted': '删除利害关系',
  'conflict.pinned': '人工判定回避',
  'conflict.unpinned': '撤销人工判定',
} as const;
export type PoolAction = keyof typeof poolActions;

/** The count begins so many days before a draw is planned. */
export const POOL_DAYS = 30;

/**
 * So many acts of one kind by one account, and how many of them between the draw and its freeze (`planned`) and after it
 * (`frozen`), when they decide who follows in a place.
 */
export type PoolChange = { action: PoolAction; by: string; count: number; planned: number; frozen: number };

const timesOf = ({ action, count, planned, frozen }: PoolChange): string => {
  const parts = [planned > 0 && `发起抽取后 ${planned} 次`, frozen > 0 && `名册冻结后 ${frozen} 次`].filter(
    Boolean,
  );
  return `${poolActions[action]} ${count} 次${parts.length > 0 ? `（${parts.join('，')}）` : ''}`;
};

/** The acts of each account in one sentence, such as 张（zhang）：停用专家 3 次（发起抽取后 2 次）、登记利害关系 1 次. */
export const poolChangesInWords = (changes: readonly PoolChange[]): string[] =>
  [...Map.groupBy(changes, ({ by }) => by)].map(([by, own]) => `${by}：${own.map(timesOf).join('、')}`);
