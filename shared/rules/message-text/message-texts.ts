import { projectMessages } from '../project/messages.ts';
import { noticeTexts, type NoticeTemplate } from '../outbox/sms-notices.ts';
import {
  type CycleMessage,
  cycleMessages,
  type StaffMessage,
  staffMessages,
} from '../project/staff-messages.ts';

/**
 * Default texts of messages about a project or an assignment; the office may reword them. A word in braces is replaced
 * when the message is sent.
 */
export type MessageText = {
  to: string;
  way: '站内消息' | '邮件';
  when: string;
  text: string;
};

const events = {
  prefill: '学校导入了申报内容',
  return: '学校退回申报',
  handOn: '院系审核通过',
  endorse: '主管部门审核通过',
  giveBack: '主管部门退回学校',
  recommend: '学校推荐',
  decline: '学校不予推荐',
  reconsider: '学校重新审核',
  report: '学校报送',
  retract: '学校撤回报送',
  supplement: '评审办要求补正',
  lapse: '补正逾期',
  accept: '资格审查合格',
  refuse: '资格审查不合格',
  sendOut: '材料送审',
  pass: '公布送审结果（通过）',
  fail: '公布送审结果（未通过）',
  reopen: '重新审查资格',
} as const satisfies Partial<Record<keyof typeof projectMessages, string>>;

const letters = {
  projectReturned: { to: '申报人', when: '学校退回申报' },
  projectDeclined: { to: '申报人', when: '学校不予推荐' },
  projectSupplement: { to: '申报人', when: '评审办要求补正' },
  projectRefused: { to: '申报人', when: '资格审查不合格' },
  cycleChanged: { to: '申报人', when: '批次暂停、恢复或时间调整' },
  reviewInvited: { to: '评审专家', when: '邀请评审' },
  reviewReminder: { to: '评审专家', when: '催办' },
  confirmProfile: { to: '专家', when: '催促确认信息' },
} as const satisfies Partial<Record<NoticeTemplate, object>>;

export type MessageCode =
  | `message.${keyof typeof events}`
  | `staff.${StaffMessage}`
  | `cycle.${CycleMessage}`
  | `mail.${keyof typeof letters}`;

/** Messages in the system, by the codes that begin so. */
const within = (prefix: 'staff' | 'cycle', messages: Readonly<Record<string, Omit<MessageText, 'way'>>>) =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [
      `${prefix}.${name}`,
      { ...message, way: '站内消息' as const },
    ]),
  );

/** Every text by its code, in the order of the review. */
export const messageTexts = {
  ...Object.fromEntries(
    Object.entries(events).map(([event, when]) => [
      `message.${event}`,
      { to: '申报人', way: '站内消息', when, text: projectMessages[event as keyof typeof events]!.text },
    ]),
  ),
  ...within('staff', staffMessages),
  ...within('cycle', cycleMessages),
  ...Object.fromEntries(
    Object.entries(letters).map(([template, letter]) => [
      `mail.${template}`,
      { ...letter, way: '邮件', text: noticeTexts[template as keyof typeof letters].text },
    ]),
  ),
} as Record<MessageCode, MessageText>;

export const messageCodes = Object.keys(messageTexts) as [MessageCode, ...MessageCode[]];

/** Whether the wording of this can be changed. */
export const isMessageCode = (code: string): code is MessageCode => code in messageTexts;

const inBraces = /\{([^{}]*)\}/g;

/** Words in braces, without the braces, each once. */
export const wordsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(inBraces)].map(([, word]) => word!)),
];

/** Problem of a rewording, in Chinese; null if there is none: it may only use the words of the default text. */
export const wordingProblem = (code: MessageCode, text: string): string | null => {
  const known = wordsIn(messageTexts[code].text);
  const unknown = wordsIn(text).filter((word) => !known.includes(word));
  if (unknown.length > 0)
    return `没有「{${unknown[0]}}」这个可替换的内容${known.length > 0 ? `，可以用 ${known.map((word) => `{${word}}`).join('、')}` : ''}`;
  return /[{}]/.test(text.replaceAll(inBraces, '')) ? '花括号没有成对' : null;
};

/** The text with its words filled in. */
export const fillWords = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replaceAll(inBraces, (_, word: string) => words[word] ?? '');
