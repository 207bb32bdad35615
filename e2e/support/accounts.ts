import { DEMO_PASSWORD } from '../../server/src/demo-password.ts';

/** Settings that server.ts gives the server under test. Production refuses both. */
export const captchaAnswer = 'E2E8';
export const adminPassword = 'Story-Admin-2026';
export const helpPhone = '010-62750000';

export type Account = { username: string; password: string };

const demo = (username: string): Account => ({ username, password: DEMO_PASSWORD });

export const admin: Account = { username: 'admin', password: adminPassword };
export const sysadmin = demo('sysadmin');
export const office = demo('office');
export const office2 = demo('office2');
export const supervisor = demo('supervisor');
export const school = demo('school');
/** An officer of a college of that school, which checks first. */
export const college = demo('college');
/** Of the unit that checks what that school and some others report. */
export const body = demo('body');
export const applicant = demo('applicant');
/** Has a complete, returned project. */
export const returnedApplicant = demo('applicant2');
export const plainUser = demo('user');
export const expert = demo('expert001');
export const expertBeforeFirstLogin = demo('expert002');
/** A second one, who goes on through the gate. */
export const expertAtTheGate = demo('expert004');
export const expertToConfirm = demo('expert003');
/** Confirmed ones who write about themselves; stories run side by side. */
export const expertOnLeave = demo('expert006');
export const expertAbroad = demo('expert007');
export const expertWhoMoves = demo('expert009');
export const expertWithPast = demo('expert008');
/** An associate professor of medicine: may review no project of the demo. */
export const expertWithoutTasks = demo('expert013');
/** The accounts whose passwords a story changes. */
export const expertWithNewPassword = demo('expert011');
export const expertWhoForgot = demo('expert016');
