import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { sha256 } from '../../platform/hash.ts';
import { asTold, type Check, inBatches, lastEvent, LOADED, silence } from './check.ts';

type Draw = {
  id: number;
  rosterHash: string | null;
  roster: string | null;
  resultHash: string | null;
  result: string | null;
  officeCommit: string | null;
  officeSecret: string | null;
  supervisorCommit: string | null;
  supervisorSecret: string | null;
  nonce: string | null;
  nonceHash: string | null;
  frozen: { hash: string; nonceHash?: string } | null;
  computed: { hash: string; seed?: string } | null;
  commits: Record<string, { commit: string; by: number }> | null;
  officeBy: number | null;
  supervisorBy: number | null;
  seed: string | null;
  plan: Record<string, unknown>;
  created: Record<string, unknown> | null;
};

const hashOf = (text: string | null) => text && sha256(text);

/** The event holds the plan beside other facts, as the plan was written then. */
const isOtherPlan = (plan: Record<string, unknown>, created: Record<string, unknown>) => {
  const told = Object.keys(plan).filter((name) => name in created);
  const isMore = told.length < Object.keys(plan).length;
  return isMore || told.some((name) => !isDeepStrictEqual(plan[name], created[name]));
};

/** Problems of one draw against itself and its events. */
const problemsIn = (draw: Draw): string[] =>
  [
    hashOf(draw.roster) !== draw.rosterHash && '名册与保存的散列不符',
    hashOf(draw.result) !== draw.resultHash && '结果与保存的散列不符',
    draw.officeSecret !== null &&
      hashOf(draw.officeSecret) !== draw.officeCommit &&
      '评审办的随机数与承诺值不符',
    draw.supervisorSecret !== null &&
      hashOf(draw.supervisorSecret) !== draw.supervisorCommit &&
      '监督员的随机数与承诺值不符',
    hashOf(draw.nonce) !== draw.nonceHash && '系统随机数与保存的散列不符',
    draw.frozen !== null && draw.frozen.hash !== draw.rosterHash && '名册不是冻结时的那一份',
    draw.frozen?.nonceHash !== undefined &&
      draw.frozen.nonceHash !== draw.nonceHash &&
      '系统随机数不是冻结时的那一个',
    draw.computed !== null && draw.computed.hash !== draw.resultHash && '结果不是产生时的那一份',
    draw.computed?.seed !== undefined && draw.computed.seed !== draw.seed && '种子不是产生结果时的那一个',
    draw.commits?.['office'] &&
      draw.commits['office'].commit !== draw.officeCommit &&
      '评审办的承诺值与事件不符',
    draw.commits?.['supervisor'] &&
      draw.commits['supervisor'].commit !== draw.supervisorCommit &&
      '监督员的承诺值与事件不符',
    draw.commits?.['office'] && draw.commits['office'].by !== draw.officeBy && '评审办的承诺人与事件不符',
    draw.commits?.['supervisor'] &&
      draw.commits['supervisor'].by !== draw.supervisorBy &&
      '监督员的承诺人与事件不符',
    draw.created !== null && isOtherPlan(draw.plan, draw.created) && '抽取方案与建立时的事件不符',
  ].filter((problem) => typeof problem === 'string');

const detailOf = (action: string) => sql`(select detail from audit_event
  where entity = 'draw' and entity_id = row.id::text and action = ${action} order by seq desc limit 1)`;

/** Commitments, rosters and results of draws. */
export const drawCheck: Check = {
  name: '抽取',
  run: async (db, report) => {
    for await (const rows of inBatches<Draw>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, roster_hash as "rosterHash", roster, result_hash as "resultHash", result,
          office_commit as "officeCommit", office_secret as "officeSecret",
          supervisor_commit as "supervisorCommit", supervisor_secret as "supervisorSecret",
          nonce, nonce_hash as "nonceHash", ${detailOf('draw.frozen')} as frozen,
          ${detailOf('draw.computed')} as computed, ${detailOf('draw.created')} as created,
          seed, plan, office_by as "officeBy", supervisor_by as "supervisorBy",
          (select jsonb_object_agg(detail ->> 'side', jsonb_build_object('commit', detail ->> 'commit', 'by', actor_id))
            from audit_event
            where entity = 'draw' and entity_id = row.id::text and action = 'draw.committed') as commits
        from (select * from draw where id > ${after} ${page}) as row order by row.id`,
    )) {
      report.compared(rows.length);
      for (const draw of rows)
        for (const problem of problemsIn(draw))
          report.found({ table: 'draw', id: draw.id, seq: null, problem });
    }
  },
};

type Place = {
  id: number;
  project: number;
  expert: number;
  seq: number | null;
  byHand: string | null;
  draw: number | null;
  told: { project: number; expert: number; row?: { draw: number | null; byHand: string | null } } | null;
  /** Whether it was made when assignments had events already; their ids are in no order. */
  isLater: boolean;
};

/** Who reviews what: each assignment has the project and the expert that it was made with. */
export const placeCheck: Check = {
  name: '送审分配',
  run: async (db, report) => {
    const { untold } = silence(report, 'assignment');
    const actions = ['assignment.placed', LOADED];
    const { rows: first } = await sql<{ at: Date | null }>`select min(at) as at from audit_event
      where entity = 'assignment' and action = any(${actions}::text[]) and detail ? 'expert'`.execute(db);
    const since = first[0]?.at ?? null;
    for await (const rows of inBatches<Place>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, project_id as project, expert_id as expert, by_hand as "byHand", draw_id as draw, told.seq, told.detail as told,
          coalesce(create_time > ${since}::timestamptz, false) as "isLater"
        from (select id, project_id, expert_id, by_hand, draw_id, create_time from assignment where id > ${after} ${page}) as row
          ${lastEvent('assignment', sql`row.id`, actions, sql`event.detail ? 'expert'`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, project, expert, seq, told, isLater, ...row } of rows)
        if (told === null) untold({ id, isLater });
        else if (told.expert !== expert)
          report.found({ table: 'assignment', id, seq, problem: '专家不是分配时的那一位' });
        else if (told.project !== project)
          report.found({ table: 'assignment', id, seq, problem: '不是分配时的那份材料' });
        else if (told.row && (told.row.draw !== row.draw || told.row.byHand !== asTold(row.byHand)))
          report.found({ table: 'assignment', id, seq, problem: '所属抽取或指定原因与事件不符' });
    }
    const { rows: gone } = await sql<{ id: number; seq: number }>`
      select entity_id::bigint as id, min(seq) as seq from audit_event where entity = 'assignment'
        and action = any(${actions}::text[])
        and not exists (select from assignment where assignment.id = entity_id::bigint)
      group by entity_id`.execute(db);
    for (const { id, seq } of gone) report.found({ table: 'assignment', id, seq, problem: '分配不见了' });
  },
};
