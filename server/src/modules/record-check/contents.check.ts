import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { hashOfJson } from '../../platform/hash.ts';
import { textHash } from '../commitment/text-hash.ts';
import {
  asTold,
  type Check,
  inBatches,
  lastEvent,
  LOADED,
  type Report,
  silence,
  versionFrozen,
} from './check.ts';

type Hashed = {
  id: number;
  computed: string;
  hash: string;
  seq: number | null;
  told: string | null;
  /** Whether an event names this one, or one before it, of the same cycle, project or kind. */
  isLater: boolean;
};

/** Contents against their own hashes and those of their events. */
const comparing = (report: Report, table: string) => {
  const { told: notice, untold } = silence(report, table);
  return ({ id, computed, hash, seq, told, isLater }: Hashed) => {
    if (told !== null) notice();
    if (computed !== hash) report.found({ table, id, seq, problem: '内容与保存的散列不符' });
    else if (told === null) untold({ id, isLater });
    else if (told !== hash) report.found({ table, id, seq, problem: '散列与事件不符' });
  };
};

type Stored = Omit<Hashed, 'computed'> & { content: unknown };

const roundTold = sql`(event.detail ->> 'round')::integer`;

/** What applicants submitted. */
export const snapshotCheck: Check = {
  name: '申报内容',
  run: async (db, report) => {
    const compare = comparing(report, 'project_snapshot');
    const actions = ['project.submitted', LOADED];
    for await (const rows of inBatches<Stored>(
      db,
      (page, after) => sql`select row.id, row.content, row.hash, told.seq, told.detail ->> 'hash' as told,
          told.seq is null and exists (select from audit_event event where entity = 'project'
            and entity_id = row.project_id::text and action = any(${actions}::text[]) and ${roundTold} <= row.round) as "isLater"
        from (select id, project_id, round, content, hash from project_snapshot where id > ${after} ${page}) as row
          ${lastEvent('project', sql`row.project_id`, actions, sql`${roundTold} = row.round`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows) compare({ ...row, computed: hashOfJson(row.content) });
    }
    const { rows: gone } = await sql<{ id: number; seq: number; round: number }>`
      select entity_id::bigint as id, seq, ${roundTold} as round from audit_event event where entity = 'project'
        and action = any(${actions}::text[]) and detail ? 'round'
        and not exists (select from project_snapshot where project_id = event.entity_id::bigint
          and round = ${roundTold})`.execute(db);
    for (const { id, seq, round } of gone)
      report.found({ table: 'project', id, seq, problem: `第 ${round} 次提交的申报内容不见了` });
  },
};

type StoredRules = Stored & {
  reason: string | null;
  by: string | null;
  at: Date;
  confirmation: number | null;
  facts: { version?: number; reason?: string; row?: object } | null;
};

/** The frozen rules of cycles, and by whom and why each version was made. */
export const ruleCheck: Check = {
  name: '冻结的规则',
  run: async (db, report) => {
    const compare = comparing(report, 'rule_set');
    const actions = ['cycle.published', 'cycle.rules_frozen', LOADED];
    for await (const rows of inBatches<StoredRules>(
      db,
      (page, after) => sql`select row.id, row.content, row.hash, told.seq,
          told.detail as facts, row.reason, row.create_by as by, row.create_time as at, row.confirmation_id as confirmation,
          coalesce(told.detail #>> '{rules,hash}', told.detail ->> 'hash') as told,
          told.seq is null and exists (select from audit_event event where entity = 'cycle'
            and entity_id = row.cycle_id::text and ${versionFrozen} <= row.version) as "isLater"
        from (select * from rule_set where id > ${after} ${page}) as row
          ${lastEvent('cycle', sql`row.cycle_id`, actions, sql`${versionFrozen} = row.version`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { facts, reason, by, at, confirmation, ...row } of rows) {
        compare({ ...row, computed: hashOfJson(row.content) });
        const isOther =
          (facts?.version !== undefined && facts.reason !== undefined && facts.reason !== asTold(reason)) ||
          (facts?.row !== undefined && !isDeepStrictEqual(facts.row, asTold({ confirmation, by, at })));
        if (isOther)
          report.found({
            table: 'rule_set',
            id: row.id,
            seq: row.seq,
            problem: '修改人、时间、原因或复核与事件不符',
          });
      }
    }
    const { rows: gone } = await sql<{ id: number; seq: number; version: number }>`
      select entity_id::bigint as id, seq, ${versionFrozen} as version from audit_event event where entity = 'cycle'
        and action = any(${actions}::text[]) and ${versionFrozen} is not null
        and not exists (select from rule_set where cycle_id = event.entity_id::bigint and version = ${versionFrozen})
      order by seq`.execute(db);
    for (const { id, seq, version } of gone)
      report.found({ table: 'cycle', id, seq, problem: `第 ${version} 版规则不见了` });
  },
};

type Text = Omit<Hashed, 'computed'> & Parameters<typeof textHash>[0];

/** The commitments that people sign. First versions may come with the product, without an event. */
export const commitmentCheck: Check = {
  name: '承诺书',
  run: async (db, report) => {
    const compare = comparing(report, 'commitment_text');
    const actions = ['commitment_text.created', LOADED];
    for await (const rows of inBatches<Text>(
      db,
      (page, after) => sql`select row.*, told.seq, told.detail ->> 'hash' as told, true as "isLater"
        from (select id, kind, version, title, body, hash from commitment_text where id > ${after} ${page}) as row
          ${lastEvent('commitment_text', sql`row.id`, actions)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows) {
        const computed = textHash(row);
        if (row.version === 1 && row.told === null && computed === row.hash) report.silent(1);
        else compare({ ...row, computed });
      }
    }
    const { rows: gone } = await sql<{ id: number; seq: number }>`
      select entity_id::bigint as id, min(seq) as seq from audit_event where entity = 'commitment_text'
        and action = any(${actions}::text[])
        and not exists (select from commitment_text text where text.id = entity_id::bigint)
      group by entity_id`.execute(db);
    for (const { id, seq } of gone)
      report.found({ table: 'commitment_text', id, seq, problem: '承诺书不见了' });
  },
};

type Copy = { id: number; sha256: string | null; seq: number | null; told: string | null };

/** Blind copies that experts read: each is the one that was released. */
export const copyCheck: Check = {
  name: '盲审副本',
  run: async (db, report) => {
    for await (const rows of inBatches<Copy>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.result_sha256 as sha256, told.seq, told.detail ->> 'sha256' as told
        from (select material_id as id, result_sha256 from blind_copy where material_id > ${after} and state = 'released'
            ${page}) as row
          join project_material on project_material.id = row.id
          ${lastEvent('project', sql`project_material.project_id`, ['blind.released', LOADED], sql`(event.detail ->> 'material')::bigint = row.id`)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, sha256, seq, told } of rows)
        if (told === null) report.found({ table: 'blind_copy', id, seq, problem: '已放行，没有放行的事件' });
        else if (told !== sha256)
          report.found({ table: 'blind_copy', id, seq, problem: '不是放行时的那一份' });
    }
  },
};

type Material = { id: number; wrong: boolean };

/** Materials of projects: each is the one that was submitted. */
export const materialCheck: Check = {
  name: '申报材料',
  run: async (db, report) => {
    for await (const rows of inBatches<Material>(
      db,
      (page, after) => sql`select row.id, exists (select from project_snapshot snapshot,
            jsonb_array_elements(content -> 'files') as file
          where snapshot.project_id = row.project_id and (file ->> 'id')::bigint = row.id
            and file ->> 'sha256' <> row.sha256) as wrong
        from (select id, project_id, sha256 from project_material where id > ${after} ${page}) as row order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, wrong } of rows)
        if (wrong)
          report.found({ table: 'project_material', id, seq: null, problem: '不是提交时的那份材料' });
    }
  },
};
