import type { SmsNotice } from '@zhiping/shared/rules/outbox/sms-notices.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { type Writing, writeTo } from '../../platform/outbox/write-to.ts';
import type { StoredProject } from './project-workflow.ts';

/** Texts sent in addition to the notification, because applicants seldom sign in. */
const letters = {
  return: { subject: '您的职称申报已退回', template: 'projectReturned' },
  supplement: { subject: '请补正您的职称申报', template: 'projectSupplement' },
  decline: { subject: '您的职称申报没有得到推荐', template: 'projectDeclined' },
  refuse: { subject: '您的职称申报资格审查结果', template: 'projectRefused' },
  cycle: { subject: '职称评审批次有变动', template: 'cycleChanged' },
} as const;

type Letter = { event: keyof typeof letters; params: Record<string, string>; at: Date };

/** Sends a mail or SMS to the applicant of a project if they still have an account. */
export const writeToApplicant = async (
  tx: Tx,
  deps: Writing,
  { id, person_id }: Pick<StoredProject, 'id' | 'person_id'>,
  { event, params, at }: Letter,
): Promise<void> => {
  const applicant = await tx
    .selectFrom('applicant')
    .innerJoin('sys_user', 'sys_user.id', 'user_id')
    .select(['nick_name as name', 'phone', 'email'])
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  if (!applicant) return;
  const { subject, template } = letters[event];
  await writeTo(tx, deps, applicant, {
    subject,
    notice: { template, params: { name: applicant.name, ...params } } as SmsNotice,
    expiresAt: daysAfter(at, 2),
    projectId: id,
  });
};
