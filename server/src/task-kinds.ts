import type { Deps } from './deps.ts';
import { expertImport } from './modules/expert/import-experts.ts';
import { teacherImport } from './modules/teacher/import-teachers.ts';
import { namedJobKinds } from './modules/timing/run-named-job.ts';
import { userImport } from './modules/user/import-users.ts';
import { mailCarrier } from './platform/outbox/mail.ts';
import { mailKind } from './platform/outbox/mail-queue.ts';
import { smsCarrier } from './platform/outbox/sms.ts';
import { smsKind } from './platform/outbox/sms-queue.ts';
import type { TaskKind } from './platform/tasks/task-kind.ts';

/** Every kind of background work; a node takes only what it knows. */
export const allTaskKinds = (deps: Deps): TaskKind[] => [
  ...namedJobKinds(deps),
  mailKind(deps.db, mailCarrier(deps.config)),
  smsKind(deps.db, smsCarrier(deps.config)),
  ...userImport(deps).kinds,
  ...expertImport(deps).kinds,
  ...teacherImport(deps).kinds,
];
