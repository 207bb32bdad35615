import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { POOL_DAYS } from '@zhiping/shared/rules/draw/pool-changes.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { holdsPlace, type StoredAssignment } from '../assignment/assignment-workflow.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { countPoolChanges } from '../draw/own-pool-changes.queries.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { expertNumberOf } from './expert-number.queries.ts';
import type { Rank } from './put-expert.ts';

/** A request for another expert at a project that is out. */
export const ChangeInput = z.object({
  /** The assignment to end, as it was seen; null where a place is empty. */
  ends: z.object({ id: z.number(), version: z.number(), state: z.string() }).nullable(),
  /** Null for the one whom the rules give. */
  expertId: z.number().nullable(),
  /** How the chosen one ranked among those who may have the place. */
  rank: z.object({ place: z.number(), of: z.number() }).nullable(),
  /** How many experts the project had. */
  held: z.number(),
});

/** Whether the office replaced an expert of the project before. */
export const wasReplacedBefore = async (
  tx: Tx,
  { project_id }: Pick<StoredAssignment, 'project_id'>,
): Promise<boolean> => {
  const found = await tx
    .selectFrom('assignment')
    .select('id')
    .where('project_id', '=', project_id)
    .where('state', 'in', ['replaced', 'expired'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Whether the officer changed the pool or the conflicts, which decide whom the rules give. */
export const mayHaveSteered = async (tx: Tx, { userId }: Principal, cycleId: number): Promise<boolean> =>
  (await countPoolChanges(tx, { userId, cycleId })) > 0;

const nameOf = async (tx: Tx, expertId: number): Promise<string> => {
  const { name } = await tx
    .selectFrom('expert')
    .select('name')
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  return `专家${name}`;
};

type Words = {
  no: string;
  isCovered: boolean;
  stored: StoredAssignment | null;
  expertId: number | null;
  rank: Rank | null;
  /** How often the asker changed the pool or the conflicts. */
  changes: number;
};

/** The request in words. Where the cycle hides names, experts are numbers. */
const summaryOf = async (tx: Tx, { changes, ...asked }: Words): Promise<string> => {
  const words = await wordsOf(tx, asked);
  return changes > 0 ? `${words}；提出人自抽取前 ${POOL_DAYS} 天以来 ${changes} 次改动专家库或回避` : words;
};

const wordsOf = async (
  tx: Tx,
  { no, isCovered, stored, expertId, rank }: Omit<Words, 'changes'>,
): Promise<string> => {
  const before =
    stored && (isCovered ? `专家${await expertNumberOf(tx, stored)}` : await nameOf(tx, stored.expert_id));
  if (expertId === null)
    return before ? `更换申报 ${no} 的${before}，接替的人由规则选出` : `为申报 ${no} 补充专家，由规则选出`;
  const next = isCovered ? '提出人指定的专家' : await nameOf(tx, expertId);
  const fit = rank && `（综合排序在可选的 ${rank.of} 位中列第 ${rank.place}）`;
  return before ? `把申报 ${no} 的${before}换成${next}${fit}` : `为申报 ${no} 补充${next}${fit}`;
};

type Asked = {
  cycleId: number;
  projectId: number;
  /** The assignment to end; null where a place is empty. */
  stored: StoredAssignment | null;
  expertId: number | null;
  rank: Rank | null;
  reason: string;
};

/** Asks a second person for another expert at a project that is out: a person alone chooses none. */
const ask = async (
  tx: Tx,
  actor: Principal,
  { cycleId, projectId, stored, expertId, rank, reason }: Asked,
): Promise<{ confirmationId: number }> => {
  const { no } = await tx
    .selectFrom('project')
    .select('no')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { isCovered } = await findMapping(tx, actor, cycleId);
  const changes = await countPoolChanges(tx, { userId: actor.userId, cycleId });
  const ends = stored && { id: stored.id, version: stored.version, state: stored.state };
  const held = await tx
    .selectFrom('assignment')
    .select(['id', 'version', 'state'])
    .where('project_id', '=', projectId)
    .where(holdsPlace)
    .execute();
  const input: z.output<typeof ChangeInput> = { ends, expertId, rank, held: held.length };
  const { id } = await askConfirmation(tx, actor, {
    act: 'changeExpert',
    object: { table: 'project', id: projectId, version: null },
    cycleId,
    input,
    // One request at a time: another one is answered first, unless its place has changed.
    stillHolds: (earlier) => {
      const { ends: place, held: before } = ChangeInput.parse(earlier);
      return place === null ? held.length === before : held.some((one) => isDeepStrictEqual(one, place));
    },
    summary: await summaryOf(tx, { no: no!, isCovered, stored, expertId, rank, changes }),
    link: `/review/assignment?cycleId=${cycleId}&id=${projectId}`,
    reason,
  });
  return { confirmationId: id };
};

/** Asks for another expert in a place that is out. */
export const askChange = (
  tx: Tx,
  actor: Principal,
  { stored, ...wanted }: Pick<Asked, 'expertId' | 'rank' | 'reason'> & { stored: StoredAssignment },
) => ask(tx, actor, { cycleId: stored.cycle_id, projectId: stored.project_id, stored, ...wanted });

/** Asks for an expert in an empty place. */
export const askAddition = (
  tx: Tx,
  actor: Principal,
  wanted: Pick<Asked, 'cycleId' | 'projectId' | 'expertId' | 'rank' | 'reason'>,
) => ask(tx, actor, { stored: null, ...wanted });
