import type { z } from 'zod';
import type { userApi } from '@zhiping/shared/contracts/user.ts';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import type { Deps } from '../../deps.ts';
import { audit, auditMany } from '../../platform/audit/audit.ts';
import { explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { askHidden, type Hidden, mayRead } from '../../platform/hidden-values.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { endOtherSessions } from '../../platform/auth/session.ts';
import { userConstraints } from '../account/account.queries.ts';
import { type Messages, notifyContactChange } from '../account/notify-contact-change.ts';
import { refuseTakenPhones } from '../account/taken-phone.ts';
import {
  contactProblem,
  levelProblem,
  lockTargets,
  requireDeptInScope,
  requireGrantable,
  takeoverProblem,
  type TargetUser,
} from './user.policy.ts';

export type UserInput = z.output<typeof userApi.create.body>;
type SaveDeps = Pick<Deps, 'db'> & Messages;
type UserChange = z.output<typeof userApi.update.body>;

export const constraints = {
  ...userConstraints,
  sys_user_dept_id_fkey: ['dept', '所选部门不存在'],
  user_job_job_id_fkey: ['jobs', '所选岗位不存在'],
} satisfies Parameters<typeof explainBroken>[0];

/** Who does not see all accounts learns only so often that there is one with a phone, a name or an e-mail. */
export const hiddenIn = (actor: Principal, users: readonly { phone: string }[]): Hidden => ({
  actor,
  readableBy: 'user:list',
  masked: users.map(({ phone }) => maskPhone(phone)),
});

const initialHashes = new Map<string, Promise<string>>();

/**
 * The hash of the configured initial password, or the reason why there is none. Computed once: it takes 50 ms of a
 * processor; a shared salt only reveals that these accounts have no chosen password yet.
 */
export const initialPasswordHash = (config: Deps['config']): Promise<string> => {
  const password = config.INITIAL_PASSWORD;
  if (!password)
    throw badRequest('user.no_initial_password', '系统未配置初始密码（INITIAL_PASSWORD），请联系系统管理员');
  const hash = initialHashes.get(password) ?? hashPassword(password);
  initialHashes.set(password, hash);
  hash.catch(() => initialHashes.delete(password));
  return hash;
};

const columnsOf = (user: UserInput) => ({
  username: user.username,
  nick_name: user.nickName,
  gender: user.gender,
  phone: user.phone,
  email: user.email,
  enabled: user.enabled,
  dept_id: user.dept.id,
});

const linksOf = (users: readonly (UserInput & { id: number })[]) => ({
  roles: users.flatMap(({ id, roles }) =>
    [...new Set(roles.map((role) => role.id))].map((roleId) => ({ user_id: id, role_id: roleId })),
  ),
  jobs: users.flatMap(({ id, jobs }) =>
    [...new Set(jobs.map((job) => job.id))].map((jobId) => ({ user_id: id, job_id: jobId })),
  ),
});

const addLinks = async (tx: Tx, users: readonly (UserInput & { id: number })[]) => {
  const { roles, jobs } = linksOf(users);
  await tx.insertInto('user_role').values(roles).execute();
  if (jobs.length > 0) await tx.insertInto('user_job').values(jobs).execute();
};

const writeLinks = async (tx: Tx, userId: number, user: UserInput) => {
  await tx.deleteFrom('user_role').where('user_id', '=', userId).execute();
  await tx.deleteFrom('user_job').where('user_id', '=', userId).execute();
  await addLinks(tx, [{ ...user, id: userId }]);
};

/**
 * Insert accounts, a few hundred at a time, whose rights were checked already; `detail` stands in the event of each.
 * Answers their ids in the same order.
 */
export const insertUsers = async (
  tx: Tx,
  actor: Pick<Principal, 'username'> & { userId: number | null },
  users: readonly UserInput[],
  { passwordHash, detail }: { passwordHash: string; detail?: Record<string, unknown> },
): Promise<number[]> => {
  const rows = await tx
    .insertInto('sys_user')
    .values(
      users.map((user) => ({ ...columnsOf(user), password_hash: passwordHash, update_by: actor.username })),
    )
    .returning(['id', 'username'])
    .execute();
  const idOf = new Map(rows.map(({ id, username }) => [username, id]));
  const added = users.map((user) => ({ ...user, id: idOf.get(user.username) as number }));
  await addLinks(tx, added);
  await auditMany(
    tx,
    added.map(({ id, username, roles, dept }) => ({
      actorId: actor.userId,
      action: 'user.created',
      entity: 'user',
      entityId: id,
      detail: { username, roles, dept, ...detail },
    })),
  );
  return added.map(({ id }) => id);
};

const idsOf = (roles: { id: number }[]) => [...new Set(roles.map((role) => role.id))];

export const createUser = async ({ db, config }: Deps, actor: Principal, user: UserInput) => {
  requireDeptInScope(actor, user.dept.id);
  await requireGrantable(db, actor, idsOf(user.roles));
  const hash = await initialPasswordHash(config);
  return askHidden(db, hiddenIn(actor, [user]), () =>
    explainBroken(
      constraints,
      inTransaction(db, async (tx) => {
        if (mayRead(actor, 'user:list')) await refuseTakenPhones(tx, [user.phone]);
        const [id] = await insertUsers(tx, actor, [user], { passwordHash: hash });
        return { id: id as number };
      }),
    ),
  );
};

const contactChanges = (stored: { phone: string | null; email: string | null }, user: UserInput) =>
  new Set((['phone', 'email'] as const).filter((field) => stored[field] !== user[field]));

/** Updates a user; 404 outside the actor's scope. Only added roles must be grantable by the actor. */
export const updateUser = async (deps: SaveDeps, actor: Principal, user: UserChange) => {
  const stored = await deps.db
    .selectFrom('sys_user')
    .select(['username', 'phone', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  const masked = [
    ...(stored?.phone === user.phone ? [] : [maskPhone(user.phone)]),
    ...(stored?.username === user.username ? [] : [user.username]),
    ...(stored?.email === user.email ? [] : [user.email]),
  ];
  await askHidden(deps.db, { actor, readableBy: 'user:list', masked }, () => writeUser(deps, actor, user));
};

type Stored = { username: string; enabled: boolean; dept_id: number | null };

/** Changes that affect signing in and permissions. */
const accessChanges = (stored: Stored, user: UserInput, hasOtherRoles: boolean) =>
  new Set([
    ...(stored.username === user.username ? [] : ['username']),
    ...(stored.enabled === user.enabled ? [] : ['enabled']),
    ...(stored.dept_id === user.dept.id ? [] : ['dept']),
    ...(hasOtherRoles ? ['roles'] : []),
  ]);

/** Refuse these changes of an account that may do what the actor may not. */
const requireWritable = (
  actor: Principal,
  target: TargetUser,
  changed: ReadonlySet<string>,
  { code, problemOf }: { code: string; problemOf: typeof takeoverProblem },
) => {
  const problem = changed.size > 0 && target.id !== actor.userId ? problemOf(actor, target) : null;
  if (problem)
    throw new AppError(
      403,
      code,
      problem,
      [...changed].map((field) => ({ field, message: problem })),
    );
};

const writeUser = (deps: SaveDeps, actor: Principal, user: UserChange) =>
  explainBroken(
    constraints,
    inTransaction(deps.db, async (tx) => {
      const [target] = await lockTargets(tx, actor, [user.id]);
      if (!target) throw notFound('用户');
      const problem = levelProblem(actor, target);
      if (problem) throw new AppError(403, 'user.level', problem);
      const stored = await tx
        .selectFrom('sys_user')
        .select([
          'username',
          'nick_name',
          'gender',
          'phone',
          'email',
          'enabled',
          'dept_id',
          'version',
          'update_by',
          'update_time',
        ])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      await refuseStale(tx, stored, user.version);
      const changed = contactChanges(stored, user);
      if (changed.has('phone') && mayRead(actor, 'user:list'))
        await refuseTakenPhones(tx, [user.phone], [user.id]);
      requireWritable(actor, target, changed, { code: 'user.contact', problemOf: contactProblem });
      if (stored.dept_id !== user.dept.id) requireDeptInScope(actor, user.dept.id);
      const wanted = idsOf(user.roles);
      const regranted = [...new Set(wanted).symmetricDifference(new Set(target.roleIds))];
      const access = accessChanges(stored, user, regranted.length > 0);
      requireWritable(actor, target, access, { code: 'user.access', problemOf: takeoverProblem });
      await requireGrantable(tx, actor, regranted);
      if (user.id === actor.userId && !user.enabled) throw badRequest('user.self', '不能停用自己的账号');
      await tx
        .updateTable('sys_user')
        .set({ ...columnsOf(user), ...editedBy(actor, stored) })
        .where('id', '=', user.id)
        .execute();
      await writeLinks(tx, user.id, user);
      await requireAdministrator(tx);
      if (!user.enabled) await endOtherSessions(tx, user.id);
      await notifyContactChange(tx, deps, actor.at, { old: stored, now: user });
      if (changed.size > 0)
        await audit(tx, {
          actorId: actor.userId,
          action: 'user.contact_changed',
          entity: 'user',
          entityId: user.id,
          detail: { username: user.username, changed: [...changed] },
        });
      const { username, nickName, gender, roles, dept, enabled } = user;
      await audit(tx, {
        actorId: actor.userId,
        action: 'user.changed',
        entity: 'user',
        entityId: user.id,
        detail: { username, nickName, gender, roles, dept, enabled },
        stored: { ...stored, roles: target.roleIds, dept: stored.dept_id },
      });
    }),
  );

/** Without an enabled super administrator the system could not be repaired. */
export const requireAdministrator = async (tx: Tx) => {
  const left = await tx
    .selectFrom('user_role')
    .innerJoin('sys_user', 'sys_user.id', 'user_role.user_id')
    .select('sys_user.id')
    .where('user_role.role_id', '=', SUPER_ADMIN_ROLE_ID)
    .where('sys_user.enabled', '=', true)
    .executeTakeFirst();
  if (!left) throw badRequest('user.last_admin', '必须保留至少一个启用的超级管理员');
};
