/**
 * Messages to staff who work on projects. A message without a name is left once until it is read: on the last evening
 * hundreds are submitted.
 */
export const staffMessages = {
  check: { to: '院系、学校、主管部门', when: '申报等待审核', text: '有新提交的申报等待审核。' },
  bodyReturn: { to: '学校', when: '主管部门退回', text: '主管部门退回了{name}的申报，请查看原因。' },
  retract: {
    to: '主管部门',
    when: '学校撤回主管部门已审核通过的申报',
    text: '学校撤回了您部门已审核通过的{name}的申报，请查看原因；再次报送后须重新审核。',
  },
  reported: { to: '评审办', when: '学校报送，或主管部门审核通过', text: '有学校报送的申报等待资格审查。' },
  supplemented: { to: '评审办', when: '申报人提交补正', text: '有补正后的申报等待资格审查。' },
  supplement: {
    to: '学校',
    when: '评审办要求补正',
    text: '评审办要求{name}补正申报，请提醒申报人在期限内提交。',
  },
  lapse: { to: '学校', when: '补正逾期', text: '{name}没有按期补正，申报视为放弃。' },
  refuse: { to: '学校', when: '资格审查不合格', text: '{name}的申报没有通过资格审查，请查看原因。' },
  reopen: { to: '学校', when: '重新审查资格', text: '评审办将重新审查{name}的申报资格。' },
  withdraw: { to: '学校', when: '申报人放弃申报', text: '{name}放弃了申报。' },
  accept: { to: '学校', when: '资格审查合格', text: '本校有申报通过了资格审查，请查看。' },
  stage: { to: '评审办', when: '批次的一个阶段结束', text: '「{cycle}」{news}。下一步：{next}。' },
  results: { to: '学校', when: '公布送审结果', text: '送审结果已公布，请查看。' },
} as const;
export type StaffMessage = keyof typeof staffMessages;

/** Messages about a cycle, to all users concerned. */
export const cycleMessages = {
  suspend: {
    to: '申报人、学校',
    when: '批次暂停',
    text: '「{cycle}」已暂停：{reason}。恢复以前不能填写、提交和审核。',
  },
  resume: { to: '申报人、学校', when: '批次恢复', text: '「{cycle}」已恢复。' },
  moved: {
    to: '申报人、学校',
    when: '申报、审核、报送的时间调整',
    text: '「{cycle}」的时间有调整：{times}。请按新的时间办理。',
  },
  stage: { to: '学校', when: '开始申报、申报截止', text: '「{cycle}」{news}。下一步：{next}。' },
  postponed: {
    to: '申报人',
    when: '批次恢复，补正期限顺延',
    text: '批次已恢复，您的补正期限顺延至 {until}。',
  },
} as const;
export type CycleMessage = keyof typeof cycleMessages;
