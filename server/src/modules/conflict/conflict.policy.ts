import { type RawBuilder, sql } from 'kysely';
import type { ConflictKind } from '@zhiping/shared/rules/conflict/kinds.ts';
import type { PinnedSeverity } from '@zhiping/shared/rules/conflict/kinds.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { isOthersCase } from '../person/own-case.ts';

export const NOUN = '回避';

/**
 * Conflicts are for those who run the review. They reveal the experts of a school's projects, so a scope bound to
 * departments sees none, whatever its permissions.
 */
const seesConflicts = ({ deptScope }: Principal): boolean => deptScope === null;

/** The same for a single thing: for others it does not exist. */
export const requireOffice = (reader: Principal, noun: string = NOUN): void => {
  if (!seesConflicts(reader)) throw notFound(noun);
};

/** Conflicts that a reader sees, before any filter or count. */
export const isVisible = (reader: Principal): RawBuilder<boolean> =>
  seesConflicts(reader) ? isOthersCase(reader, 'conflict.project_id') : sql<boolean>`false`;

const SELF = '本人不能评审自己的材料，不能判定为不必回避';

/** No pin can allow an expert to review themselves. */
export const refuseSelf = (kind: ConflictKind, pinned: PinnedSeverity): void => {
  if (kind === 'self' && pinned !== 'block') throw badRequest('conflict.self', SELF);
};

type Row = { kind: ConflictKind; pinned: PinnedSeverity | null; suspendedReason: string | null };

/** Abilities of the reader on a row. */
export const abilitiesOf = (reader: Principal, { kind, pinned, suspendedReason }: Row) => {
  if (!holds(reader, ['conflict:pin'])) return {};
  const can: true | string = suspendedReason === null ? true : `批次已暂停：${suspendedReason}`;
  return {
    pin: kind === 'self' ? '本人必须回避，不能改判' : can,
    ...(pinned !== null && { unpin: can }),
  };
};
