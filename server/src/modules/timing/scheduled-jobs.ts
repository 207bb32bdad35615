import { TERM_WARNING_DAYS } from '@zhiping/shared/rules/expert/inspect-expert.ts';
import { cleanFiles } from '../../platform/files/clean-files.ts';
import {
  deleteOldLogs,
  deleteOldMessages,
  deleteOldTasks,
  deleteSpentCodes,
  trimOutbox,
} from '../../platform/database/housekeeping.ts';
import { deleteEndedSessions } from '../../platform/auth/session.ts';
import { remindDue } from '../round/remind-due.ts';
import { lapseConfirmations } from '../confirmation/lapse.ts';
import { keepCheck } from '../record-check/keep-check.ts';
import { recomputeWindows } from '../conflict/recompute-windows.ts';
import { mailHead } from '../log/mail-head.ts';
import { clearEndedTerms, warnEndingTerms } from '../expert/pool/terms.ts';
import type { Deps } from '../../deps.ts';
import { dayOf, daysBefore } from '../../platform/clock.ts';

export type ScheduledJobParts = Pick<Deps, 'db' | 'config' | 'queueMail' | 'queueSms' | 'clock'>;

export type ScheduledJob = {
  /** Never given to another job: settings and logs refer to it. */
  id: number;
  key: string;
  name: string;
  description: string;
  /** Used until an administrator sets another one. */
  cron: string;
  /** Harmless when it is done twice. Answers what it did, in one sentence. */
  run: (parts: ScheduledJobParts) => Promise<string>;
};

/** Every job that there is: an office may pause them and set their times, but not add to them. */
export const scheduledJobs: readonly ScheduledJob[] = [
  {
    id: 1,
    key: 'endSessions',
    name: '清理已结束的会话',
    description: '删除已过期或长时间没有操作的登录会话',
    cron: '0 */10 * * * *',
    run: async ({ db, clock }) => `删除 ${await deleteEndedSessions(db, clock.now())} 个会话`,
  },
  {
    id: 2,
    key: 'eraseCodes',
    name: '清理验证码',
    description: '删除过期的图片验证码、两天前的短信和邮件验证码，以及登录失败记录',
    cron: '0 5/10 * * * *',
    run: async ({ db, clock }) => `删除 ${await deleteSpentCodes(db, clock.now())} 条记录`,
  },
  {
    id: 3,
    key: 'logRetention',
    name: '清理过期日志',
    description: '删除超过保留天数的操作、登录、错误和任务日志；审计记录永久保留',
    cron: '0 0 3 * * *',
    run: async ({ db, clock, config: { LOG_RETENTION_DAYS: days } }) =>
      `删除 ${await deleteOldLogs(db, daysBefore(clock.now(), days))} 条 ${days} 天前的日志`,
  },
  {
    id: 4,
    key: 'outboxRetention',
    name: '清理发件箱',
    description: '删除超过保留天数的短信和邮件，清除已失效邮件的内容',
    cron: '0 20 3 * * *',
    run: async ({ db, config, clock }) => {
      const { deleted, erased } = await trimOutbox(db, config.LOG_RETENTION_DAYS, clock.now());
      return `删除 ${deleted} 条消息，清除 ${erased} 条内容`;
    },
  },
  {
    id: 5,
    key: 'taskRetention',
    name: '清理后台任务和消息',
    description: '删除 7 天前结束的后台任务（上传的表格一天后即删除），以及 90 天前的个人消息',
    cron: '0 40 3 * * *',
    run: async ({ db, clock }) => {
      const now = clock.now();
      return `删除 ${await deleteOldTasks(db, 7, now)} 个任务、${await deleteOldMessages(db, daysBefore(now, 90))} 条消息`;
    },
  },
  {
    id: 6,
    key: 'cleanFiles',
    name: '清理无用文件',
    description:
      '删除一天内没有公告使用的公告图片和附件、一天前导出的文件、没有记录的文件内容，以及中断的上传',
    cron: '0 30 4 * * *',
    run: async ({ db, config, clock }) => {
      const { files, contents } = await cleanFiles(db, config, clock.now());
      return `删除 ${files} 个文件记录、${contents} 个文件内容`;
    },
  },
  {
    id: 7,
    key: 'expertTerms',
    name: '检查专家任期',
    description: '任期 90 天内到期的专家各提醒一次；任期已满的清除确认，下次登录须重新确认，开始新的任期',
    cron: '0 0 6 * * *',
    run: async ({ db, clock }) => {
      const now = clock.now();
      const day = dayOf(now);
      const warned = await warnEndingTerms(db, day, TERM_WARNING_DAYS);
      const cleared = await clearEndedTerms(db, day, now);
      return `提醒 ${warned.length} 位专家，${cleared.length} 位专家任期已满`;
    },
  },
  {
    id: 8,
    key: 'auditHead',
    name: '寄送审计链头',
    description: '把审计链的链头发到监督员的邮箱，供日后对照；设置 AUDIT_HEAD_MAIL=true 后才寄送',
    cron: '0 0 7 * * *',
    run: async ({ db, config, queueMail }) => {
      if (!config.AUDIT_HEAD_MAIL) return '没有开启';
      return `寄给 ${await mailHead(db, queueMail)} 位监督员`;
    },
  },
  {
    id: 9,
    key: 'reviewReminders',
    name: '提醒评审专家',
    description:
      '评审截止前 7、3、1 天和逾期 1、3 天，以及送审 2 天仍未签署承诺的，各提醒一次；已提交的不提醒，夜间不发短信',
    cron: '0 30 8 * * *',
    run: async (parts) => `提醒 ${await remindDue(parts, parts.clock.now())} 位专家`,
  },
  {
    id: 10,
    key: 'conflictWindows',
    name: '重新计算回避',
    description: '任职、合作等回避情形按年限计算，每天随日期变化；进行中的批次各重新计算一次，人工判定的不变',
    cron: '0 10 2 * * *',
    run: async ({ db, clock }) => `${await recomputeWindows(db, clock.now())} 个批次开始重新计算`,
  },
  {
    id: 11,
    key: 'confirmations',
    name: '清理过期的复核事项',
    description: '须双人复核、三个工作日内没有答复的事项失效，通知提出的人',
    cron: '0 15 0 * * *',
    run: async ({ db, clock }) => `${await lapseConfirmations(db, clock.now())} 件失效`,
  },
  {
    id: 12,
    key: 'recordCheck',
    name: '核对记录',
    description: '验证审计链，并把申报、意见、抽取、结果等数据与审计记录逐条核对，结果见「记录核对」',
    cron: '0 40 1 * * *',
    run: ({ db, clock, config }) => keepCheck(db, clock, config.DATA_DIR),
  },
];
