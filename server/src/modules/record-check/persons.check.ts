import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type Check, inBatches, lastEvent, LOADED, silence } from './check.ts';

/** Numbers that events gave to others since: a school that was merged, a person whose identity number was corrected. */
type Move = { seq: number; from: number; to: number };

const readMerged = async (db: Db) =>
  (
    await sql<Move>`select seq, entity_id::bigint as from, (detail ->> 'intoId')::bigint as to from audit_event
      where entity = 'school' and action = 'school.merged' order by seq`.execute(db)
  ).rows;

const readCarried = async (db: Db) =>
  (
    await sql<Move>`select seq, (detail #>> '{row,from}')::bigint as from, (detail #>> '{row,to}')::bigint as to
      from audit_event where entity = 'teacher' and action = 'teacher.changed' and detail #> '{row,to}' is not null
      order by seq`.execute(db)
  ).rows;

type Correction = { seq: number; person: number; name: string };

const readCorrections = async (db: Db) =>
  (
    await sql<Correction>`select seq, (detail #>> '{row,person}')::bigint as person, detail ->> 'name' as name
      from audit_event where entity = 'teacher' and action = 'teacher.changed' and detail #> '{row,person}' is not null
      order by seq desc`.execute(db)
  ).rows;

const follow = (moves: readonly Move[], number: number, seq: number) =>
  moves.reduce((now, move) => (move.seq > seq && move.from === now ? move.to : now), number);

type Project = {
  id: number;
  person: number;
  school: number;
  no: string | null;
  name: string | null;
  seq: number | null;
  told: { person: number; school: number } | null;
  toldNo: string | null;
  submitted: string | null;
  reported: number | null;
};

/** Who applies, at which school, under which number and name. */
export const projectPersonCheck: Check = {
  name: '申报人',
  run: async (db, report) => {
    const [merged, carried, corrections] = [
      await readMerged(db),
      await readCarried(db),
      await readCorrections(db),
    ];
    const nameOf = ({ person, reported, submitted }: Project) =>
      corrections.find((one) => one.seq > (reported ?? 0) && follow(carried, one.person, one.seq) === person)
        ?.name ?? submitted;
    const problemsOf = (row: Project) =>
      [
        row.told !== null &&
          follow(carried, row.told.person, row.seq!) !== row.person &&
          '申报人不是事件中的那一位',
        row.told !== null &&
          follow(merged, row.told.school, row.seq!) !== row.school &&
          '学校不是事件中的那一所',
        row.toldNo !== null && row.toldNo !== row.no && '编号与事件不符',
        row.name !== null && row.name !== nameOf(row) && '姓名与报送的或更正的不符',
      ].filter((problem) => typeof problem === 'string');
    const about = sql`event.detail #> '{row,person}' is not null`;
    for await (const rows of inBatches<Project>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.person_id as person, row.school_id as school, row.no, row.applicant_name as name,
          told.seq, told.detail -> 'row' as told,
          (select detail #>> '{row,no}' from audit_event where entity = 'project' and entity_id = row.id::text
            and detail #>> '{row,no}' is not null order by seq desc limit 1) as "toldNo",
          (select content #>> '{person,name}' from project_snapshot where project_id = row.id
            order by round desc limit 1) as submitted,
          (select max(seq) from audit_event where entity = 'project' and entity_id = row.id::text
            and action = 'project.reported') as reported
        from (select id, person_id, school_id, no, applicant_name from project where id > ${after} ${page}) as row
          ${lastEvent('project', sql`row.id`, ['project.created', 'project.submitted', LOADED], about)}
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows) {
        // A later submission names the person of a project that is older than such events, so ids are in no order here.
        if (row.told === null) report.silent(1);
        for (const problem of problemsOf(row))
          report.found({ table: 'project', id: row.id, seq: row.seq, problem });
      }
    }
  },
};

type Account = { id: number; user: number; seq: number | null; told: number | null };

/** The account of an expert. */
const compareExperts: Check['run'] = async (db, report) => {
  const { told: notice, untold } = silence(report, 'expert');
  for await (const rows of inBatches<Account>(
    db,
    (
      page,
      after,
    ) => sql`select row.id, row.user_id as user, told.seq, (told.detail #>> '{row,user}')::bigint as told
      from (select id, user_id from expert where id > ${after} ${page}) as row
        ${lastEvent('expert', sql`row.id`, ['expert.created', 'expert.proposed', LOADED], sql`event.detail #> '{row,user}' is not null`)}
      order by row.id`,
  )) {
    report.compared(rows.length);
    for (const { id, user, seq, told } of rows) {
      if (told === null) untold({ id });
      else notice();
      if (told !== null && told !== user)
        report.found({ table: 'expert', id, seq, problem: '账号不是入库时的那一个' });
    }
  }
};

type Opened = { seq: number; person: number; user: number };

/** The account of an applicant. Events are of the teacher, whose number may have gone to another person since. */
const compareApplicants: Check['run'] = async (db, report) => {
  const carried = await readCarried(db);
  const { rows: moved } = await sql<Opened>`select seq, (detail #>> '{row,person}')::bigint as person,
      (detail #>> '{row,user}')::bigint as user from audit_event
    where entity in ('teacher', 'user') and action in ('teacher.account_opened', ${LOADED})
      and (detail #>> '{row,person}')::bigint = any(${carried.map(({ from }) => from)}::bigint[])`.execute(
    db,
  );
  const later = new Map(moved.map((one) => [follow(carried, one.person, one.seq), one] as const));
  const { rows } = await sql<Account>`
    select person_id as id, user_id as user, told.seq, told.user as told
    from applicant left join (
      select distinct on (detail #>> '{row,person}') seq, (detail #>> '{row,person}')::bigint as person,
        (detail #>> '{row,user}')::bigint as user
      from audit_event where entity in ('teacher', 'user') and action in ('teacher.account_opened', ${LOADED})
        and detail #> '{row,person}' is not null order by detail #>> '{row,person}', seq desc
    ) as told on told.person = person_id
    where told.user is distinct from user_id order by person_id`.execute(db);
  const { rows: all } = await sql<{ count: number }>`select count(*) as count from applicant`.execute(db);
  report.compared(Number(all[0]?.count ?? 0));
  for (const { id, user, ...known } of rows) {
    const { seq, user: told } = later.get(id) ?? { seq: known.seq, user: known.told };
    if (told === null) report.silent(1);
    else if (told !== user) report.found({ table: 'applicant', id, seq, problem: '账号不是开通时的那一个' });
  }
};

/** Who signs in as whom. */
export const accountCheck: Check = {
  name: '专家与申报人的账号',
  run: async (db, report) => {
    await compareExperts(db, report);
    await compareApplicants(db, report);
  },
};
