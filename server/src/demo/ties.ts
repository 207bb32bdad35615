import type pg from 'pg';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { daysBefore, later } from '../platform/clock.ts';
import type { DemoApplicant } from './forms.ts';

/** Demo requests were answered before they lapsed. */
const DAY_MS = 86_400_000;

type Expert = { id: string; name: string; school: string };

/** Experts of other schools than this one, who get ties with the first applicants. */
export const findFarExperts = async (client: pg.ClientBase, school: string): Promise<Expert[]> => {
  const { rows } = await client.query<Expert>(
    `select expert.id, expert.name, dept.name as school from expert join dept on dept.id = school_id
     where dept.name <> $1 and accepted_at is not null order by expert.id limit 6`,
    [school],
  );
  return rows;
};

/**
 * Statements of some applicants about experts: one asks to be kept away from one, one wrote a paper with one, one
 * studied under one.
 */
export const tieForm = (form: ProjectForm, person: DemoApplicant, expert: Expert, index: number): void => {
  const asked = { key: 'request1', kind: 'person', name: expert.name, unit: expert.school } as const;
  const paper = form.research.papers.at(-1)!;
  if (index === 1)
    form.recusals.requests = [{ ...asked, relation: null, reason: '学术观点长期对立，曾公开争论。' }];
  if (index === 2) paper.authors = `${person.name}，${expert.name}（${expert.school}）`;
  if (index === 3)
    form.recusals.requests = [{ ...asked, relation: 'advisor', reason: '博士阶段的指导教师。' }];
};

type Tied = {
  experts: readonly Expert[];
  applicant: { id: string; cycleId: string; name: string; school: string };
  now: Date;
};

/**
 * Statements of experts and the office: one came from the school a year ago, one is a relative of an applicant; and one
 * conflict pinned by the office.
 */
export const loadTies = async (client: pg.ClientBase, { experts, applicant, now }: Tied): Promise<void> => {
  const [former, relative] = experts.slice(4) as [Expert, Expert];
  const { name, school, id, cycleId } = applicant;
  await client.query(
    `insert into expert_affiliation (expert_id, org_id, org_name, post, from_year, to_year)
     values ($1, (select dept_id from school join dept on dept.id = dept_id where dept.name = $2), $2, '教授', $3, $4)`,
    [former.id, school, now.getFullYear() - 12, now.getFullYear() - 1],
  );
  await client.query(
    `insert into declared_relation (expert_id, kind, name, unit, reason, declared_by)
     values ($1, 'relative', $2, $3, '配偶的姐姐', 'expert')`,
    [relative.id, name, school],
  );
  const lapsesAt = later(now, DAY_MS);
  // As it would be computed; the decision of two persons outlives the computation that follows.
  await client.query(
    `with asker as (select id, nick_name || '（' || username || '）' as name from sys_user where username = 'office'),
     second as (select id, nick_name || '（' || username || '）' as name from sys_user where username = 'office2'),
     lifted as (
       insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at,
         pinned, pin_reason, pinned_by, pinned_at, lifted_evidence)
       select $1, $2, $3, 'formerUnit', 'block', $6, 'history', $4, 'warn', $5, id, $4, $6
       from second returning id
     ), request as (
     insert into confirmation (act, object, object_id, cycle_id, input, summary, link, reason, state,
       asked_by, asked_name, asked_at, lapses_at, answered_by, answered_name, answered_at)
     select 'liftConflict', 'conflict', lifted.id, $1, '{"pinned": "warn", "before": {"pinned": null, "severity": "block"}}',
       '专家' || expert.name || '与申报 ' || no || ' 的「曾同单位」由必须回避改为提示',
       '/review/conflict?cycleId=' || $1 || '&id=' || lifted.id, $5, 'confirmed',
       asker.id, asker.name, $4, $7::timestamptz, second.id, second.name, $4
     from lifted, asker, second, expert, project where expert.id = $3 and project.id = $2 returning *
     )
     insert into audit_event (at, actor_id, action, entity, entity_id, detail)
     select asked_at, asked_by, 'confirmation.asked', object, object_id::text, jsonb_build_object('confirmation', id,
       'act', act, 'summary', summary, 'reason', reason, 'input', input, 'lapsesAt', $8::text) from request
     union all
     select answered_at, answered_by, 'confirmation.confirmed', object, object_id::text,
       jsonb_build_object('confirmation', id, 'act', act, 'askedBy', asked_by, 'from', 'waiting', 'to', state) from request`,
    [
      cycleId,
      id,
      former.id,
      daysBefore(now, 2),
      '仅名义兼职，从未到岗，与申报人没有工作往来。',
      `专家${former.name} ${now.getFullYear() - 12} 年至 ${now.getFullYear() - 1} 年在${school}，申报人${name}现在该单位，离开不满 3 年的专家应当回避`,
      lapsesAt,
      lapsesAt.toISOString(),
    ],
  );
};
