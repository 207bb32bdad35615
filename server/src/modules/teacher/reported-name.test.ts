import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';

import { confirmOne } from '../../../test/confirm-waiting.ts';
import { findSchoolId, newTeacher, nextIdCard } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { readProject } from '../../../test/project-helpers.ts';
import { inState, type One, openWorld, stepsOf, type StepWorld } from '../../../test/project-steps.ts';

/** The name behind a reported application is the one that was reported, whatever happens in the registers. */

let world: StepWorld;
let server: TestServer;
let office: string;
let one: One;
/** The name as it was reported. */
let reported: string;
/** Ids of the record of the applicant, their school and another one. */
let teacherId: number;
let schoolId: number;
let elsewhere: number;

beforeAll(async () => {
  world = await openWorld();
  ({ server, office } = world);
  one = await inState(world, 'reported');
  const { rows } = await server.pool.query<{ id: number; school_id: number; name: string }>(
    'select teacher.id, teacher.school_id, name from teacher join project using (person_id) where project.id = $1',
    [one.id],
  );
  teacherId = Number(rows[0]!.id);
  schoolId = Number(rows[0]!.school_id);
  reported = rows[0]!.name;
  elsewhere = await findSchoolId(server.db, '南开大学');
});
afterAll(() => server.close());

const readTeacher = async (id: number) =>
  (await server.call(teacherApi.list, { token: office, query: { id } })).body.content[0]!;
const change = async (id: number, changed: object) => {
  const { idCard: _masked, createTime: _created, can: _can, ...row } = await readTeacher(id);
  const answer = await server.call(teacherApi.update, {
    token: office,
    body: { ...row, ...changed } as never,
  });
  expect(answer.status, answer.error?.message).toBe(204);
};
/** The name in the list, by a search for it, and in the details. */
const namesNow = async () => {
  const listed = await server.call(projectListApi.list, { token: office, query: { id: one.id } });
  const name = listed.body.content[0]!.name;
  const found = await server.call(projectListApi.list, {
    token: office,
    query: { id: one.id, blurry: name },
  });
  const { body } = await server.call(projectApi.read, { token: office, params: { id: one.id } });
  if (body.view !== 'office') throw new Error(`seen as ${body.view}`);
  return [name, found.body.totalElements === 1, body.person.name];
};

test('a move, another record under another name and the name of the account change nothing', async () => {
  expect(await namesNow()).toEqual([reported, true, reported]);
  const idCard = (await server.call(teacherApi.identity, { token: office, params: { id: teacherId } })).body
    .idCard;
  await change(teacherId, { schoolId: elsewhere });
  expect(await namesNow()).toEqual([reported, true, reported]);
  const second = await server.call(teacherApi.create, {
    token: office,
    body: newTeacher(schoolId, { idCard, name: '冒名者' }),
  });
  expect(second.status, second.error?.message).toBe(201);
  expect(await namesNow()).toEqual([reported, true, reported]);
  const { user } = (await server.call(authApi.info, { token: one.token })).body;
  const center = await server.call(accountApi.saveProfile, {
    token: one.token,
    body: { id: user.id, nickName: '自改名', gender: '男', phone: '13912345999' },
  });
  expect(center.status, center.error?.message).toBe(204);
  // Handed in once more, with supplements.
  const { version } = await readProject(server, one.token, one.id);
  await server.call(eligibilityApi.supplement, {
    token: office,
    params: { id: one.id },
    body: { version, reason: '请补充', reasons: [] },
  });
  const submit = stepsOf(world).find(({ events }) => events.includes('submit'))!;
  const again = await submit.call(one, one.token, (await readProject(server, one.token, one.id)).version);
  expect(again.status, again.message).toBe(204);
  expect(await namesNow()).toEqual([reported, true, reported]);
});

test('a correction by two persons changes it, and a later move does not take it back', async () => {
  const { name, version } = await readTeacher(teacherId);
  expect(name).toBe(reported);
  const asked = await server.call(teacherApi.correct, {
    token: office,
    params: { id: teacherId },
    body: { version, name: '更正名', document: '户口簿', reason: '报送时写错' },
  });
  expect((await confirmOne(server, asked.body.id)).status).toBe(204);
  await change(teacherId, { schoolId: await findSchoolId(server.db, '复旦大学') });
  // The submission keeps its name.
  expect(await namesNow()).toEqual(['更正名', true, reported]);
});

test('a school that takes its report back corrects it until it reports again', async () => {
  const other = await inState(world, 'reported');
  one = other;
  const { version } = await readProject(server, one.token, one.id);
  const retracted = await server.call(projectCheckApi.retract, {
    token: world.people['school'],
    body: { rows: [{ id: one.id, version }], reason: '姓名有误' },
  });
  expect(retracted.body).toMatchObject({ succeeded: 1 });
  const { rows } = await server.pool.query<{ id: number; name: string | null }>(
    'select teacher.id, applicant_name as name from teacher join project using (person_id, school_id) where project.id = $1',
    [one.id],
  );
  expect(rows[0]!.name).toBeNull();
  await change(Number(rows[0]!.id), { name: '改正名' });
  // It was signed: another person behind it takes two.
  const { idCard: _masked, createTime: _created, can: _can, ...row } = await readTeacher(Number(rows[0]!.id));
  const person = await server.call(teacherApi.update, {
    token: world.people['school'],
    body: { ...row, idCard: nextIdCard() } as never,
  });
  expect(person.error?.code).toBe('teacher.signed');
  expect((await namesNow())[0]).toBe('改正名');
});
