import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { contactChangedMail } from '../../platform/outbox/mails/contact-changed.ts';
import { later } from '../../platform/clock.ts';

export type Messages = Pick<Deps, 'queueMail' | 'queueSms'>;
type Contact = { phone: string | null; email: string | null };

const DAY_MS = 86_400_000;

/** Notifies the old phone and the old e-mail of an account that one of them was changed. */
export const notifyContactChange = async (
  tx: Tx,
  { queueMail, queueSms }: Messages,
  at: Date,
  { old, now }: { old: Contact & { username: string }; now: Contact },
) => {
  const changed = [
    ...(old.phone === now.phone ? [] : ['手机号码']),
    ...(old.email?.toLowerCase() === now.email?.toLowerCase() ? [] : ['邮箱']),
  ];
  if (changed.length === 0) return;
  const time = formatDateTime(at);
  const lines = [
    `账号「${old.username}」的${changed.join('和')}已于 ${time} 更换。`,
    '如非本人操作，请立即修改登录密码并联系系统管理员。',
  ];
  if (old.email) await queueMail(tx, old.email, contactChangedMail(lines));
  if (old.phone)
    await queueSms(
      tx,
      {
        phone: old.phone,
        notice: {
          template: 'contactChanged',
          params: { account: old.username, changed: changed.join('和'), time },
        },
      },
      { expiresAt: later(at, DAY_MS) },
    );
};
