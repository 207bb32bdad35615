import { sql } from 'kysely';
import { expect } from 'vitest';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { searchTextOf } from '../src/platform/pinyin.ts';
import { openPool } from './expert-helpers.ts';
import { createUser, nextIdCard, openTestSession, signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';
import { type MarkName, markOf } from './leak-marks.ts';

const here = (name: MarkName) => markOf(name)[0];

/** Ids of all tables apart from each other, so that one that is asked for names one row only. */
export const spreadIds = async ({ db }: TestServer) => {
  const { rows } = await sql<{ name: string }>`select quote_ident(sequencename) as name from pg_sequences
    where schemaname = current_schema() order by 1`.execute(db);
  for (const [index, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${500_000 + index * 10_000})`.execute(db);
};

const createUnit = async ({ db }: TestServer, pid: number, name: string, enabled: boolean) => {
  const { id } = await db
    .insertInto('dept')
    .values({ pid, name, enabled, search_text: searchTextOf(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('school').values({ dept_id: id }).execute();
  return id;
};

/** People of the own school, of a foreign one, and of a unit below the own. */
export const addPeople = async (server: TestServer) => {
  const pool = await openPool(server);
  const { tianjin, nankai, office, school, added, create, newExpert } = pool;
  const { db } = server;
  const admin = await signedIn(db, { roleIds: [1] });
  const below = await createUnit(server, tianjin, here('belowUnit'), false);
  const hidden = await createUnit(server, nankai, here('hiddenUnit'), false);
  const identities = { own: nextIdCard(), foreign: nextIdCard(), teacher: nextIdCard() };
  const own = await added({ name: '本校专家', idCard: identities.own });
  const expertReader = await added({ name: '阅卷专家' });
  /** Of files that are not blind. */
  const openReader = await added({ name: '公开评审专家' });
  // Behind the gate all requests would be refused (gate.test.ts), and nothing would leak for the wrong reason.
  await db
    .updateTable('expert')
    .set({
      confirmed_at: new Date('2026-01-05T02:00:00Z'),
      term_start: '2026-01-05',
      term_ends_at: '2028-12-31',
    })
    .where('id', 'in', [expertReader, openReader])
    .execute();
  const foreign = await added({
    name: here('expertName'),
    idCard: identities.foreign,
    phone: here('expertPhone'),
    email: `${here('expertEmail')}@example.org`,
    department: here('expertPlace'),
    schoolId: nankai,
    subjects: [{ path: ['graduate', '08', '0812'], keywords: [here('expertKeyword')] }],
  });
  /** In the other world there is none. */
  const vanishing = await added({ name: '消失专家', schoolId: nankai });
  const stable = { idCard: nextIdCard(), phone: '15500000099', email: 'taken@example.org' };
  const stableExpert = await added({ ...stable, name: here('stablePerson'), schoolId: nankai });
  const proposed = await create(newExpert({ name: '推荐专家' }), school.token);
  const teacher = async (body: object) => {
    const base = { type: 'other', idCard: nextIdCard() };
    const { status, body: made } = await server.call(teacherApi.create, {
      token: admin.token,
      body: { ...base, ...body } as never,
    });
    expect(status).toBe(201);
    return made.id;
  };
  const ownTeacher = await teacher({ name: '本校教师', schoolId: tianjin });
  const foreignTeacher = await teacher({
    name: here('teacherName'),
    idCard: identities.teacher,
    phone: here('teacherPhone'),
    email: `${here('teacherEmail')}@example.org`,
    note: here('teacherNote'),
    schoolId: nankai,
  });
  const vanishingTeacher = await teacher({ name: '消失教师', schoolId: nankai });
  const belowTeacher = await teacher({ name: here('belowTeacher'), schoolId: nankai });
  await db.updateTable('teacher').set({ school_id: below }).where('id', '=', belowTeacher).execute();
  const foreignUser = await createUser(db, {
    username: here('userName'),
    roleIds: [9],
    deptId: nankai,
    phone: here('userPhone'),
  });
  await db
    .updateTable('sys_user')
    .set({
      nick_name: here('userNick'),
      email: `${here('userEmail')}@example.org`,
      password_hash: here('hash'),
    })
    .where('id', '=', foreignUser.id)
    .execute();
  await openTestSession(db, foreignUser.id);
  const vanishingUser = await createUser(db, { username: 'vanishing', deptId: nankai, roleIds: [5] });
  return {
    tianjin,
    nankai,
    below,
    hidden,
    identities,
    own,
    expertReader,
    openReader,
    foreign,
    vanishing,
    stable,
    stableExpert,
    proposed: proposed.body.id,
    ownTeacher,
    foreignTeacher,
    vanishingTeacher,
    belowTeacher,
    foreignUser: foreignUser.id,
    vanishingUser: vanishingUser.id,
    office,
    school,
  };
};
export type People = Awaited<ReturnType<typeof addPeople>>;
