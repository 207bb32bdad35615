import { startProduct } from './start-product.ts';

/**
 * The product as a process of its own, with many submitted projects at all its schools, in every state and with their
 * related rows. Prints its port, its tokens and the cycle.
 */
const APPLICATIONS = Number(process.argv[2]);
const product = await startProduct();
const { pool } = product;
// Inventing the data takes longer than any call may.
const client = await pool.connect();
await client.query('set statement_timeout = 0');

/** In the shares that the middle of a season has. */
const STATES = [
  'submitted',
  'submitted',
  'submitted',
  'returned',
  'unitPublicity',
  'unitPublicity',
  'reported',
  'reported',
  'supplementing',
  'eligible',
  'eligible',
  'ineligible',
];
await client.query(
  `with template as (
     select project.*, snapshot.content, snapshot.hash from project join project_snapshot snapshot on project_id = project.id
     where project.state = 'submitted' limit 1
   ), places as (
     select dept_id, row_number() over (order by dept_id) - 1 as n, count(*) over () as many from school
     where exists (select from dept where dept.id = dept_id and pid in (30, 31))
   ), people as (
     insert into person (id_card_hash, id_card_sealed)
     select sha256(convert_to('bench' || n, 'UTF8')), sha256(convert_to('bench' || n, 'UTF8')) from generate_series(1, $1) as n
     returning id
   ), numbered as (
     select id, row_number() over (order by id) as n from people
   ), placed as (
     select numbered.*, dept_id from numbered, places where places.n = numbered.n % least(many, 500)
   ), users as (
     insert into sys_user (username, nick_name, password_hash, dept_id)
     select 'bench' || n, '压测' || n, '', dept_id from placed returning id, username
   ), applicants as (
     insert into applicant (person_id, user_id)
     select placed.id, users.id from placed join users on username = 'bench' || n
   ), teachers as (
     insert into teacher (person_id, school_id, name, type, search_text)
     select id, dept_id, (array['王','李','张','刘','陈'])[1 + n % 5] || '压测' || n, 'teaching', ' 王压测' || n || ' wangyace wyc ' from placed
   ), added as (
     insert into project (cycle_id, person_id, school_id, no, bag_no, state, form, subject_edition, title_series, title_level, title_name,
       kind, submitted_at, check_step, version, update_time)
     select cycle_id, placed.id, dept_id, 'B-' || lpad(n::text, 6, '0'), 'B' || placed.id, $2::text[][1 + n % array_length($2, 1)], form, subject_edition,
       title_series, (array['fullSenior', 'associateSenior'])[1 + n % 2], title_name, (array['regular', 'exceptional'])[1 + (n % 20 = 0)::int],
       now() - n * interval '1 second', (array['college', 'school'])[1 + n % 5 / 2 % 2], 1, now() - n * interval '30 seconds'
     from placed, template returning id, state, school_id, cycle_id
   ), snapshots as (
     insert into project_snapshot (project_id, round, content, hash, rule_version, create_time)
     select added.id, 1, content, hash, 1, now() from added, template
   ), asked as (
     insert into project_return (project_id, round, kind, due_at, reason, reasons, returned_by, returned_at)
     select id, 1, case state when 'returned' then 'return' else 'supplement' end,
       case state when 'supplementing' then now() + interval '1 day' end, '补正', '[]', 1, now()
     from added where state in ('returned', 'supplementing')
   )
   insert into eligibility_check (project_id, round, step, verdict, opinion, items, rule_version, decided_by, decided_at)
   select id, 1, case state when 'reported' then 'proposed' else 'decided' end, 'eligible', '符合', '[]', 1, 1, now()
   from added where state in ('eligible', 'reported') and id % 3 = 0`.replaceAll(
    '$2::text[][',
    '($2::text[])[',
  ),
  [APPLICATIONS, STATES],
);
await client.query(
  `with waiting as (
     select id, school_id, cycle_id from project where state in ('unitPublicity', 'reported') and no like 'B-%'
   ), notices as (
     insert into unit_publicity (cycle_id, school_id, starts_on, ends_on, working_days, place, contact, notice, people, create_time)
     select cycle_id, school_id, current_date - 9, current_date - 2, 5, '公告栏', '人事处', '公示', '[]', now()
     from waiting group by cycle_id, school_id returning id, school_id
   )
   insert into unit_publicity_project select notices.id, waiting.id, 1 from notices join waiting using (school_id)`,
);
await client.query('analyze');
const { rows } = await client.query<{ id: string }>(`select id from cycle where state = 'applying'`);
client.release(true);

process.send?.({
  port: product.port,
  office: await product.tokenOf('office'),
  school: await product.tokenOf('school'),
  cycleId: Number(rows[0]?.id),
});
process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
