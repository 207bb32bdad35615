import type { ProjectEvent } from './states.ts';

type Kind = 'success' | 'info' | 'warning';

/** Messages to an applicant when another user moves their project. A pending decision is not reported. */
export const projectMessages: Partial<Record<ProjectEvent, { kind: Kind; text: string }>> = {
  prefill: { kind: 'info', text: '所在单位为您的申报导入了部分内容，请核对、补充后自行提交。' },
  return: { kind: 'warning', text: '您的申报已退回，请按意见修改后重新提交。' },
  handOn: { kind: 'info', text: '您的申报已通过院系审核，接下来由学校审核。' },
  recommend: { kind: 'success', text: '所在单位已推荐您的申报，接下来进行单位公示。' },
  decline: { kind: 'warning', text: '所在单位对您的申报不予推荐，请查看原因。' },
  reconsider: { kind: 'info', text: '所在单位将重新审核您的申报。' },
  report: { kind: 'success', text: '您的申报已由学校报送，接下来审查资格。' },
  endorse: { kind: 'info', text: '您的申报已通过主管部门审核，接下来由评审办审查资格。' },
  giveBack: { kind: 'info', text: '主管部门将您的申报退回学校处理。' },
  retract: { kind: 'info', text: '您的申报已由所在单位撤回报送。' },
  supplement: { kind: 'warning', text: '评审办要求补正您的申报，逾期视为放弃，请尽快查看。' },
  lapse: { kind: 'warning', text: '补正期限已过，您的申报视为放弃。' },
  accept: { kind: 'success', text: '您的申报通过了资格审查。' },
  refuse: { kind: 'warning', text: '您的申报没有通过资格审查，请查看原因。' },
  sendOut: { kind: 'info', text: '您的申报已送专家评审。' },
  pass: { kind: 'info', text: '您的申报的送审结果已公布，请查看。' },
  fail: { kind: 'info', text: '您的申报的送审结果已公布，请查看。' },
  reopen: { kind: 'info', text: '评审办将重新审查您的申报资格。' },
};
