import { sql } from 'kysely';
import { sha256 } from '../../platform/hash.ts';
import { asTold, type Check, inBatches, lastEvent, LOADED, silence } from './check.ts';

const figures = ['present', 'inFavour', 'against', 'abstain', 'expected', 'round'] as const;
type Vote = Record<(typeof figures)[number], number | null> & { heldOn: string | null; place: string | null };
type Recommended = Vote & {
  id: number;
  by: number;
  opinion: string;
  confirmation: number | null;
  seq: number | null;
  actor: number;
  told: (Partial<Vote> & { confirmation?: number; row?: { opinion: string } }) | null;
  isAtTime: boolean | null;
};

const problemsOfVote = ({ told, actor, ...row }: Recommended & { told: NonNullable<Recommended['told']> }) =>
  [
    actor !== row.by && '经办人与事件不符',
    (told.confirmation ?? null) !== row.confirmation && '所写的双人复核与推荐的事件不符',
    figures.some((name) => told[name] !== undefined && told[name] !== row[name]) && '票数与推荐的事件不符',
    told.heldOn !== undefined &&
      (told.heldOn !== row.heldOn || told.place !== asTold(row.place)) &&
      '评议日期或地点与推荐的事件不符',
    told.row !== undefined && told.row.opinion !== sha256(row.opinion) && '推荐意见与推荐的事件不符',
    row.isAtTime === false && '推荐时间与推荐的事件不符',
  ].filter((problem) => typeof problem === 'string');

/** The votes with which schools recommended. */
export const recommendationCheck: Check = {
  name: '单位推荐',
  run: async (db, report) => {
    const { told: notice, untold } = silence(report, 'project_recommendation');
    for await (const rows of inBatches<Recommended>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.present, row.in_favour as "inFavour", row.against, row.abstain, row.round,
          row.expected, row.held_on::text as "heldOn", row.place, row.opinion, row.recommended_by as by, row.confirmation_id as confirmation,
          told.seq, told.actor, told.detail as told, row.recommended_at = (told.detail #>> '{row,at}')::timestamptz as "isAtTime"
        from (select * from project_recommendation recommendation where id > ${after} and not exists (
            select from project_recommendation newer where newer.project_id = recommendation.project_id
              and newer.id > recommendation.id) ${page}) as row
          ${lastEvent('project', sql`row.project_id`, ['project.recommended'])} order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { told, ...row } of rows) {
        const { id, seq } = row;
        if (told === null) {
          untold({ id });
          continue;
        }
        notice();
        for (const problem of problemsOfVote({ ...row, told }))
          report.found({ table: 'project_recommendation', id, seq, problem });
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
  opinion: string;
  /** Null in older events. */
  toldOpinion: string | null;
  /** Whether the second person is that of the event. */
  isSameSecond: boolean;
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
          told.detail ->> 'to' as told, opinion, told.detail ->> 'opinion' as "toldOpinion",
          (told.detail -> 'confirmation')::bigint is not distinct from confirmation_id as "isSameSecond", (select state = 'confirmed' and object = 'project' and object_id = row.project_id
            and answered_by = row.decided_by from confirmation where confirmation.id = confirmation_id) as "isConfirmed"
        from (select id, project_id, verdict, step, opinion, decided_by, confirmation_id from eligibility_check check_row where id > ${after}
            and step = 'decided' and not exists (select from eligibility_check newer
              where newer.project_id = check_row.project_id and newer.id > check_row.id) ${page}) as row
          ${lastEvent('project', sql`row.project_id`, ['project.accepted', 'project.refused', LOADED], sql`event.detail ? 'to'`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, verdict, by, seq, actor, told, isConfirmed, ...row } of rows) {
        if (told !== null) notice();
        if (isConfirmed === false)
          report.found({ table: 'eligibility_check', id, seq, problem: '判定与所写的双人复核不符' });
        else if (told === null) untold({ id });
        else if (actor !== null && actor !== by)
          report.found({ table: 'eligibility_check', id, seq, problem: '判定人与事件不符' });
        else if ((told === 'ineligible') !== (verdict === 'ineligible'))
          report.found({ table: 'eligibility_check', id, seq, problem: '结论与判定的事件不符' });
        else if (row.toldOpinion !== null && !(row.isSameSecond && row.toldOpinion === asTold(row.opinion)))
          report.found({ table: 'eligibility_check', id, seq, problem: '意见或复核人与判定的事件不符' });
      }
    }
  },
};
