import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { later } from '../../platform/clock.ts';
import { joinPersons } from '../../../test/confirm-waiting.ts';
import { type EligibilityWorld, openEligibility, START } from '../../../test/eligibility-world.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';

/** Applicants who skip a level, and what a rule blocks, are accepted by two persons, never by one. */

let world: EligibilityWorld;
let server: TestServer;
let office: string;
let colleague: string;
let school: string;
let applicant: Awaited<ReturnType<EligibilityWorld['reported']>>['applicant'];
let id: number;

beforeAll(async () => {
  world = await openEligibility();
  ({ server, office, colleague, school } = world);
});
afterAll(() => server.close());

const answer = (token: string, event: 'confirm' | 'refuse' | 'withdraw', request: number) =>
  server.call(confirmationApi[event], {
    token,
    params: { id: request },
    body: { note: null, reason: '理由不足' },
  });
/** Enters the applicant in the register of integrity, which rule C3 looks at. */
const enterBreach = async () => {
  const { body } = await server.call(teacherApi.identity, {
    token: office,
    params: { id: applicant.teacherId },
  });
  await server.call(integrityApi.create, {
    token: office,
    body: { name: '某', ...body, role: 'applicant', since: '2026-01-01', reason: '虚假材料', basis: '通报' },
  });
};

describe('an exceptional project', () => {
  beforeEach(async () => {
    ({ id, applicant } = await world.reported('exceptional'));
  });
  const remarks = { A5: { remark: '有重大贡献' } };

  const ask = async (token = office) => {
    const asked = await world.decide(token, { change: remarks });
    expect(asked.status, asked.error?.message).toBe(200);
    return asked.body.confirmationId!;
  };
  test('is accepted by two different officers, who are both named', async () => {
    const request = await ask();
    expect(await world.viewed(colleague, 'office')).toMatchObject({
      state: 'reported',
      eligibility: null,
      asked: { confirmationId: request, opinion: '材料已核' },
      can: { accept: '已提请判定合格，请由他人在「双人复核」中答复' },
    });
    const waiting = await server.call(projectListApi.list, {
      token: office,
      query: { waiting: 'second', id },
    });
    expect(waiting.body.totalElements).toBe(1);
    // Undecided matters are not announced outside the office.
    const { rows } = await server.pool.query('select 1 from notification where user_id = $1', [
      applicant.userId,
    ]);
    expect(rows).toEqual([]);
    expect((await world.viewed(school, 'school')).outcome).toBeNull();
    for (const token of [office, colleague])
      expect((await world.decide(token, { change: remarks })).error.code).toBe('project.asked');
    expect((await answer(office, 'confirm', request)).error?.code).toBe('state.role');
    expect((await answer(colleague, 'confirm', request)).status).toBe(204);
    const { state, asked, eligibility, records } = await world.viewed(office, 'office');
    expect([state, asked, eligibility?.step]).toEqual(['eligible', null, 'decided']);
    expect(eligibility!.by).not.toBe(eligibility!.askedBy);
    expect(records.checks.map(({ step, by }) => [step, by])).toEqual([
      ['decided', eligibility!.by],
      ['asked', eligibility!.askedBy],
    ]);
  });

  test('is accepted once if two officers confirm at once', async () => {
    const request = await ask();
    const third = (await signedIn(server.db, { roleIds: [3] })).token;
    const answers = await Promise.all([colleague, third].map((token) => answer(token, 'confirm', request)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(
      (await world.viewed(office, 'office')).history.filter(({ event }) => event === '判定合格'),
    ).toHaveLength(1);
  });

  test.each([
    ['refused', 'refuse', () => colleague],
    ['withdrawn', 'withdraw', () => office],
  ] as const)('is asked for anew after the request is %s', async (_, event, who) => {
    expect((await answer(who(), event, await ask())).status).toBe(204);
    const { asked, state, records } = await world.viewed(office, 'office');
    expect([asked, state, records.checks[0]?.step]).toEqual([null, 'reported', 'unconfirmed']);
    // The office has begun: the school does not take its report back any more.
    expect((await world.viewed(school, 'school')).can.retract).toMatch(/^评审办已开始审查/);
    expect((await answer(office, 'confirm', await ask(colleague))).status).toBe(204);
  });

  test('is asked for anew once the request has lapsed', async () => {
    const request = await ask();
    world.clock.travelTo(later(START, 6 * 86_400_000));
    expect((await answer(colleague, 'confirm', request)).status).toBe(400);
    expect((await world.viewed(office, 'office')).asked).toBeNull();
    expect((await answer(office, 'confirm', await ask(colleague))).status).toBe(204);
  });

  test('is refused by one officer', async () => {
    const change = { A5: { isMet: false, remark: '没有重大贡献' } };
    expect((await world.decide(office, { verdict: 'ineligible', change })).body).toEqual({
      confirmationId: null,
    });
    expect((await world.viewed(office, 'office')).state).toBe('ineligible');
  });

  test('is not accepted by a request of before supplements, nor after a refusal', async () => {
    const request = await ask();
    await world.supplement(office);
    await world.edit((form) => ({ ...form, statement: { text: '补充后的述职' } }));
    await world.handIn();
    expect((await answer(colleague, 'confirm', request)).status).toBe(400);
    const next = await ask(colleague);
    const change = { A5: { isMet: false, remark: '没有重大贡献' } };
    expect((await world.decide(office, { verdict: 'ineligible', change })).status).toBe(200);
    expect((await answer(office, 'confirm', next)).status).toBe(400);
    expect((await world.viewed(office, 'office')).state).toBe('ineligible');
  });

  test('is not accepted once a rule says otherwise than when it was asked for', async () => {
    const request = await ask();
    await enterBreach();
    expect((await answer(colleague, 'confirm', request)).error?.code).toBe('eligibility.items');
  });
});

test('whoever accepts against a rule that blocks only asks for it; another person confirms', async () => {
  ({ id, applicant } = await world.reported());
  await enterBreach();
  expect((await world.viewed(office, 'office')).rules.find(({ code }) => code === 'C3')?.level).toBe('block');
  const change = { C3: { remark: '另有批示' } };
  const request = (await world.decide(office, { change })).body.confirmationId!;
  expect(await world.viewed(office, 'office')).toMatchObject({
    state: 'reported',
    asked: { confirmationId: request },
  });
  const { rows } = await server.pool.query<{ by: number }>(
    'select asked_by as by from confirmation where id = $1',
    [request],
  );
  const same = await signedIn(server.db, { roleIds: [3] });
  await joinPersons(server, Number(rows[0]!.by), same.id);
  expect((await answer(same.token, 'confirm', request)).status).toBe(400);
  expect((await world.viewed(office, 'office')).state).toBe('reported');
  expect((await answer(colleague, 'confirm', request)).status).toBe(204);
  expect((await world.viewed(office, 'office')).state).toBe('eligible');
});

test('what a rule blocks is not unblocked by one person: entries of the register stay while an application is under way', async () => {
  ({ id, applicant } = await world.reported());
  await enterBreach();
  const { rows } = await server.pool.query<{ id: number; version: number }>(
    `select integrity_record.id::float8 as id, integrity_record.version from integrity_record
      join project using (person_id) where project.id = $1`,
    [id],
  );
  const record = rows[0]!;
  const params = { id: record.id };
  const { version } = record;
  const remove = () =>
    server.call(integrityApi.askRemoval, { token: office, params, body: { version, why: '误录' } });
  expect((await remove()).error?.code).toBe('integrity.under_way');
  const body = { version, reason: '虚假材料（更正）', basis: '通报', why: '更正' };
  const change = (since: string) =>
    server.call(integrityApi.askChange, { token: office, params, body: { ...body, since } });
  expect((await change('2010-01-01')).error?.code).toBe('integrity.under_way');
  await world.setState('withdrawn');
  const asked = await remove();
  expect(asked.status, asked.error?.message).toBe(201);
  await world.setState('reported');
  // The application is under way again when it is confirmed.
  const late = await answer(colleague, 'confirm', asked.body.id);
  expect(late.error?.code).toBe('integrity.under_way');
  await world.setState('withdrawn');
  expect((await answer(colleague, 'confirm', asked.body.id)).status).toBe(204);
});

test('a remark given before a rule blocked is no excuse afterwards', async () => {
  ({ id, applicant } = await world.reported('exceptional'));
  const change = { A5: { remark: '有重大贡献' }, C3: { remark: '已查，无记录' } };
  const request = (await world.decide(office, { change })).body.confirmationId!;
  await enterBreach();
  expect((await answer(colleague, 'confirm', request)).error?.code).toBe('confirmation.changed');
});

test('a request does not outlive the account that asked, and holds nobody up', async () => {
  ({ id } = await world.reported('exceptional'));
  const change = { A5: { remark: '有重大贡献' } };
  const leaving = await signedIn(server.db, { roleIds: [3] });
  const request = (await world.decide(leaving.token, { change })).body.confirmationId!;
  const admin = await signedIn(server.db, { roleIds: [1] });
  const gone = await server.call(userApi.remove, { token: admin.token, body: [leaving.id] });
  expect(gone.status).toBe(200);
  expect((await answer(colleague, 'confirm', request)).error?.code).toBe('confirmation.asker_gone');
  expect((await world.viewed(office, 'office')).asked).toBeNull();
  const next = (await world.decide(office, { change })).body.confirmationId!;
  expect((await answer(colleague, 'confirm', next)).status).toBe(204);
});

test('where the office has no second person a supervisor confirms, who learns the number and no name', async () => {
  ({ id } = await world.reported('exceptional'));
  const held = `select role_id, menu_id from role_menu join menu on menu.id = menu_id
    where permission = 'confirm:acceptProject'`;
  const { rows } = await server.pool.query<{ role_id: number; menu_id: number }>(held);
  await server.pool.query(`delete from role_menu where (role_id, menu_id) in (${held})`);
  const supervisor = await signedIn(server.db, { roleIds: [4] });
  const request = (await world.decide(office, { change: { A5: { remark: '有重大贡献' } } })).body
    .confirmationId!;
  const listed = await server.call(confirmationApi.list, { token: supervisor.token, query: { id: request } });
  const { name } = (await world.viewed(office, 'office')).person;
  expect(JSON.stringify(listed.body.content)).not.toContain(name);
  expect(listed.body.content[0]).toMatchObject({ can: { confirm: true } });
  expect((await answer(supervisor.token, 'confirm', request)).status).toBe(204);
  expect((await world.viewed(office, 'office')).state).toBe('eligible');
  for (const { role_id, menu_id } of rows)
    await server.pool.query('insert into role_menu (role_id, menu_id) values ($1, $2)', [role_id, menu_id]);
});
