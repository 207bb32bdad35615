/**
 * Texts sent by SMS beside codes, with the variables under which a carrier sends pre-approved texts. Urgent ones are
 * sent at night too.
 */
export const noticeTexts = {
  /** Sent to the old phone of an account, in case another person changed it. */
  contactChanged: {
    isUrgent: true,
    text: '账号「{account}」的{changed}已于 {time} 更换。如非本人操作，请立即修改登录密码并联系系统管理员。',
  },
  confirmProfile: { isUrgent: false, text: '{name}老师，您的专家信息尚未确认，请登录系统核对并确认。' },
  projectReturned: {
    isUrgent: false,
    text: '{name}老师，您的职称申报已退回，请于 {until} 前登录系统，按意见修改后重新提交。',
  },
  projectSupplement: {
    isUrgent: false,
    text: '{name}老师，评审办要求补正您的职称申报，请于 {until} 前登录系统补正，逾期视为放弃申报。',
  },
  projectDeclined: {
    isUrgent: false,
    text: '{name}老师，所在单位对您的职称申报不予推荐，请登录系统查看原因。',
  },
  projectRefused: {
    isUrgent: false,
    text: '{name}老师，您的职称申报没有通过资格审查，请登录系统查看原因。',
  },
  /** `news` is one of a few words of ours: carriers send no free text. */
  cycleChanged: {
    isUrgent: false,
    text: '{name}老师，您申报的职称评审批次{news}，请登录系统查看。',
  },
  reviewInvited: {
    isUrgent: false,
    text: '{name}老师，请您评审{count}份职称申报材料，请于 {until} 前登录系统签署承诺并完成评审。',
  },
  reviewReminder: {
    isUrgent: false,
    text: '{name}老师，您还有{count}份职称评审材料没有提交意见，截止时间 {until}，请登录系统完成。',
  },
} as const;

export type NoticeTemplate = keyof typeof noticeTexts;

type Variables<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Variables<Rest>
  : never;

export type SmsNotice = {
  [T in NoticeTemplate]: { template: T; params: Record<Variables<(typeof noticeTexts)[T]['text']>, string> };
}[NoticeTemplate];

export const noticeTemplates = Object.keys(noticeTexts) as NoticeTemplate[];

export const isUrgent = ({ template }: SmsNotice): boolean => noticeTexts[template].isUrgent;

/** The whole text of a notice. */
export const noticeText = ({ template, params }: SmsNotice): string =>
  noticeTexts[template].text.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => (params as Record<string, string>)[name] ?? '',
  );
