import { sql } from 'kysely';
import type { z } from 'zod';
import type { fileFilters } from '@zhiping/shared/contracts/assignment.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern, wordPattern } from '../../platform/database/db.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { findFlawedOfCycle } from '../draw/flawed-pairs.queries.ts';
import {
  arrangesPairs,
  type Mapping,
  refuseExpertFilter,
  refuseFlaggedMark,
} from '../mapping/mapping.policy.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { holdsPlace } from '../assignment/assignment-workflow.ts';
import { inReview, isFileMarked, isTaskMarked, placesByFile } from './project-marks.queries.ts';
import type { RoundRules } from '../assignment/round-rules.queries.ts';

export type FileFilters = { [K in keyof typeof fileFilters]?: z.output<(typeof fileFilters)[K]> };

/** Files with places that must be replaced before their draw is released. */
export const findFlawedFiles = async (db: Db, cycleId: number, at: Date): Promise<number[]> => {
  const pairs = await findFlawedOfCycle(db, cycleId, at);
  return [...new Set(pairs.map(({ file }) => file))];
};

/** `hasPlaces`: what is selected counts the places of files, so that they are joined as `place`. */
type Selected = { cycleId: number; rules: RoundRules; mapping: Mapping; hasPlaces?: boolean };

/** The projects of a round that a reader may see, filtered like lists and exports. A school includes its colleges. */
export const selectFiles = async (
  db: Db,
  reader: Principal,
  { cycleId, rules, mapping, hasPlaces = false, ...filters }: Selected & FileFilters,
) => {
  const { mark, outcome, task, expertId, schoolId, subject, blurry } = filters;
  refuseExpertFilter(mapping, expertId);
  refuseFlaggedMark(mapping, mark);
  // Readers who may not know the mapping cannot find it by searching for the name either.
  const isKnown = arrangesPairs(reader) ? sql`true` : sql`assignment.released_at is not null`;
  const isNamed = sql`${mapping.isHidden ? sql`assignment.released_at is null` : sql`true`} and ${isKnown}`;
  const flawed = hasPlaces || mark === 'flagged' ? await findFlawedFiles(db, cycleId, reader.at) : [];
  const isMarked = isFileMarked({ rules, flawed });
  const isTask = isTaskMarked({ cycleId, at: reader.at });
  const schoolIds = schoolId === undefined ? undefined : await findSubtreeIds(db, 'dept', [schoolId]);
  const query = db
    .selectFrom('project')
    .innerJoin('dept', 'dept.id', 'project.school_id')
    .$if(hasPlaces || mark !== undefined, (files) =>
      files.leftJoin(
        placesByFile({ cycleId, at: reader.at, rules }).as('place'),
        'place.project_id',
        'project.id',
      ),
    )
    .where('project.cycle_id', '=', cycleId)
    .where(inReview)
    .where(isAssigned(reader))
    .$call(whereGiven(mark, (rows, given) => rows.where(isMarked[given])))
    .$call(
      whereGiven(outcome, (rows, given) =>
        rows.where(
          sql<boolean>`exists (select from external_result where project_id = project.id and outcome = ${given})`,
        ),
      ),
    )
    .$call(
      whereGiven(schoolIds, (rows, given) =>
        rows.where(sql<boolean>`project.school_id = any(${given}::bigint[])`),
      ),
    )
    .$call(
      whereGiven(subject, (rows, given) =>
        rows.where(
          sql<boolean>`(project.subject_key = ${given} or starts_with(project.subject_key, ${given} || '/'))`,
        ),
      ),
    )
    .$if(task !== undefined || expertId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`exists (select from assignment where assignment.project_id = project.id and ${holdsPlace}
          and ${expertId === undefined ? sql`true` : sql`assignment.expert_id = ${expertId} and ${isKnown}`}
          and ${task === undefined ? sql`true` : isTask[task]})`,
      ),
    )
    .$call(
      whereGiven(blurry, (rows, given) =>
        rows.where(
          sql<boolean>`(project.no ilike ${likePattern(given)} or project.bag_no ilike ${likePattern(given)}
            or project.person_id in (select person_id from teacher where search_text like ${wordPattern(given)})
            or project.id in (select project_id from assignment join expert on expert.id = expert_id
              where assignment.cycle_id = ${cycleId} and ${holdsPlace} and ${isNamed}
                and expert.search_text like ${wordPattern(given)}))`,
        ),
      ),
    );
  return { query, flawed };
};
