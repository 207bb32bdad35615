import { sql } from 'kysely';
import { nameKeyOf, unitKeyOf, writtenUnitKey } from '@zhiping/shared/rules/conflict/keys.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { isSelf, ownProjects } from '../person/own-case.ts';
import { loadRegister } from './register.queries.ts';

type Relation = { name: string | null; unit: string | null };

type OwnFacts = { names: string[]; schools: number[]; units: string[] };

/** What relations could name of the reader: also before they apply, so that nothing is prepared for it. */
const findOwnFacts = async (db: Db, reader: Principal): Promise<OwnFacts> => {
  const { rows } = await sql<OwnFacts>`
    select array(select name from teacher where ${isSelf(reader, 'teacher.person_id')}
        union select name from expert where ${isSelf(reader, 'expert.person_id')}
        union select name from conflict_source where project_id in ${ownProjects(reader)}) as names,
      array(select school_id from teacher where ${isSelf(reader, 'teacher.person_id')}
        union select school_id from project where ${isSelf(reader, 'project.person_id')}) as schools,
      array(select stay ->> 'unit' from conflict_source, jsonb_array_elements(facts -> 'stays') as stay
        where project_id in ${ownProjects(reader)}) as units`.execute(db);
  return rows[0]!;
};

/** Tells the relations that would keep experts away from the reader's own project, by the keys that conflicts are found by. */
export const findOwnCaseTest = async (
  db: Db,
  reader: Principal,
): Promise<(relation: Relation) => boolean> => {
  const { names, schools, units } = await findOwnFacts(db, reader);
  if (names.length + schools.length + units.length === 0) return () => false;
  const { institutionOf, find } = await loadRegister(db);
  const ownNames = new Set(names.map(nameKeyOf));
  const ownUnits = new Set([...units, ...schools.map((id) => unitKeyOf(institutionOf(Number(id)).id))]);
  return ({ name, unit }) =>
    name === null ? unit !== null && ownUnits.has(writtenUnitKey(unit, find)) : ownNames.has(nameKeyOf(name));
};
