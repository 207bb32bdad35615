import { sql } from 'kysely';
import { pathOfCode, pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { findSuccession, recordSuccessors } from '../succession/succession.ts';
import { movedSubjects } from '../succession/moved-subjects.ts';

/** People who stand for a subject of a catalogue by its code. */
type CodeUsers = { experts: number; teachers: number; names: string[] };

const keysOf = (catalog: string, codes: readonly string[]) =>
  new Map(codes.map((code) => [pathKey(pathOfCode(catalog, code)), code]));

/** Names shown of the experts of one subject. */
const NAMED = 5;

/**
 * Users of these codes. Counts include all, since a change reaches all; names only of experts in the reader's scope.
 */
export const findCodeUsers = async (
  db: Db,
  reader: Principal,
  catalog: string,
  codes: readonly string[],
): Promise<Map<string, CodeUsers>> => {
  if (codes.length === 0) return new Map();
  const byKey = keysOf(catalog, codes);
  const keys = [...byKey.keys()];
  const mayName = holds(reader, ['expert:list']) ? inDeptScope(reader, 'e.school_id') : sql<boolean>`false`;
  const { rows } = await sql<{ key: string } & CodeUsers>`
    with experts as (
      select array_to_string(s.path, '/') as key, count(*) as experts,
        (array_agg(e.name order by e.name, e.id) filter (where ${mayName}))[1:${sql.lit(NAMED)}] as names
      from expert e join expert_subject s on s.expert_id = e.id
      where e.subject_prefixes && ${keys}::text[] and array_to_string(s.path, '/') = any(${keys}::text[])
      group by 1
    ), teachers as (
      select subject as key, count(*) as teachers from teacher where subject = any(${keys}::text[]) group by 1
    )
    select key, coalesce(experts, 0) as experts, coalesce(teachers, 0) as teachers, coalesce(names, '{}') as names
    from experts full join teachers using (key)`.execute(db);
  return new Map(rows.map(({ key, ...users }) => [byKey.get(key) as string, users]));
};

/** In how many drafts and waiting changes these codes stand. A draft may be of any shape: what is no path is passed over. */
export const countWaiting = async (
  db: Db,
  catalog: string,
  codes: readonly string[],
): Promise<Map<string, number>> => {
  const byKey = keysOf(catalog, codes);
  const { rows } = await sql<{ place: string; edition: number; key: string }>`
    with chosen as (
      select 'change ' || id as place, subject_edition, subject from expert_change,
        jsonb_path_query(form, '$.subjects[*] ? (@.path.type() == "array")') as subject
      where status = 'waiting'
      union all
      select 'draft ' || id, subject_edition, subject from draft,
        jsonb_path_query(form, '$.profile.subjects[*] ? (@.path.type() == "array")') as subject
      where kind = 'expertProfile'
    ), named as (
      select place, subject_edition as edition,
        array_to_string(array(select jsonb_array_elements_text(subject -> 'path')), '/') as key
      from chosen
    )
    select * from named
    where key = any(${[...byKey.keys()]}::text[]) or key in (select old_key from subject_successor)`.execute(
    db,
  );
  if (rows.length === 0) return new Map();
  const { subjectKey } = await findSuccession(
    db,
    rows.map(({ edition }) => edition),
  );
  const places = new Map<string, Set<string>>();
  for (const { place, edition, key } of rows) {
    const code = byKey.get(subjectKey(key, edition));
    if (code) places.set(code, (places.get(code) ?? new Set()).add(place));
  }
  return new Map([...places].map(([code, found]) => [code, found.size]));
};

type Held = { expertId: number; path: string[]; keywords: string[] };

type Moves = Map<string, string[]>;

/**
 * Let people go on under other codes of the catalogue, and what is stored beside them follow. Answers how many people were
 * moved. The caller holds `lockSubjects`.
 */
export const movePeople = async (
  tx: Tx,
  actor: Principal,
  catalog: string,
  codes: ReadonlyMap<string, string>,
): Promise<{ experts: number; teachers: number }> => {
  if (codes.size === 0) return { experts: 0, teachers: 0 };
  const moves: Moves = new Map(
    [...codes].map(([from, to]) => [pathKey(pathOfCode(catalog, from)), pathOfCode(catalog, to)]),
  );
  await recordSuccessors(tx, new Map([...moves].map(([from, to]) => [from, pathKey(to)])));
  return {
    experts: await moveExperts(tx, actor, catalog, moves),
    teachers: await moveTeachers(tx, actor, catalog, moves),
  };
};

const moveTeachers = async (tx: Tx, actor: Principal, catalog: string, moves: Moves): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    update teacher set subject = moved.later, version = version + 1, update_by = ${actor.username}, update_time = ${actor.at}
    from unnest(${[...moves.keys()]}::text[], ${[...moves.values()].map(pathKey)}::text[]) as moved (earlier, later)
    where subject = moved.earlier returning id`.execute(tx);
  await auditMoved(tx, actor, 'teacher', { catalog, ids: rows.map(({ id }) => id) });
  return rows.length;
};

const auditMoved = (
  tx: Tx,
  actor: Principal,
  entity: 'expert' | 'teacher',
  { catalog, ids }: { catalog: string; ids: readonly number[] },
) =>
  auditMany(
    tx,
    ids.map((id) => ({
      actorId: actor.userId,
      action: `${entity}.subjects_moved`,
      entity,
      entityId: id,
      detail: { catalog },
    })),
  );

const moveExperts = async (tx: Tx, actor: Principal, catalog: string, moves: Moves): Promise<number> => {
  const keys = [...moves.keys()];
  const { rows: held } = await sql<Held>`
    select s.expert_id as "expertId", s.path, s.keywords
    from expert e join expert_subject s on s.expert_id = e.id
    where e.subject_prefixes && ${keys}::text[] and exists (
      select from expert_subject own where own.expert_id = e.id and array_to_string(own.path, '/') = any(${keys}::text[]))
    order by s.expert_id, s.rank
    for update of e`.execute(tx);
  const byExpert = Map.groupBy(held, ({ expertId }) => expertId);
  const ids = [...byExpert.keys()];
  if (ids.length === 0) return 0;
  const rows = [...byExpert.values()].flatMap((subjects) =>
    movedSubjects(subjects, (path) => moves.get(pathKey(path)) ?? path).map((subject, index) => ({
      ...subject,
      rank: index + 1,
    })),
  );
  await sql`delete from expert_subject where expert_id = any(${ids}::bigint[])`.execute(tx);
  await sql`insert into expert_subject (expert_id, rank, path, keywords)
    select "expertId", rank, array(select jsonb_array_elements_text(path)), array(select jsonb_array_elements_text(keywords))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f ("expertId" bigint, rank smallint, path jsonb, keywords jsonb)`.execute(tx);
  // A draft that begins from the record goes on from it: when it is read, it follows the same way.
  await sql`update draft d set base_version = d.base_version + 1
    from expert e where d.kind = 'expertProfile' and e.user_id = d.user_id and e.version = d.base_version and e.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`update expert set version = version + 1, update_by = ${actor.username}, update_time = ${actor.at}
    where id = any(${ids}::bigint[])`.execute(tx);
  await auditMoved(tx, actor, 'expert', { catalog, ids });
  return ids.length;
};
