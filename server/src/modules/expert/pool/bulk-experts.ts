import { sql } from 'kysely';
import type { z } from 'zod';
import type { EnabledWrite, RatingWrite } from '@zhiping/shared/contracts/expert-write.ts';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { auditMany } from '../../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { actorNameOf } from '../../../platform/auth/actor-name.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { isOffice, requireGrades, visibleExperts, writeDenial } from '../expert.policy.ts';
import { findOwnReviewers, refuseOwnReviewers } from '../own-reviewers.ts';
import { findBarredExperts } from '../../person/integrity-records.queries.ts';
import { dropUnusedPersons } from '../../person/person.queries.ts';

type Report = z.input<typeof BulkReport>;

/** Experts that a write is about, locked, as far as the actor may see them. */
const lockExperts = async (tx: Tx, actor: Principal, ids: readonly number[]) =>
  tx
    .selectFrom('expert')
    .select(['id', 'name', 'user_id', 'person_id', 'rating', 'enabled', 'accepted_at', 'term_start'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where(visibleExperts(actor))
    .orderBy('id')
    .forUpdate()
    .execute();
type Target = Awaited<ReturnType<typeof lockExperts>>[number];

/** `all`: every one or none. `some`: those that may be changed, with a report of the others. */
type Mode = 'all' | 'some';

/**
 * Do something with every expert of a list that may be touched, and report the others with their reasons. When none may
 * be, that is a 400 with the first reason.
 */
const forEachExpert = (
  db: Db,
  actor: Principal,
  ids: readonly number[],
  {
    mode,
    check,
    act,
  }: {
    mode: Mode;
    check: (tx: Tx, targets: Target[]) => Promise<(target: Target) => string | null>;
    act: (tx: Tx, targets: Target[]) => Promise<void>;
  },
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    const targets = await lockExperts(tx, actor, ids);
    const problemOf = await check(tx, targets);
    const own = isOffice(actor) ? await findOwnReviewers(tx, actor, ids) : null;
    const checked = targets.map((target) => ({ target, problem: own?.get(target.id) ?? problemOf(target) }));
    const refused = checked.flatMap(({ target, problem }) =>
      problem ? [{ id: target.id, name: target.name, message: problem }] : [],
    );
    const seen = new Set(targets.map(({ id }) => id));
    const unknown = ids
      .filter((id) => !seen.has(id))
      .map((id) => ({ id, name: String(id), message: '专家不存在' }));
    const failed = [...refused, ...unknown];
    const reached = checked.filter(({ problem }) => !problem).map(({ target }) => target);
    if (mode === 'all' && unknown[0]) throw notFound('专家');
    if (mode === 'all' && refused[0]) throw badRequest('expert.none', refused[0].message);
    if (reached.length === 0) throw badRequest('expert.none', failed[0]?.message ?? '没有可操作的专家');
    await act(tx, reached);
    return { succeeded: reached.length, failed };
  });

const anybody = async () => () => null;

const actorOf = (actor: Principal) => ({ actor_id: actor.userId, actor_name: actorNameOf(actor.view.user) });

export const rateExperts = (
  db: Db,
  actor: Principal,
  { ids, rating, reason }: z.output<typeof RatingWrite>,
  mode: Mode,
): Promise<Report> => {
  requireGrades(actor);
  return forEachExpert(db, actor, ids, {
    mode,
    // The office's view of a proposal would show to the school when it takes the proposal back.
    check: async () => (target) => (target.accepted_at === null ? '尚未入库的专家不能评级' : null),
    act: async (tx, targets) => {
      const changed = targets.filter((target) => target.rating !== rating);
      if (changed.length === 0) return;
      await tx
        .insertInto('expert_rating_log')
        .values(
          changed.map((target) => ({
            expert_id: target.id,
            from_rating: target.rating,
            to_rating: rating,
            reason,
            ...actorOf(actor),
          })),
        )
        .execute();
      // No edit of the record: version and editor would show the expert and their school that they were graded.
      await sql`update expert set rating = ${rating} where id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(
        tx,
      );
      await auditMany(
        tx,
        changed.map(({ id, name, rating: before }) => ({
          actorId: actor.userId,
          action: 'expert.rated',
          entity: 'expert',
          entityId: id,
          detail: { name, from: before, to: rating, reason },
        })),
      );
    },
  });
};

/** Set something on many experts as one edit of each. */
const touch = (tx: Tx, actor: Principal, targets: Target[], assignment: ReturnType<typeof sql>) =>
  sql`update expert set ${assignment}, version = version + 1, update_by = ${actor.username}, update_time = ${actor.at}
    where id = any(${targets.map(({ id }) => id)}::bigint[])`.execute(tx);

/**
 * Accounts of those who are nothing but experts follow them: a disabled expert cannot sign in. Enabling opens only what
 * disabling, or the wait for the office, had closed; an account that an administrator disabled stays so.
 */
const switchAccounts = async (
  tx: Tx,
  { at }: Principal,
  targets: Target[],
  enabled: boolean,
): Promise<Set<number>> => {
  const closedWithExpert = sql`(expert.accepted_at is null or (
    select l.account_changed and not l.enabled from expert_status_log l where l.expert_id = expert.id order by l.id desc limit 1))`;
  const { rows } = await sql<{ id: number }>`
    update sys_user set enabled = ${enabled}, version = sys_user.version + 1, update_time = ${at}
    from expert
    where expert.user_id = sys_user.id and expert.id = any(${targets.map(({ id }) => id)}::bigint[])
      and sys_user.enabled <> ${enabled} and (not ${enabled} or ${closedWithExpert})
      and not exists (select from user_role r where r.user_id = sys_user.id and r.role_id <> ${EXPERT_ROLE_ID})
    returning expert.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Take these into the pool or out of it, as far as they are not there already. */
const switchExperts = async (
  tx: Tx,
  actor: Principal,
  targets: Target[],
  { enabled, reason }: { enabled: boolean; reason: string },
) => {
  const changed = targets.filter((target) => target.enabled !== enabled);
  if (changed.length === 0) return;
  const accounts = await switchAccounts(tx, actor, changed, enabled);
  await tx
    .insertInto('expert_status_log')
    .values(
      changed.map(({ id }) => ({
        expert_id: id,
        enabled,
        reason,
        account_changed: accounts.has(id),
        ...actorOf(actor),
      })),
    )
    .execute();
  const acceptance = enabled ? sql`, accepted_at = coalesce(accepted_at, ${actor.at})` : sql``;
  await touch(tx, actor, changed, sql`enabled = ${enabled}${acceptance}`);
  if (!enabled)
    await tx
      .deleteFrom('session')
      .where(
        'user_id',
        'in',
        changed.map((target) => target.user_id),
      )
      .execute();
  await auditMany(
    tx,
    changed.map(({ id, name }) => ({
      actorId: actor.userId,
      action: enabled ? 'expert.enabled' : 'expert.disabled',
      entity: 'expert',
      entityId: id,
      detail: { name, reason },
    })),
  );
};

/** Experts on the integrity register stay out of the pool until their entry ends. */
const barredFrom = async (tx: Tx, { at }: Principal, targets: Target[]) => {
  const barred = await findBarredExperts(
    tx,
    targets.flatMap(({ person_id }) => person_id ?? []),
    at,
  );
  return ({ person_id }: Target) => {
    const until = person_id === null ? undefined : barred.get(person_id);
    return until === undefined ? null : `有失信记录，记录期至 ${until}，期内不能启用`;
  };
};

/** Takes the expert of this person out of the pool, in the transaction of the entry. */
export const takeOutOfPool = async (tx: Tx, actor: Principal, personId: number, reason: string) => {
  const experts = await tx.selectFrom('expert').select('id').where('person_id', '=', personId).execute();
  const targets = await lockExperts(
    tx,
    actor,
    experts.map(({ id }) => id),
  );
  await refuseOwnReviewers(
    tx,
    actor,
    targets.map(({ id }) => id),
  );
  await switchExperts(tx, actor, targets, { enabled: false, reason });
};

/** Takes the expert of this person back into the pool if they left last for a reason that begins with `left`. */
export const takeBackIntoPool = async (
  tx: Tx,
  actor: Principal,
  personId: number,
  { left, reason }: { left: string; reason: string },
) => {
  const experts = await tx
    .selectFrom('expert')
    .select('id')
    .where('person_id', '=', personId)
    .where(
      sql<boolean>`(select starts_with(log.reason, ${left}) and not log.enabled from expert_status_log log
        where log.expert_id = expert.id order by log.id desc limit 1)`,
    )
    .execute();
  const targets = await lockExperts(
    tx,
    actor,
    experts.map(({ id }) => id),
  );
  await switchExperts(tx, actor, targets, { enabled: true, reason });
};

/** Take experts into the pool or out of it; the sessions of those who are taken out end. */
export const enableExperts = (
  db: Db,
  actor: Principal,
  { ids, enabled, reason }: z.output<typeof EnabledWrite>,
  mode: Mode,
): Promise<Report> => {
  requireGrades(actor);
  return forEachExpert(db, actor, ids, {
    mode,
    check: enabled ? (tx, targets) => barredFrom(tx, actor, targets) : anybody,
    act: (tx, targets) => switchExperts(tx, actor, targets, { enabled, reason }),
  });
};

/** Who was ever graded, switched or confirmed has a history that must stay. */
const findWithHistory = async (tx: Tx, targets: Target[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from expert where id = any(${targets.map(({ id }) => id)}::bigint[]) and (term_start is not null
      or exists (select from expert_rating_log l where l.expert_id = expert.id)
      or exists (select from expert_status_log l where l.expert_id = expert.id)
      or exists (select from expert_change c where c.expert_id = expert.id))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Delete experts without history, with the accounts of those who were nothing else. */
export const deleteExperts = (db: Db, actor: Principal, ids: readonly number[]): Promise<Report> =>
  forEachExpert(db, actor, ids, {
    mode: 'some',
    check: async (tx, targets) => {
      const withHistory = await findWithHistory(tx, targets);
      return (target) =>
        writeDenial(actor, { isAccepted: target.accepted_at !== null })?.message ??
        (withHistory.has(target.id) ? '该专家已有确认、评级或启停记录，不能删除，请改为停用' : null);
    },
    act: async (tx, targets) => {
      const expertIds = targets.map(({ id }) => id);
      const userIds = targets.map((target) => target.user_id);
      await tx.deleteFrom('expert').where('id', 'in', expertIds).execute();
      await sql`delete from sys_user where id = any(${userIds}::bigint[])
        and not exists (select from user_role r where r.user_id = sys_user.id and r.role_id <> ${EXPERT_ROLE_ID})`.execute(
        tx,
      );
      await tx
        .deleteFrom('user_role')
        .where('user_id', 'in', userIds)
        .where('role_id', '=', EXPERT_ROLE_ID)
        .execute();
      await dropUnusedPersons(
        tx,
        targets.flatMap((target) => target.person_id ?? []),
      );
      await auditMany(
        tx,
        targets.map(({ id, name }) => ({
          actorId: actor.userId,
          action: 'expert.deleted',
          entity: 'expert',
          entityId: id,
          detail: { name },
        })),
      );
    },
  });
