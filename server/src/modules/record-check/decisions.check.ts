import { sql } from 'kysely';
import type { ConfirmationState } from '@zhiping/shared/rules/confirmation/states.ts';
import { type Check, inBatches, lastEvent, LOADED, silence } from './check.ts';

type Vote = Record<'present' | 'inFavour' | 'against' | 'abstain', number>;
type Recommended = Vote & { id: number; by: number; seq: number | null; actor: number; told: Vote | null };

/** The votes with which schools recommended. */
export const recommendationCheck: Check = {
  name: '单位推荐',
  run: async (db, report) => {
    const { told: notice, untold } = silence(report, 'project_recommendation');
    for await (const rows of inBatches<Recommended>(
      db,
      (page, after) => sql`select row.id, row.present, row.in_favour as "inFavour", row.against, row.abstain,
          row.recommended_by as by, told.seq, told.actor, told.detail as told
        from (select * from project_recommendation recommendation where id > ${after} and not exists (
            select from project_recommendation newer where newer.project_id = recommendation.project_id
              and newer.id > recommendation.id) ${page}) as row
          left join lateral (select seq, actor_id as actor, detail from audit_event event where event.entity = 'project'
            and event.entity_id = row.project_id::text and event.action = 'project.recommended'
            order by seq desc limit 1) as told on true order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, by, seq, actor, told, ...vote } of rows) {
        const found = (problem: string) =>
          report.found({ table: 'project_recommendation', id, seq, problem });
        if (told === null) {
          untold({ id });
          continue;
        }
        notice();
        if (actor !== by) found('经办人与事件不符');
        else if (
          (['present', 'inFavour', 'against', 'abstain'] as const).some((name) => told[name] !== vote[name])
        )
          found('票数与推荐的事件不符');
      }
    }
  },
};

type Eligibility = {
  by: number;
  actor: number | null;
  id: number;
  project: number;
  verdict: string;
  seq: number | null;
  told: string | null;
  /** Null where one person decides. */
  isConfirmed: boolean | null;
  /** Whether opinion and second person are those of the event. */
  isSame: boolean;
};

/** Decisions on eligibility: the newest one of a project is what its event says, and a second person's what was asked for. */
export const eligibilityCheck: Check = {
  name: '资格审查',
  run: async (db, report) => {
    const { told: notice, untold } = silence(report, 'eligibility_check');
    for await (const rows of inBatches<Eligibility>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.project_id as project, row.verdict, row.decided_by as by, told.seq, told.actor,
          told.detail ->> 'to' as told, told.detail -> 'opinion' is null or (told.detail ->> 'opinion' = opinion
            and (told.detail -> 'confirmation')::bigint is not distinct from confirmation_id) as "isSame", (select state = 'confirmed' and object = 'project' and object_id = row.project_id
            and answered_by = row.decided_by from confirmation where confirmation.id = confirmation_id) as "isConfirmed"
        from (select id, project_id, verdict, step, opinion, decided_by, confirmation_id from eligibility_check check_row where id > ${after}
            and step = 'decided' and not exists (select from eligibility_check newer
              where newer.project_id = check_row.project_id and newer.id > check_row.id) ${page}) as row
          ${lastEvent('project', sql`row.project_id`, ['project.accepted', 'project.refused', LOADED], sql`event.detail ? 'to'`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, verdict, by, seq, actor, told, isConfirmed, isSame } of rows) {
        if (told !== null) notice();
        if (isConfirmed === false)
          report.found({ table: 'eligibility_check', id, seq, problem: '判定与所写的双人复核不符' });
        else if (told === null) untold({ id });
        else if (actor !== null && actor !== by)
          report.found({ table: 'eligibility_check', id, seq, problem: '判定人与事件不符' });
        else if ((told === 'ineligible') !== (verdict === 'ineligible'))
          report.found({ table: 'eligibility_check', id, seq, problem: '结论与判定的事件不符' });
        else if (!isSame)
          report.found({ table: 'eligibility_check', id, seq, problem: '意见或复核人与判定的事件不符' });
      }
    }
  },
};

type Confirmed = {
  id: number;
  state: ConfirmationState;
  askedBy: number;
  answeredBy: number | null;
  asked: { seq: number; actor: number; isSame: boolean } | null;
  answered: { seq: number; actor: number | null; to: string } | null;
};

/** Acts that two persons did: who asked and who answered is what the events say. */
export const confirmationCheck: Check = {
  name: '双人复核',
  run: async (db, report) => {
    for await (const rows of inBatches<Confirmed>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.state, row.asked_by as "askedBy", row.answered_by as "answeredBy",
          (select jsonb_build_object('seq', seq, 'actor', actor_id, 'isSame', detail ->> 'summary' = row.summary
              and detail ->> 'reason' = row.reason and detail -> 'input' = row.input) from audit_event event
            where event.entity = row.object and event.entity_id = row.object_id::text
              and action = 'confirmation.asked' and (detail ->> 'confirmation')::bigint = row.id) as asked,
          (select jsonb_build_object('seq', seq, 'actor', actor_id, 'to', detail ->> 'to') from audit_event event
            where event.entity = row.object and event.entity_id = row.object_id::text
              and action in ('confirmation.confirmed', 'confirmation.refused', 'confirmation.withdrawn', 'confirmation.lapsed')
              and (detail ->> 'confirmation')::bigint = row.id order by seq desc limit 1) as answered
        from (select * from confirmation where id > ${after} ${page}) as row order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, state, askedBy, answeredBy, asked, answered } of rows) {
        const seq = answered?.seq ?? asked?.seq ?? null;
        const found = (problem: string) => report.found({ table: 'confirmation', id, seq, problem });
        if (asked?.actor !== askedBy) found('提出人与事件不符');
        else if (!asked.isSame) found('提出的内容与事件不符');
        else if ((answered?.to ?? 'waiting') !== state) found('答复与事件不符');
        else if (answeredBy !== null && answered?.actor !== answeredBy) found('复核人与事件不符');
      }
    }
  },
};
