import { type Mail, mailOf } from './mail.ts';

/** To the old address, so that a change by somebody else does not go unseen. The new address is not told. */
export const emailChangedMail = ({ username, time }: { username: string; time: string }): Mail =>
  mailOf({
    subject: '账号邮箱已更换',
    lines: [
      `账号「${username}」的邮箱已于 ${time} 更换，此邮箱不再用于该账号。`,
      '如非本人操作，请立即修改登录密码并联系系统管理员。',
    ],
  });
