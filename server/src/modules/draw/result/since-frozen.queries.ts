import { sql } from 'kysely';
import type { SolveInputs } from '@zhiping/shared/rules/draw-record.ts';
import type { Roster } from '@zhiping/shared/rules/draw-record.ts';
import type { SelectionExpert } from '@zhiping/shared/rules/assignment/selection.ts';
import { whyUnusable } from '@zhiping/shared/rules/assignment/why-not.ts';
import { type Db } from '../../../platform/database/db.ts';
import { dayOf } from '../../../platform/clock.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { findExpertsToDraw, findScope } from '../roster.queries.ts';

/** Pairs that a conflict forbids by now and did not when the roster was frozen. */
const findNewConflicts = async (db: Db, { files, experts, conflicts }: Roster) => {
  const known = new Set(
    conflicts.flatMap(({ file, expert, severity }) => (severity === 'block' ? `${file}/${expert}` : [])),
  );
  const inPool = new Set(experts.map(({ id }) => Number(id)));
  const { rows } = await sql<{ file: number; expert: number }>`
    select distinct project_id as file, expert_id as expert from conflict
    where effective = 'block' and project_id = any(${files.map(({ id }) => id)}::bigint[])
    order by project_id, expert_id`.execute(db);
  return rows.filter(({ file, expert }) => inPool.has(expert) && !known.has(`${file}/${expert}`));
};

/** What is looked at of an expert of a roster. */
type Frozen = Pick<Roster['experts'][number], 'id' | 'openLoad' | 'isEnabled'>;

/** Experts with another load beside this draw than was frozen, or who were disabled since. */
export const findChangedExperts = async (
  db: Db,
  drawId: number,
  { experts, cycle }: { experts: readonly Frozen[]; cycle: { id: number } },
) => {
  const { rows } = await sql<{ id: number; openLoad: number; isOut: boolean }>`
    select expert.id, not enabled as "isOut", coalesce(load, 0) as "openLoad"
    from expert left join (select expert_id, count(*)::integer as load from assignment
      where cycle_id = ${cycle.id} and draw_id is distinct from ${drawId} and ${holdsPlace} group by expert_id) as loads
      on expert_id = expert.id
    where expert.id = any(${experts.map(({ id }) => id)}::bigint[]) order by expert.id`.execute(db);
  const now = new Map(rows.map((row) => [row.id, row]));
  return experts.flatMap((frozen) => {
    const id = Number(frozen.id);
    const { openLoad, isOut } = now.get(id) ?? { openLoad: frozen.openLoad, isOut: true };
    return openLoad !== frozen.openLoad || (isOut && frozen.isEnabled) ? [{ id, openLoad, isOut }] : [];
  });
};

/** Experts who could be drawn when the roster was frozen and can review nothing now: away, without a term, on record. */
const findUnusable = async (db: Db, { experts, cycle, params: frozen }: Roster, at: Date) => {
  const scope = await findScope(db, cycle.id);
  const params = { ...frozen, today: dayOf(at), seed: '' };
  const isUsable = (expert: SelectionExpert) => whyUnusable({ ...expert, openLoad: 0 }, params) === null;
  const ids = experts.map(({ id }) => Number(id));
  const now = new Map(
    (await findExpertsToDraw(db, scope, params.today, ids)).map((expert) => [Number(expert.id), expert]),
  );
  return experts.filter((expert) => {
    const own = now.get(Number(expert.id));
    return isUsable(expert) && (!own || !isUsable(own));
  });
};

/** What came up since the roster was frozen and speaks against pairs or experts. */
export const findSinceFrozen = async (
  db: Db,
  drawId: number,
  { roster, at }: { roster: Roster; at: Date },
): Promise<Pick<SolveInputs, 'conflicts' | 'experts'>> => {
  const conflicts = await findNewConflicts(db, roster);
  const changed = new Map((await findChangedExperts(db, drawId, roster)).map((one) => [one.id, one]));
  for (const { id, openLoad } of await findUnusable(db, roster, at)) {
    const known = changed.get(Number(id));
    changed.set(Number(id), { id: Number(id), openLoad: known?.openLoad ?? openLoad, isOut: true });
  }
  return { conflicts, experts: [...changed.values()].toSorted((a, b) => a.id - b.id) };
};

/** What a draw was made from; null before it is frozen. */
export const parseRoster = ({ roster }: { roster: string | null }): Roster | null =>
  roster === null ? null : (JSON.parse(roster) as Roster);
