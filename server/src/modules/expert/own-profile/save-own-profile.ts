import type { z } from 'zod';
import { type expertApi, OwnExpertWrite } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../../deps.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import type { Messages } from '../../account/notify-contact-change.ts';
import { deleteDraft } from '../../draft/draft.queries.ts';
import { replaceWaiting, requestChange, withdrawChange } from '../change-requests/change-requests.ts';
import { followContact } from '../follow-contact.ts';
import { explainExpert } from '../explain-expert.ts';
import { replaceOwnAbsences } from './own-absences.ts';
import { findOwnExpert, lockOwnExpert } from './own-profile.queries.ts';
import { applyProfile } from '../profile-store.ts';
import { requireReferences } from '../references.ts';
import { dayOf } from '../../../platform/clock.ts';

type Write = z.output<typeof OwnExpertWrite>;

/** The own record, locked; refused with 409 when it changed since it was read. */
const lockUnchanged = async (tx: Tx, userId: number, version: number) => {
  const expert = await lockOwnExpert(tx, userId);
  if (expert.version !== version)
    throw conflict('expert.changed', '您的资料已在别处被修改，请核对后重新保存');
  return expert;
};

const nextVersion = (tx: Tx, { at }: Principal, { id, version }: { id: number; version: number }) =>
  tx
    .updateTable('expert')
    .set({ version: version + 1, update_time: at })
    .where('id', '=', id)
    .execute();

/**
 * Store corrections of an unconfirmed profile; a confirmed one only changes when the office agrees. A request counts as
 * a version too, so that a second page does not replace it unseen.
 */
const write = async (tx: Tx, messages: Messages, actor: Principal, { version, ...profile }: Write) => {
  const { userId } = actor;
  const expert = await lockUnchanged(tx, userId, version);
  await nextVersion(tx, actor, expert);
  if (expert.confirmed_at) return requestChange(tx, expert.id, actor, profile);
  await applyProfile(tx, expert.id, profile);
  // The e-mail of an account is only changed with a code sent to it.
  if (profile.phone !== expert.phone)
    await followContact(tx, messages, actor, { expertId: expert.id, contact: { phone: profile.phone } });
  await replaceWaiting(tx, expert.id, actor);
  return audit(tx, {
    actorId: userId,
    action: 'expert.own_profile_changed',
    entity: 'expert',
    entityId: expert.id,
  });
};

type OwnDeps = Pick<Deps, 'db' | 'identity' | 'registerCache'>;
type SaveDeps = OwnDeps & Messages;

/** Experts report absences themselves; they count at once, confirmed or not. */
export const saveOwnAbsences = async (
  deps: OwnDeps,
  actor: Principal,
  { unavailability, version }: z.output<typeof expertApi.saveOwnUnavailability.body>,
) => {
  await inTransaction(deps.db, async (tx) => {
    const expert = await lockUnchanged(tx, actor.userId, version);
    await replaceOwnAbsences(tx, actor, { expertId: expert.id, absences: unavailability });
    await nextVersion(tx, actor, expert);
  });
  return findOwnExpert(deps, actor);
};

export const withdrawOwnChange = async (deps: OwnDeps, actor: Principal, changeId: number) => {
  await inTransaction(deps.db, async (tx) => {
    const expert = await lockOwnExpert(tx, actor.userId);
    await withdrawChange(tx, expert.id, actor, changeId);
    await nextVersion(tx, actor, expert);
  });
  return findOwnExpert(deps, actor);
};

/** Save corrections of the own profile; refused with 409 when it changed since it was read. */
export const saveOwnExpert = async (deps: SaveDeps, user: Principal, profile: Write) => {
  const { db } = deps;
  await requireReferences(db, profile);
  await explainExpert(inTransaction(db, (tx) => write(tx, deps, user, profile)));
};

/**
 * Confirm the own profile, with last corrections if there are any: lifts the gate (specification §4) and starts a term of
 * three years. What is stored must be complete. Confirming twice changes nothing; corrections then wait for the office.
 */
export const confirmOwnExpert = async (deps: SaveDeps, user: Principal, corrections: Write | null) => {
  const { db } = deps;
  const { userId } = user;
  const profile = corrections ?? (await storedProfile(deps, user));
  await requireReferences(db, profile);
  const confirm = async (tx: Tx) => {
    if (corrections) await write(tx, deps, user, corrections);
    const expert = await lockOwnExpert(tx, userId);
    await deleteDraft(tx, { userId, kind: 'expertProfile', ref: 0 });
    if (expert.confirmed_at) return;
    const today = dayOf(user.at);
    await tx
      .updateTable('expert')
      .set({ confirmed_at: user.at, term_start: today, term_ends_at: threeYearsAfter(today) })
      .where('id', '=', expert.id)
      .execute();
    await audit(tx, { actorId: userId, action: 'expert.confirmed', entity: 'expert', entityId: expert.id });
  };
  await explainExpert(inTransaction(db, confirm));
  return findOwnExpert(deps, user);
};

/** The last day of a term that starts on this day, both as yyyy-MM-dd; 29 February ends on the 28th. */
const threeYearsAfter = (day: string) => {
  const later = `${Number(day.slice(0, 4)) + 3}${day.slice(4)}`;
  return later.endsWith('-02-29') ? later.replace('-29', '-28') : later;
};

const storedProfile = async (deps: OwnDeps, user: Principal): Promise<Write> => {
  const stored = await findOwnExpert(deps, user);
  const parsed = OwnExpertWrite.safeParse(stored);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw badRequest('expert.incomplete', '资料不完整，请补充后再确认', problems);
};
