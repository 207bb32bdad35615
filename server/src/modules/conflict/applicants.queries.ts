import { sql } from 'kysely';
import type { ApplicantFacts } from '@zhiping/shared/rules/conflict/facts.ts';
import { factsOfForm } from '@zhiping/shared/rules/conflict/form-facts.ts';
import { applicationKeys } from '@zhiping/shared/rules/conflict/keys.ts';
import { emptyForm, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ConflictCycle } from './conflict-cycle.queries.ts';
import type { Register } from './register.queries.ts';

/** Sections in which conflicts are found: of a form of a hundred kilobytes only these leave the database. */
const SECTIONS = ['basic', 'target', 'education', 'employment', 'research', 'recusals'] as const;

const sectionsOf = sql.join(
  SECTIONS.map((section) => sql`${sql.lit(section)}, content -> 'form' -> ${sql.lit(section)}`),
);

/** Submitted, and neither withdrawn nor given up. */
export const isReviewable = sql<boolean>`project.no is not null and project.state not in ('draft', 'withdrawn')`;

/** A form of whatever version of the product: what that one did not know is empty. */
const formOf = (stored: Partial<ProjectForm>): ProjectForm => {
  const empty = emptyForm();
  return Object.fromEntries(
    Object.entries(empty).map(([section, fields]) => [
      section,
      { ...fields, ...stored[section as keyof ProjectForm] },
    ]),
  ) as ProjectForm;
};

type Look = {
  register: Register;
  today: string;
  cycles: ReadonlyMap<number, Pick<ConflictCycle, 'yearsOfWorks'>>;
};

/** Facts of the last submissions of these projects that conflict with experts. */
const readFacts = async (db: Db, ids: readonly number[], { register, today, cycles }: Look) => {
  const thisYear = Number(today.slice(0, 4));
  const { rows } = await sql<{
    id: number;
    cycleId: number;
    personId: number;
    schoolId: number;
    name: string;
    form: Partial<ProjectForm>;
  }>`
    select project.id, project.cycle_id as "cycleId", person_id as "personId", school_id as "schoolId",
      content -> 'person' ->> 'name' as name, jsonb_build_object(${sectionsOf}) as form
    from unnest(${[...ids]}::bigint[]) as wanted (id) join project using (id)
      cross join lateral (select content from project_snapshot where project_id = project.id
        order by round desc limit 1) as snapshot
    where ${isReviewable}`.execute(db);
  // Conflicts of cycles that do not run are not computed.
  const running = rows.filter(({ cycleId }) => cycles.has(cycleId));
  return running.map(({ id, cycleId, personId, schoolId, name, form }) => ({
    cycleId,
    facts: factsOfForm(
      formOf(form),
      { projectId: id, personId, name, institution: register.institutionOf(schoolId) },
      {
        find: register.find,
        thisYear,
        firstYear: thisYear - cycles.get(cycleId)!.yearsOfWorks,
      },
    ),
  }));
};

/**
 * Reads these projects and stores their facts, so that an expert is looked up in all of them at once. Returns the facts
 * with their cycles; those outside any review are deleted.
 */
export const refreshSources = async (
  db: Db,
  ids: readonly number[],
  look: Look,
): Promise<{ cycleId: number; facts: ApplicantFacts }[]> => {
  const found = await readFacts(db, ids, look);
  const kept = found.map(({ facts }) => facts.projectId);
  await db
    .deleteFrom('conflict_source')
    .where('project_id', 'in', [...ids])
    .where(sql<boolean>`project_id <> all(${kept}::bigint[])`)
    .execute();
  if (found.length > 0)
    await db
      .insertInto('conflict_source')
      .values(
        found.map(({ cycleId, facts }) => ({
          project_id: facts.projectId,
          cycle_id: cycleId,
          name: facts.name,
          facts: JSON.stringify(facts),
          keys: applicationKeys(facts),
        })),
      )
      .onConflict((known) =>
        known
          .column('project_id')
          .doUpdateSet({ name: sql`excluded.name`, facts: sql`excluded.facts`, keys: sql`excluded.keys` })
          .where(sql<boolean>`conflict_source.facts <> excluded.facts`),
      )
      .execute();
  return found;
};

/** Stored facts of some cycles' projects that match any of these keys. */
export const findSources = (
  db: Db,
  cycleIds: readonly number[],
  keys: readonly string[],
): Promise<{ cycleId: number; facts: ApplicantFacts }[]> =>
  db
    .selectFrom('conflict_source')
    .select(['cycle_id as cycleId', 'facts'])
    .where(sql<boolean>`keys && ${[...keys]}::text[]`)
    .where('cycle_id', 'in', [...cycleIds])
    .execute();
