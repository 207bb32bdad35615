import type { Permission } from '../../permissions.ts';

/** Acts that one person alone may not do. The permission to confirm one is `confirm:` with its name. */
export const confirmedActs = {
  excludeOpinion: '剔除评审意见',
  bringForward: '提前截止',
  liftConflict: '解除回避',
  recordBreach: '专家失信记录',
  abortDraw: '中止抽取',
  releaseDraw: '发布人工调整的结果',
  changeExpert: '送审后换人',
  closeRound: '提前结束送审',
  correctTeacher: '更正姓名或证件',
  changeRules: '修改已发布的批次',
  acceptProject: '判定资格合格',
  recommendException: '例外推荐',
  readMapping: '查看专家与材料的对应',
} as const;
export type ConfirmedAct = keyof typeof confirmedActs;

/** The permissions of which one is needed to ask for an act, and still held when it is confirmed. */
export const askedWith: Record<ConfirmedAct, readonly Permission[]> = {
  excludeOpinion: ['assignment:release'],
  bringForward: ['cycle:edit'],
  liftConflict: ['conflict:pin'],
  recordBreach: ['integrity:edit'],
  abortDraw: ['assignment:draw', 'assignment:witness'],
  releaseDraw: ['assignment:release'],
  changeExpert: ['assignment:edit', 'assignment:release'],
  closeRound: ['assignment:release'],
  correctTeacher: ['teacher:edit'],
  changeRules: ['cycle:edit'],
  acceptProject: ['project:decide'],
  recommendException: ['project:check'],
  readMapping: ['review:list'],
};

/** Working days after which a request that nobody answered lapses. */
export const CONFIRM_DAYS = 3;
