import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { endOtherSessions } from '../../platform/auth/session.ts';
import { initialPasswordHash, requireAdministrator } from './save-user.ts';
import { levelProblem, lockTargets, takeoverProblem, type TargetUser } from './user.policy.ts';

type Report = z.input<typeof BulkReport>;
/** Why a user cannot be acted on, or null. */
type Check = (target: TargetUser) => string | null;

/**
 * Do something with every user of a list that may be touched, and report the others with their reasons. When none may be,
 * that is a 400 with the first reason, so that clients which know no report see the refusal.
 */
const forEachUser = (
  db: Db,
  actor: Principal,
  ids: number[],
  {
    check,
    act,
  }: {
    check: (tx: Tx) => Promise<Check>;
    act: (tx: Tx, ids: number[], targets: TargetUser[]) => Promise<void>;
  },
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    const targets = await lockTargets(tx, actor, ids);
    const problemOf = await check(tx);
    const checked = targets.map((target) => ({
      target,
      problem: levelProblem(actor, target) ?? problemOf(target),
    }));
    const failed = checked.flatMap(({ target, problem }) =>
      problem ? [{ id: target.id, name: target.username, message: problem }] : [],
    );
    const seen = new Set(targets.map((target) => target.id));
    const unknown = ids
      .filter((id) => !seen.has(id))
      .map((id) => ({ id, name: String(id), message: '用户不存在' }));
    const reached = checked.filter(({ problem }) => !problem).map(({ target }) => target);
    const refused = [...failed, ...unknown];
    if (reached.length === 0) throw badRequest('user.none', refused[0]?.message ?? '没有可操作的用户');
    await act(
      tx,
      reached.map((target) => target.id),
      reached,
    );
    await requireAdministrator(tx);
    return { succeeded: reached.length, failed: refused };
  });

const notSelf =
  (actor: Principal, message: string): Check =>
  ({ id }) =>
    id === actor.userId ? message : null;

const auditAll = async (tx: Tx, actor: Principal, action: string, targets: TargetUser[], detail = {}) => {
  for (const { id, username } of targets)
    await audit(tx, {
      actorId: actor.userId,
      action,
      entity: 'user',
      entityId: id,
      detail: { username, ...detail },
    });
};

export const deleteUsers = (db: Db, actor: Principal, ids: number[]) =>
  forEachUser(db, actor, ids, {
    check: async (tx) => {
      const experts = await tx.selectFrom('expert').select('user_id').where('user_id', 'in', ids).execute();
      const withProfile = new Set(experts.map((expert) => expert.user_id));
      const self = notSelf(actor, '不能删除自己的账号');
      return (target) =>
        self(target) ??
        takeoverProblem(actor, target) ??
        (withProfile.has(target.id) ? '该用户有专家档案，请改为停用' : null);
    },
    act: async (tx, reached, targets) => {
      await tx.deleteFrom('sys_user').where('id', 'in', reached).execute();
      await auditAll(tx, actor, 'user.deleted', targets);
    },
  });

export const setUsersEnabled = (db: Db, actor: Principal, ids: number[], enabled: boolean) =>
  forEachUser(db, actor, ids, {
    check: async () => {
      const self: Check = enabled ? () => null : notSelf(actor, '不能停用自己的账号');
      return (target) => self(target) ?? takeoverProblem(actor, target);
    },
    act: async (tx, reached, targets) => {
      await tx
        .updateTable('sys_user')
        .set({ enabled, version: sql`version + 1`, update_by: actor.username, update_time: actor.at })
        .where('id', 'in', reached)
        .execute();
      if (!enabled) for (const id of reached) await endOtherSessions(tx, id);
      await auditAll(tx, actor, enabled ? 'user.enabled' : 'user.disabled', targets);
    },
  });

/** The initial password again; its owner must change it, and his sessions end. */
export const resetPasswords = async ({ db, config }: Deps, actor: Principal, ids: number[]) => {
  const hash = await initialPasswordHash(config);
  return forEachUser(db, actor, ids, {
    check: async () => {
      const self = notSelf(actor, '请在个人中心修改自己的密码');
      return (target) => self(target) ?? takeoverProblem(actor, target);
    },
    act: async (tx, reached, targets) => {
      await tx
        .updateTable('sys_user')
        .set({
          password_hash: hash,
          must_change_password: true,
          pwd_reset_time: actor.at,
          update_by: actor.username,
        })
        .where('id', 'in', reached)
        .execute();
      for (const id of reached) await endOtherSessions(tx, id);
      await auditAll(tx, actor, 'user.password_reset', targets);
    },
  });
};
