import type { Deps } from './deps.ts';
import { computeConflictsKind } from './modules/conflict/compute-conflicts.ts';
import { followChangesKind } from './modules/conflict/follow-changes.ts';
import { notifyCycleKind } from './modules/cycle/notify-cycle.ts';
import { computeDrawKind } from './modules/draw/compute-draw.ts';
import { solveAgainKind } from './modules/draw/result/solve-again.ts';
import { explainKind } from './modules/draw/result/explanation.ts';
import { repeatKind } from './modules/draw/run/repeat.ts';
import { coverKind } from './modules/blind-copy/cover-copies.ts';
import { expertImport } from './modules/expert/import/import-experts.ts';
import { teacherImport } from './modules/teacher/import-teachers.ts';
import { checkArchiveKind } from './modules/project/import/check-archive.ts';
import { importArchiveKind } from './modules/project/import/import-archive.ts';
import { projectImport } from './modules/project/import/import-projects.ts';
import { scheduledJobKinds } from './modules/timing/run-scheduled-job.ts';
import { userImport } from './modules/user/import-users.ts';
import { mailCarrier } from './platform/outbox/mail.ts';
import { mailKind } from './platform/outbox/mail-queue.ts';
import { smsCarrier } from './platform/outbox/sms.ts';
import { smsKind } from './platform/outbox/sms-queue.ts';
import type { TaskKind } from './platform/tasks/task-kind.ts';
import { plainModules } from './plain-modules.ts';

/** Every kind of background work; a node takes only what it knows. */
export const allTaskKinds = (deps: Deps): TaskKind[] => [
  ...scheduledJobKinds(deps),
  mailKind(deps, mailCarrier(deps.config)),
  smsKind(deps, smsCarrier(deps.config)),
  ...plainModules(deps).kinds,
  ...userImport(deps).kinds,
  ...expertImport(deps).kinds,
  ...teacherImport(deps).kinds,
  ...projectImport(deps).kinds,
  checkArchiveKind(deps),
  importArchiveKind(deps),
  notifyCycleKind(deps),
  coverKind(deps),
  computeConflictsKind(deps),
  followChangesKind(deps),
  computeDrawKind(deps),
  solveAgainKind(deps),
  repeatKind(deps),
  explainKind(deps),
];
