import { type RawBuilder, sql } from 'kysely';
import type { ConflictKind } from '@zhiping/shared/rules/conflict/kinds.ts';
import type { PinnedSeverity } from '@zhiping/shared/rules/conflict/kinds.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

export const NOUN = '回避';

/**
 * Conflicts are for those who run the review. Of a school's applications they tell who its experts are, so whose scope is bound to
 * departments sees none, whatever his role was given.
 */
const seesConflicts = ({ deptScope }: Principal): boolean => deptScope === null;

/** The same for a single thing: for others it does not exist. */
export const requireOffice = (reader: Principal, noun: string = NOUN): void => {
  if (!seesConflicts(reader)) throw notFound(noun);
};

/** Applications of the reader himself, which he handles in no other way than as their applicant. */
export const ownProjects = ({ userId }: Principal): RawBuilder<unknown> =>
  sql`(select project.id from project join applicant on applicant.person_id = project.person_id
    where applicant.user_id = ${userId})`;

/** What a reader sees, before anything is filtered or counted. */
export const isVisible = (reader: Principal): RawBuilder<boolean> =>
  seesConflicts(reader)
    ? sql<boolean>`conflict.project_id <> all(array${ownProjects(reader)})`
    : sql<boolean>`false`;

const SELF = '本人不能评审自己的材料，不能判定为不必回避';

/** Nobody may be let review himself. */
export const refuseSelf = (kind: ConflictKind, pinned: PinnedSeverity): void => {
  if (kind === 'self' && pinned !== 'block') throw badRequest('conflict.self', SELF);
};

type Row = { kind: ConflictKind; pinned: PinnedSeverity | null; suspendedReason: string | null };

/** What a row allows its reader. */
export const abilitiesOf = (reader: Principal, { kind, pinned, suspendedReason }: Row) => {
  if (!holds(reader, ['conflict:pin'])) return {};
  const can: true | string = suspendedReason === null ? true : `批次已暂停：${suspendedReason}`;
  return {
    pin: kind === 'self' ? '本人必须回避，不能改判' : can,
    ...(pinned !== null && { unpin: can }),
  };
};
