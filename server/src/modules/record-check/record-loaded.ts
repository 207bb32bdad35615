import { LOADED } from './check.ts';

/** The last step that was loaded too; later ones have events of their own. */
const stepsOf = (table: string) =>
  `(select coalesce(max(step.id), 0) from state_event step where step.entity = '${table}' and step.entity_id = ${table}.id)`;

/** A time as events hold it. */
const words = (column: string) => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;

/** Facts of rows as events hold them: entity, id and detail. */
const facts = [
  `select 'project', id, jsonb_build_object('to', state, 'row', jsonb_build_object('person', person_id,
    'school', school_id, 'no', no, 'steps', ${stepsOf('project')})) from project`,
  `select 'cycle', id, jsonb_build_object('to', state, 'applyOpensAt', ${words('apply_opens_at')},
    'applyClosesAt', ${words('apply_closes_at')}, 'collegeClosesAt', ${words('college_closes_at')},
    'reportClosesAt', ${words('report_closes_at')}, 'bodyClosesAt', ${words('body_closes_at')},
    'eligibilityClosesAt', ${words('eligibility_closes_at')}, 'reviewClosesAt', ${words('review_closes_at')},
    'row', jsonb_build_object('steps', ${stepsOf('cycle')})) from cycle`,
  `select 'draw', id, jsonb_build_object('to', state, 'row', jsonb_build_object('steps', ${stepsOf('draw')})) from draw`,
  `select 'assignment', id, jsonb_build_object('to', state, 'project', project_id, 'expert', expert_id, 'row',
    jsonb_build_object('draw', draw_id, 'byHand', by_hand, 'steps', ${stepsOf('assignment')}))
    || case when own_due_at is null then '{}' else jsonb_build_object('dueAt', ${words('own_due_at')}) end from assignment`,
  `select 'expert', id, jsonb_build_object('row', jsonb_build_object('user', user_id, 'person', person_id)) from expert`,
  `select 'user', user_id, jsonb_build_object('row', jsonb_build_object('user', user_id, 'person', person_id)) from applicant`,
  `select 'project', project_id, jsonb_build_object('round', round, 'hash', hash) from project_snapshot`,
  `select 'cycle', cycle_id, jsonb_build_object('version', version, 'hash', hash) from rule_set
    where not exists (select from audit_event where entity = 'cycle' and entity_id = cycle_id::text
      and action in ('cycle.published', 'cycle.rules_frozen'))`,
  `select 'commitment_text', id, jsonb_build_object('hash', hash) from commitment_text`,
  `select 'project', project_id, jsonb_build_object('material', material_id, 'sha256', result_sha256)
    from blind_copy join project_material on project_material.id = material_id where blind_copy.state = 'released'`,
];

/** Gives rows that were loaded and not made by calls an event each, which they are compared with from then on. */
export const recordLoaded = async (client: { query: (text: string) => Promise<unknown> }): Promise<void> => {
  for (const select of facts)
    await client.query(
      `insert into audit_event (action, entity, entity_id, detail)
        select '${LOADED}', entity, id::text, detail from (${select}) as loaded (entity, id, detail) order by id`,
    );
};
