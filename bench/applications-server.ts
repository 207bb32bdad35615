import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { loadIdentity } from '../server/src/platform/identity.ts';
import { startProduct } from './start-product.ts';

/**
 * The product as a process of its own, with complete, unsubmitted projects in the open cycle, each with a session of
 * its applicant. Prints its port, the commitment of the cycle, and each project with its token.
 */
const APPLICATIONS = Number(process.argv[2]);
const product = await startProduct();
const { pool } = product;

/** Invented, with a right check character. */
const idCards = Array.from({ length: APPLICATIONS }, (_, index) => {
  const first17 = `4401${10 + Math.floor(index / 999)}19800505${String(1 + (index % 999)).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
});
const client = await pool.connect();
const identity = await loadIdentity(client, undefined);
client.release();

const { rows: projects } = await pool.query<{ id: number; userId: number }>(
  `with template as (
     select project.*, cycle.commitments from project join cycle on cycle.id = cycle_id where project.state = 'submitted' limit 1
   ), people as (
     insert into person (id_card_hash, id_card_sealed)
     select hash, sealed from unnest($1::bytea[], $2::bytea[]) as one (hash, sealed) returning id
   ), numbered as (select id, row_number() over (order by id) as n from people
   ), users as (
     insert into sys_user (username, nick_name, password_hash, dept_id)
     select 'bench' || n, '压测' || n, '', school_id from numbered, template returning id, username
   ), roles as (
     insert into user_role (user_id, role_id) select id, 7 from users
   ), applicants as (
     insert into applicant (person_id, user_id)
     select numbered.id, users.id from numbered join users on username = 'bench' || n returning person_id, user_id
   ), teachers as (
     insert into teacher (person_id, school_id, name, type) select applicants.person_id, school_id, '压测', 'teaching' from applicants, template
   ), added as (
     insert into project (cycle_id, person_id, school_id, bag_no, form, subject_edition, title_series, title_level, title_name, kind)
     select cycle_id, applicants.person_id, school_id, 'B' || applicants.person_id, form, subject_edition, title_series, title_level,
       title_name, kind from applicants, template
     returning id, person_id
   ), files as (
     insert into project_material (project_id, position, type, entry_key, name, format, sha256, bytes, pages, whole, create_time)
     select added.id, position, type, entry_key, name, format, sha256, bytes, pages, true, now()
     from added, project_material where project_material.project_id = (select id from template)
   )
   select added.id, user_id as "userId" from added join applicants using (person_id) order by added.id`,
  [idCards.map(identity.hashOf), idCards.map(identity.seal)],
);
const { rows: texts } = await pool.query<{ id: number }>(
  `select (commitments ->> 'applicant')::bigint as id from cycle where state = 'applying'`,
);
const applications = await Promise.all(
  projects.map(async ({ id, userId }) => {
    const { rows } = await pool.query<{ username: string }>('select username from sys_user where id = $1', [
      userId,
    ]);
    return { id: Number(id), token: await product.tokenOf(rows[0]!.username) };
  }),
);
await pool.query('analyze');

process.send?.({ port: product.port, commitmentId: Number(texts[0]?.id), applications });
process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)));
