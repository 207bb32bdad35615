import { type Mail, mailOf } from './mail.ts';

/** Sent to the addresses that a scheduled job names for alarms. */
export const jobFailedMail = ({ jobName, error }: { jobName: string; error: string }): Mail =>
  mailOf({
    subject: `定时任务「${jobName}」执行失败`,
    lines: [
      `定时任务「${jobName}」执行失败：${error}`,
      '请登录系统，在「系统管理 / 运行维护 / 定时任务」中查看执行日志。',
    ],
  });
