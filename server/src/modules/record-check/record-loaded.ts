import { LOADED } from './check.ts';

/** The last step that was loaded too; later ones have events of their own. */
const stepsOf = (table: string) =>
  `(select coalesce(max(step.id), 0) from state_event step where step.entity = '${table}' and step.entity_id = ${table}.id)`;

/** Facts of rows as events hold them: entity, id and detail. */
const facts = [
  `select 'project', id, jsonb_build_object('to', state, 'row', jsonb_build_object('person', person_id,
    'school', school_id, 'no', no, 'steps', ${stepsOf('project')})) from project`,
  `select 'cycle', id, jsonb_build_object('to', state, 'row', jsonb_build_object('steps', ${stepsOf('cycle')})) from cycle`,
  `select 'draw', id, jsonb_build_object('to', state, 'row', jsonb_build_object('steps', ${stepsOf('draw')})) from draw`,
  `select 'assignment', id, jsonb_build_object('to', state, 'project', project_id, 'expert', expert_id, 'row',
    jsonb_build_object('draw', draw_id, 'byHand', by_hand, 'steps', ${stepsOf('assignment')})) from assignment`,
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
