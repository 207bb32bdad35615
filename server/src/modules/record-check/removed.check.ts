import { type RawBuilder, sql } from 'kysely';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { type Check, LOADED } from './check.ts';
import { machines } from './states.check.ts';

type Gone = { id: number; seq: number | null };
type Kind = { table: string; problem: string; gone: RawBuilder<Gone> };

/** Records with states: none of them is deleted once it has taken a step. */
const records = machines
  .filter(({ table }) => table !== 'assignment')
  .map(({ table, name, actions }): Kind => ({
    table,
    problem: `${name.replace('状态', '')}不见了`,
    gone: sql`select entity_id::bigint as id, min(seq) as seq from audit_event
      where entity = ${table} and action = any(${Object.values<string>(actions)}::text[])
        and not exists (select from ${sql.table(table)} as row where row.id = entity_id::bigint)
        and not exists (select from audit_event deleted where deleted.entity = ${table}
          and deleted.entity_id = audit_event.entity_id and deleted.action = ${`${table}.deleted`})
      group by entity_id`,
  }));

/** Projects with fewer rows than events of these actions. */
const fewer = (table: string, actions: readonly string[], rows: RawBuilder<number>) => sql<Gone>`
  select told.id, told.seq from (
    select entity_id::bigint as id, max(seq) as seq, count(*) as events from audit_event
    where entity = 'project' and action = any(${[...actions]}::text[]) group by entity_id
  ) as told where events > (select count(*) from ${sql.table(table)} as row
    where row.project_id = told.id and ${rows})`;

/** States in which applicants change what they handed in before, and the one that ends it. */
const changing = [
  ...new Set(projectMachine.transitions.filter(({ event }) => event === 'submit').map(({ from }) => from)),
  'withdrawn',
];

const kinds: readonly Kind[] = [
  ...records,
  {
    table: 'project_material',
    problem: '提交的材料不见了',
    gone: sql`select (file ->> 'id')::bigint as id, null as seq
      from project join project_snapshot snapshot on snapshot.project_id = project.id
        and snapshot.round = (select max(round) from project_snapshot last where last.project_id = project.id)
        cross join jsonb_array_elements(content -> 'files') as file
      where project.state <> all(${changing}::text[])
        and not exists (select from project_material where project_material.id = (file ->> 'id')::bigint)`,
  },
  {
    table: 'blind_copy',
    problem: '放行的盲审副本不见了',
    gone: sql`select material.id, told.seq from project_material material
      join lateral (select seq, action from audit_event event where event.entity = 'project'
        and event.entity_id = material.project_id::text and (event.action like 'blind.%' or event.action = ${LOADED})
        and (event.detail ->> 'material')::bigint = material.id order by seq desc limit 1) as told on true
      where action in ('blind.released', ${LOADED}) and not exists (select from blind_copy where material_id = material.id)`,
  },
  {
    table: 'draw',
    problem: '对抽取结果的调整不见了，或与事件不符',
    gone: sql`select entity_id::bigint as id, event.seq from audit_event event
      left join draw_step step on step.draw_id = entity_id::bigint and step.no = (detail ->> 'step')::integer
      where event.entity = 'draw' and event.action = 'draw.adjusted' and detail ? 'step'
        and (step.no is null or step.kind <> detail ->> 'kind' or step.actor_id is distinct from event.actor_id
          or jsonb_array_length(step.changes) <> (detail ->> 'places')::integer)`,
  },
  {
    table: 'draw',
    problem: '对抽取结果的调整没有对应的事件',
    gone: sql`select draw_id as id, null as seq from draw_step step
      where step.kind <> 'lapse'
        and exists (select from audit_event where entity = 'draw' and entity_id = step.draw_id::text
          and action = 'draw.computed')
        and not exists (select from audit_event where entity = 'draw' and entity_id = step.draw_id::text
          and action = 'draw.adjusted' and (detail ->> 'step')::integer = step.no)`,
  },
  {
    table: 'confirmation',
    problem: '双人复核的请求不见了',
    gone: sql`select (detail ->> 'confirmation')::bigint as id, seq from audit_event
      where action = 'confirmation.asked'
        and not exists (select from confirmation where confirmation.id = (detail ->> 'confirmation')::bigint)`,
  },
  {
    table: 'review_revision',
    problem: '历次保存中提交的版本不见了',
    gone: sql`select entity_id::bigint as id, seq from audit_event
      where entity = 'assignment' and action = 'assignment.submitted' and detail ? 'opinionVersion'
        and not exists (select from review_revision where assignment_id = entity_id::bigint
          and review_revision.version = (detail ->> 'opinionVersion')::integer)`,
  },
  {
    table: 'project_recommendation',
    problem: '推荐的票数不见了',
    gone: fewer('project_recommendation', ['project.recommended'], sql`true`),
  },
  {
    table: 'eligibility_check',
    problem: '资格审查的判定不见了',
    gone: fewer('eligibility_check', ['project.accepted', 'project.refused'], sql`row.step = 'decided'`),
  },
  {
    table: 'commitment_signature',
    problem: '申报的承诺书签署不见了',
    gone: sql`select told.id, told.seq from (
        select entity_id::bigint as id, detail ->> 'commitment' as hash, max(seq) as seq, count(*) as events
        from audit_event where entity = 'project' and action in ('project.submitted', 'project.reported')
          and detail ->> 'commitment' is not null group by entity_id, detail ->> 'commitment'
      ) as told where events > (select count(*) from commitment_signature signature
        where signature.project_id = told.id and signature.text_hash = told.hash)`,
  },
  {
    table: 'commitment_signature',
    problem: '工作人员的承诺书签署不见了',
    gone: sql`select entity_id::bigint as id, seq from audit_event
      where entity = 'cycle' and action = 'cycle.commitment_signed'
        and not exists (select from commitment_signature signature where signature.cycle_id = entity_id::bigint
          and signature.user_id = actor_id and signature.text_hash = detail ->> 'hash')`,
  },
  {
    table: 'commitment_signature',
    problem: '专家的承诺书签署不见了',
    gone: sql`select entity_id::bigint as id, seq from audit_event join assignment on assignment.id = entity_id::bigint
      where entity = 'assignment' and action = 'assignment.accepted' and detail ->> 'commitment' is not null
        and not exists (select from commitment_signature signature where signature.cycle_id = assignment.cycle_id
          and signature.user_id = actor_id and signature.text_hash = detail ->> 'commitment')`,
  },
];

/** Actions of the events that are looked at. */
const tellingActions = [
  ...machines.flatMap(({ actions }) => Object.values<string>(actions)),
  'confirmation.asked',
  'cycle.commitment_signed',
];

/** Rows that events or submitted contents name and that are gone, or that none names. */
export const removedCheck: Check = {
  name: '删去的记录',
  run: async (db, report) => {
    const { rows: told } = await sql<{ events: number }>`
      select count(*) as events from audit_event where action = any(${tellingActions}::text[])`.execute(db);
    report.compared(Number(told[0]?.events ?? 0));
    for (const { table, problem, gone } of kinds) {
      const { rows } = await gone.execute(db);
      for (const { id, seq } of rows) report.found({ table, id, seq, problem });
    }
  },
};
