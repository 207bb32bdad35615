import { sql } from 'kysely';
import type { MovedExpert, MovedFile, Roster, SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { SelectionExpert } from '@zhiping/shared/rules/assignment/selection.ts';
import { unusableReason } from '@zhiping/shared/rules/assignment/exclusion.ts';
import { type Db } from '../../../platform/database/db.ts';
import { dayOf } from '../../../platform/clock.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { findExpertsToDraw, findScope } from '../../assignment/roster.queries.ts';

type Scope = Awaited<ReturnType<typeof findScope>>;

/** Pairs with a blocking conflict that was not in the roster. */
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

type Frozen = Pick<Roster['experts'][number], 'id' | 'openLoad' | 'isEnabled'>;

/** Experts whose load outside of this draw changed since the roster was frozen, or who were disabled since. */
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

/** Experts of the roster who cannot review at present: unavailable, without a term, or with an integrity record. */
const unusableNow = (
  { experts, params: frozen }: Roster,
  now: ReadonlyMap<number, SelectionExpert>,
  today: string,
) => {
  const params = { ...frozen, today, seed: '' };
  const isUsable = (expert: SelectionExpert) => unusableReason({ ...expert, openLoad: 0 }, params) === null;
  return experts.filter((expert) => {
    const own = now.get(Number(expert.id));
    return isUsable(expert) && (!own || !isUsable(own));
  });
};

/** Facts of an expert that rules compare with a project, if they differ from the roster. */
const movedExpert = (frozen: SelectionExpert, now: SelectionExpert | undefined): MovedExpert[] => {
  if (!now) return [];
  const { schoolId, province, level, series } = now;
  const isSame =
    schoolId === frozen.schoolId &&
    province === frozen.province &&
    level === frozen.level &&
    series === frozen.series;
  return isSame ? [] : [{ id: Number(frozen.id), schoolId, province, level, series }];
};

/** Projects whose school was merged into another one after the roster was frozen. */
const findMovedFiles = async (db: Db, { files }: Roster, { register, provinces }: Scope) => {
  const found = await db
    .selectFrom('project')
    .select(['id', 'school_id'])
    .where(sql<boolean>`id = any(${files.map(({ id }) => id)}::bigint[])`)
    .execute();
  const now = new Map(found.map(({ id, school_id }) => [id, register.institutionOf(school_id).id]));
  return files.flatMap((file): MovedFile[] => {
    const schoolId = now.get(Number(file.id)) ?? file.schoolId;
    const province = schoolId === null ? null : (provinces.get(schoolId) ?? null);
    const isSame = schoolId === file.schoolId && province === file.province;
    return isSame ? [] : [{ id: Number(file.id), schoolId, province }];
  });
};

/** Facts that changed after the roster was frozen and rule out pairs or experts. */
export const findSinceFrozen = async (
  db: Db,
  drawId: number,
  { roster, at }: { roster: Roster; at: Date },
): Promise<Pick<SolveInputs, 'conflicts' | 'experts' | 'moved'>> => {
  const conflicts = await findNewConflicts(db, roster);
  const scope = await findScope(db, roster.cycle.id);
  const day = dayOf(at);
  const ids = roster.experts.map(({ id }) => Number(id));
  const now = new Map(
    (await findExpertsToDraw(db, scope, day, ids)).map((expert) => [Number(expert.id), expert]),
  );
  const changed = new Map((await findChangedExperts(db, drawId, roster)).map((one) => [one.id, one]));
  for (const { id, openLoad } of unusableNow(roster, now, day)) {
    const known = changed.get(Number(id));
    changed.set(Number(id), { id: Number(id), openLoad: known?.openLoad ?? openLoad, isOut: true });
  }
  const moved = {
    experts: roster.experts.flatMap((expert) => movedExpert(expert, now.get(Number(expert.id)))),
    files: await findMovedFiles(db, roster, scope),
  };
  return {
    conflicts,
    experts: [...changed.values()].toSorted((a, b) => a.id - b.id),
    // Left out if nothing moved, so that steps recorded before this check existed stay valid.
    ...(moved.experts.length + moved.files.length > 0 && { moved }),
  };
};

/** The input of a draw; null before it is frozen. */
export const parseRoster = ({ roster }: { roster: string | null }): Roster | null =>
  roster === null ? null : (JSON.parse(roster) as Roster);
