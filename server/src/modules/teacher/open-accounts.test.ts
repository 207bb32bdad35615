import { afterAll, beforeAll, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { applyApi } from '@zhiping/shared/contracts/apply.ts';
import { teacherApi as api } from '@zhiping/shared/contracts/teacher.ts';
import { APPLICANT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { completeCycle, moveCycle, newCycle } from '../../../test/cycle-helpers.ts';
import { expertEnv, INITIAL_PASSWORD, openPool } from '../../../test/expert-helpers.ts';
import { createUser, newTeacher, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { changeFirstPassword, codeSentTo, signIn } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `150${String(phones * 7919).padStart(8, '0')}`;
};
const added = async (change: object = {}, schoolId = pool.tianjin) => {
  const { status, body, error } = await server.call(api.create, {
    token: pool.office.token,
    body: newTeacher(schoolId, { phone: newPhone(), ...change }),
  });
  expect(status, JSON.stringify(error)).toBe(201);
  return body.id;
};
const open = (ids: number[], token = pool.school.token) =>
  server.call(api.openAccounts, { token, body: { ids } });
const messages = async (ids: number[], token?: string) =>
  (await open(ids, token)).body.failed.map(({ message }) => message);
const shown = async (id: number) => {
  const { body } = await server.call(api.list, { token: pool.school.token, query: { id } });
  return body.content[0]!;
};
const userOf = (id: number) =>
  server.db
    .selectFrom('teacher')
    .innerJoin('applicant', 'applicant.person_id', 'teacher.person_id')
    .innerJoin('sys_user', 'sys_user.id', 'applicant.user_id')
    .select(['sys_user.id', 'username', 'nick_name', 'dept_id', 'must_change_password'])
    .where('teacher.id', '=', id)
    .executeTakeFirstOrThrow();
const rolesOf = async (userId: number) =>
  (await server.db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).map(
    ({ role_id }) => role_id,
  );

test('a teacher gets an account named by the phone number, and the first sign-in is visible', async () => {
  const id = await added();
  const { phone, account } = await shown(id);
  expect(account).toBe('none');
  expect((await open([id])).body).toEqual({ succeeded: 1, failed: [] });
  const user = await userOf(id);
  expect(user).toMatchObject({ username: phone, nick_name: '慕容教书', dept_id: pool.tianjin });
  expect(user.must_change_password).toBe(true);
  expect(await rolesOf(user.id)).toEqual([APPLICANT_ROLE_ID]);
  expect((await shown(id)).account).toBe('opened');

  const first = await signIn(server, { username: phone!, password: INITIAL_PASSWORD });
  expect(first.status).toBe(428);
  await server.db.updateTable('sys_user').set({ phone: null }).where('id', '=', user.id).execute();
  const changed = await changeFirstPassword(server, {
    username: phone!,
    oldPass: INITIAL_PASSWORD,
    newPass: 'Own-Password-2026',
  });
  expect(changed.status).toBe(200);
  expect((await shown(id)).account).toBe('used');
});

test('an expert keeps the account, and the school does not learn of it', async () => {
  const idCard = nextIdCard();
  const expertId = await pool.added({ idCard });
  const { user_id: userId } = await server.db
    .selectFrom('expert')
    .select('user_id')
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  const id = await added({ idCard });
  expect((await open([id])).body).toEqual({ succeeded: 1, failed: [] });
  expect((await userOf(id)).id).toBe(userId);
  expect(await rolesOf(userId)).toEqual(expect.arrayContaining([6, APPLICANT_ROLE_ID]));
  expect((await shown(id)).account).toBe('opened');
});

test('a missing number is reported of an expert as of others', async () => {
  const idCard = nextIdCard();
  await pool.added({ idCard });
  expect(await messages([await added({ idCard, phone: null }), await added({ phone: null })])).toEqual(
    Array.from({ length: 2 }, () => '没有登记手机号码，请先补上'),
  );
});

test('two teachers with one phone do not show which of them is an expert, nor whether anybody is', async () => {
  const outcomes = [];
  for (const isExpert of [true, false]) {
    const [phone, idCard] = [newPhone(), nextIdCard()];
    if (isExpert) await pool.added({ idCard, phone });
    const suspect = await added({ idCard, phone });
    const invented = await added({ phone });
    const opened = [(await open([invented])).body, (await open([suspect])).body];
    const first = await signIn(server, { username: phone, password: INITIAL_PASSWORD });
    const wrong = await signIn(server, { username: phone, password: 'Wrong-Password-2026' });
    outcomes.push({
      opened,
      accounts: [(await shown(invented)).account, (await shown(suspect)).account],
      signIn: [
        first.status,
        first.error?.phone?.toString().replaceAll(/\d/g, '') ?? null,
        wrong.error?.message,
      ],
    });
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]!.opened).toEqual(Array.from({ length: 2 }, () => ({ succeeded: 1, failed: [] })));
  const { rows } = await server.pool.query(`select 1 from audit_event where action like 'hidden.%'`);
  expect(rows).toEqual([]);
});

test('a number belongs to the account whose owner proves it by a code', async () => {
  const phone = newPhone();
  const owner = await createUser(server.db, { username: phone, phone });
  await server.db.updateTable('sys_user').set({ proven_phone: phone }).where('id', '=', owner.id).execute();
  const id = await added({ phone });
  await open([id]);
  const user = await userOf(id);
  expect(user.username).toBe(`${phone}-${user.id}`);
  const provenOf = async () =>
    (await server.db.selectFrom('sys_user').select('id').where('proven_phone', '=', phone).execute()).map(
      (one) => one.id,
    );
  expect(await provenOf()).toEqual([owner.id]);
  // The owner signs in as before, by the same name.
  expect((await signIn(server, { username: phone })).status).toBe(200);
  expect((await signIn(server, { username: phone, password: INITIAL_PASSWORD })).status).toBe(428);
  const choose = (pinCode: string) =>
    changeFirstPassword(server, {
      username: phone,
      oldPass: INITIAL_PASSWORD,
      newPass: 'Own-Password-2026',
      pinCode,
    });
  await server.call(authApi.phoneCode, { query: { phoneNumber: phone } });
  const code = await codeSentTo(server, phone);
  expect((await choose(code === '000000' ? '000001' : '000000')).status).toBe(400);
  expect(await provenOf()).toEqual([owner.id]);
  expect((await choose(code)).status).toBe(200);
  expect(await provenOf()).toEqual([user.id]);
  expect((await signIn(server, { username: phone, password: 'Own-Password-2026' })).body.user.user.id).toBe(
    user.id,
  );
  const told = await server.pool.query('select text from notification where user_id = $1', [owner.id]);
  expect(told.rows).toEqual([{ text: expect.stringContaining('另一账号用短信验证') }]);
});

test('who cannot have one is named with the reason, and the others have theirs', async () => {
  await createUser(server.db, { phone: '15000000001' });
  const twice = newPhone();
  const person = nextIdCard();
  const ids = [
    await added(),
    await added({ enabled: false }),
    await added({ phone: null }),
    await added({ phone: '15000000001' }),
    await added({ phone: twice }),
    await added({ phone: twice }),
    await added({ idCard: person }),
    await added({ idCard: person }, pool.nankai),
  ];
  const { body } = await open(ids, pool.office.token);
  expect(body.succeeded).toBe(5);
  expect(body.failed.map(({ message }) => message)).toEqual([
    '教师已停用',
    '没有登记手机号码，请先补上',
    '已开通申报账号',
  ]);
});

test('of many who open the same account at once one does', async () => {
  const id = await added();
  const answers = await Promise.all(Array.from({ length: 6 }, () => open([id])));
  expect(answers.map(({ body }) => body.succeeded).reduce((sum, one) => sum + one, 0)).toBe(1);
});

test('an officer opens none for teachers of other schools, and other accounts open none', async () => {
  const [own, other] = [await added(), await added({}, pool.nankai)];
  expect((await open([other])).status).toBe(404);
  expect(await messages([own, other])).toEqual(['教师不存在']);
  for (const roleId of [2, 4, 5, 6, APPLICANT_ROLE_ID]) {
    const { token } = await signedIn(server.db, { roleIds: [roleId] });
    expect([roleId, (await open([own], token)).status]).toEqual([roleId, 403]);
  }
});

test('a list finds teachers by their account', async () => {
  const [opened, without] = [await added(), await added()];
  await open([opened]);
  const find = async (account: string) => {
    const query = { account, size: 1000 };
    const { body } = await server.call(api.list, { token: pool.school.token, query });
    return body.content.map(({ id }) => id);
  };
  expect(await find('opened')).toContain(opened);
  expect(await find('opened')).not.toContain(without);
  expect(await find('none')).toContain(without);
  expect((await server.call(api.list, { token: pool.school.token, query: { account: 'x' } })).status).toBe(
    400,
  );
});

test('a teacher who goes leaves no account without its person', async () => {
  const id = await added();
  await open([id]);
  const { body } = await server.call(api.remove, { token: pool.school.token, body: [id] });
  expect(body.succeeded).toBe(1);
});

test('an applicant reads published cycles as they were frozen, no drafts, and nothing of the office', async () => {
  const times = { applyOpensAt: '2026-01-01', applyClosesAt: '2099-01-01' };
  const later = {
    reportClosesAt: '2099-02-01',
    eligibilityClosesAt: '2099-03-01',
    reviewClosesAt: '2099-04-01',
  };
  const id = await completeCycle(server, pool.office.token, { ...times, ...later });
  const draft = await newCycle(server, pool.office.token);
  expect((await moveCycle(server, pool.office.token, { id, event: 'publish' })).status).toBe(204);
  const { token } = await signedIn(server.db, { roleIds: [APPLICANT_ROLE_ID] });
  const { body } = await server.call(applyApi.cycles, { token });
  const cycle = body.find((one) => one.id === id);
  expect(cycle).toMatchObject({ state: 'applying', notice: '请按时申报。' });
  expect(cycle?.commitment?.title).toBe('职称申报诚信承诺书');
  expect(cycle?.rules).toHaveProperty('A1');
  expect(body.map((one) => one.id)).not.toContain(draft);
  for (const roleId of [2, 3, 4, 5, 6, 9]) {
    const other = await signedIn(server.db, { roleIds: [roleId] });
    expect((await server.call(applyApi.cycles, { token: other.token })).status).toBe(403);
  }
  expect((await server.call(applyApi.cycles)).status).toBe(401);
});
