import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { columns as teacherColumns } from '../src/modules/teacher/import-teachers.ts';
import { columns as userColumns } from '../src/modules/user/import-users.ts';
import { expertEnv, openPool } from './expert-helpers.ts';
import { expertRow, sheetOfExperts } from './expert-sheets.ts';
import { createRole, createUser, newTeacher, nextIdCard, signedIn } from './factories.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { sheetOf } from './sheets.ts';

/** Whether answers reveal other accounts' values that the caller may not read. */

let server: TestServer;
let other: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  other = await startTestServer({ ...expertEnv, connection: server.connection });
  pool = await openPool(server);
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Each test has an officer of the school with a daily limit of its own. */
let officer: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  officer = await signedIn(server.db, { roleIds: [9], deptId: pool.tianjin });
});

/** The numbers that the mask and the year of birth leave: every district of the city, every day of the year. */
const candidatesFor = (idCard: string): string[] => {
  const [year, last4] = [idCard.slice(6, 10), idCard.slice(-4)];
  const districts = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
  const days = Array.from({ length: 365 }, (_, number) =>
    new Date(Date.UTC(Number(year), 0, number + 1)).toISOString().slice(5, 10).replace('-', ''),
  );
  return districts
    .flatMap((district) => days.map((day) => `${idCard.slice(0, 4)}${district}${year}${day}${last4}`))
    .filter((number) => checkCharacter(number.slice(0, 17)) === number[17]);
};

const stored = async () => {
  const { rows } = await server.pool.query('select (select count(*) from expert) as experts');
  return Number(rows[0].experts);
};
const eventsOf = async (actorId: number) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('actor_id', '=', actorId)
      .where('action', 'like', 'hidden.%')
      .execute()
  ).map(({ action }) => action);
const messagesTo = async (token: string) =>
  (await server.call(notificationApi.list, { token, query: { size: 100 } })).body.content.map(
    ({ text }) => text,
  );
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);
const count = <T>(values: T[], value: T) => values.filter((one) => one === value).length;

const importExperts = (idCards: string[], query: Record<string, unknown>, token = officer.token) =>
  server.call(expertPoolApi.import, {
    token,
    query,
    body: idCards.map((idCard) => pool.newExpert({ idCard })) as never,
  });
const taken = ({ body }: { body: { errors?: { code: string }[] } }) =>
  (body.errors ?? []).filter(({ code }) => code.toLowerCase() === 'taken').length;

describe('the candidates that a mask leaves', () => {
  let victim: string;
  let candidates: string[];
  beforeEach(async () => {
    victim = nextIdCard();
    await pool.added({ idCard: victim, schoolId: pool.nankai });
    candidates = candidatesFor(victim).slice(0, 3000);
    if (!candidates.includes(victim)) candidates.push(victim);
  });

  test('cannot be distinguished by a dry run', async () => {
    const { status, body } = await importExperts(candidates, { dryRun: true });
    expect([status, body.failed]).toEqual([200, 0]);
    expect(taken({ body })).toBe(0);
    const sheet = await sheetOfExperts([expertRow({ 身份证号码: victim }), expertRow()]);
    expect((await upload(expertPoolApi.import.path, sheet, { dryRun: 'true' })).body).toMatchObject({
      failed: 0,
      errors: [],
    });
    expect(await eventsOf(officer.id)).toEqual([]);
  });

  test.each([{}, { partial: true }])(
    'are refused as a whole by a real import, and the office hears of it (%o)',
    async (query) => {
      const before = await stored();
      const { status, body, error } = await importExperts(candidates, query);
      expect([status, error.code]).toEqual([429, 'hidden.daily_limit']);
      expect(taken({ body })).toBe(0);
      expect(await stored()).toBe(before);
      expect(await eventsOf(officer.id)).toEqual(['hidden.search_refused']);
      expect((await messagesTo(pool.office.token))[0]).toContain(officer.username);
    },
  );

  test('are not tried with a row that keeps everything from being stored', async () => {
    const rows = [victim, '110105197001020016'];
    const { body } = await importExperts(rows, {});
    expect(body).toMatchObject({ created: 0, failed: 1 });
    expect(taken({ body })).toBe(0);
  });

  test('are not tried one by one, by one who adds or edits, on two nodes at once', async () => {
    const own = await pool.create(pool.newExpert(), officer.token);
    const answers = await Promise.all(
      candidates.slice(-60).map((idCard, number) => {
        const node = number % 2 === 0 ? server : other;
        if (number % 3 > 0)
          return node.call(expertPoolApi.create, {
            token: officer.token,
            body: pool.newExpert({ idCard }) as never,
          });
        return node.call(expertPoolApi.update, {
          token: officer.token,
          body: { ...pool.newExpert({ idCard }), id: own.body.id } as never,
        });
      }),
    );
    expect(count(statusesOf(answers), 429)).toBeGreaterThanOrEqual(40);
  });
});

test('a taken number is revealed twenty times a day, each time with a message to the office, then never', async () => {
  const numbers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const idCard = nextIdCard();
      await pool.added({ idCard, schoolId: pool.nankai });
      return idCard;
    }),
  );
  const create = (idCard: string) => pool.create(pool.newExpert({ idCard }), officer.token);
  expect((await create(numbers[0] as string)).error.errors).toEqual([
    { field: 'idCard', message: '身份证号码已存在' },
  ]);
  expect((await messagesTo(pool.office.token))[0]).toContain(officer.username);
  const answers = await Promise.all(numbers.slice(1).map(create));
  const told = answers.filter(({ error }) => error.code === 'expert.id_card_taken').length + 1;
  expect(told).toBeLessThanOrEqual(20);
  const events = await eventsOf(officer.id);
  expect(count(events, 'hidden.taken_told')).toBe(told);
  for (const idCard of numbers.slice(0, 20 - told)) await create(idCard);
  expect(count(await eventsOf(officer.id), 'hidden.taken_told')).toBe(20);
  // The same answer for a taken number and for a new one.
  expect((await create(numbers[0] as string)).status).toBe(429);
  expect((await create(nextIdCard())).status).toBe(429);
  const office = await pool.create(pool.newExpert({ idCard: numbers[0] as string }));
  expect(office.error.code).toBe('expert.id_card_taken');
});

test('an import with more taken numbers than allowed reveals none, and uses up the day', async () => {
  const numbers = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const idCard = nextIdCard();
      await pool.added({ idCard, schoolId: pool.nankai });
      return idCard;
    }),
  );
  const few = await importExperts(numbers.slice(0, 3), {});
  expect(taken(few)).toBe(3);
  expect(count(await eventsOf(officer.id), 'hidden.taken_told')).toBe(3);
  const many = await importExperts(numbers, {});
  expect([many.status, taken(many)]).toEqual([429, 0]);
  expect((await importExperts([nextIdCard()], {})).status).toBe(429);
});

test('an honest import of hundreds blocks no other account', async () => {
  const rows = Array.from({ length: 300 }, () => nextIdCard());
  expect((await importExperts(rows, { dryRun: true })).body).toMatchObject({ failed: 0 });
  expect((await importExperts(rows, {})).body).toMatchObject({ created: 300, failed: 0 });
  expect((await pool.create(pool.newExpert(), officer.token)).status).toBe(201);
});

test('readers of the numbers see them in a dry run too', async () => {
  const idCard = nextIdCard();
  await pool.added({ idCard });
  expect(taken(await importExperts([idCard], { dryRun: true }, pool.office.token))).toBe(1);
  expect(await eventsOf(pool.office.id)).toEqual([]);
});

const upload = async (path: string, sheet: Buffer, query: Record<string, string>, token = officer.token) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sheet)]), 'sheet.xlsx');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: `/title${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
};

describe('teachers of the own school', () => {
  const teacherRow = (idCard: string) =>
    Object.keys(teacherColumns).map(
      (field) =>
        ({
          name: '某教师',
          idCard,
          type: '专任教师',
          schoolId: '天津大学',
          titleSeries: '高等学校教师',
          titleLevel: '中级',
          titleName: '讲师',
          subject: '研究生学科专业目录 - 工学 - 计算机科学与技术',
          entryDate: '2019/9/1',
        })[field] ?? '',
    );

  test('are not found by a dry run or by trying numbers', async () => {
    const idCard = nextIdCard();
    const create = (body: object) => server.call(teacherApi.create, { token: officer.token, body } as never);
    expect((await create(newTeacher(pool.tianjin, { idCard }))).status).toBe(201);
    const headers = Object.values(teacherColumns);
    const dry = await upload(
      teacherApi.import.path,
      await sheetOf(headers, [teacherRow(idCard), teacherRow(nextIdCard())]),
      { dryRun: 'true' },
    );
    expect(dry.body).toMatchObject({ total: 2, failed: 0, errors: [] });
    const candidates = candidatesFor(idCard).slice(0, 500);
    const real = await upload(teacherApi.import.path, await sheetOf(headers, candidates.map(teacherRow)), {});
    expect(real.status).toBe(429);
    const once = await create(newTeacher(pool.tianjin, { idCard: nextIdCard() }));
    expect(once.status).toBe(201);
  });

  test('do not count when their list is sent again, though their number is', async () => {
    const numbers = Array.from({ length: 30 }, nextIdCard);
    const send = async (idCards: string[]) =>
      upload(teacherApi.import.path, await sheetOf(Object.values(teacherColumns), idCards.map(teacherRow)), {
        partial: 'true',
      });
    expect((await send(numbers)).body).toMatchObject({ created: 30, failed: 0 });
    for (let round = 1; round <= 3; round += 1)
      expect((await send([...numbers, nextIdCard()])).body).toMatchObject({ created: 1, failed: 30 });
    expect((await send([nextIdCard()])).body).toMatchObject({ created: 1 });
    expect(await eventsOf(officer.id)).toEqual([]);
    const search = candidatesFor(numbers[0] as string).slice(0, 30);
    expect((await send(search)).status).toBe(429);
  });
});

describe('accounts', () => {
  const phones = (length: number) =>
    Promise.all(
      Array.from({ length }, async (_, number) => {
        const phone = `13377${String(number).padStart(2, '0')}${String(1000 + number)}`;
        await createUser(server.db, { phone, username: `hidden${phone}` });
        return phone;
      }),
    );
  let taken30: string[];
  beforeAll(async () => {
    taken30 = await phones(30);
  });

  test('do not show by their phones in the personal centre, where each is saved alike', async () => {
    const person = await signedIn(server.db);
    const save = (phone: string) =>
      server.call(accountApi.saveProfile, {
        token: person.token,
        body: { id: person.id, nickName: '某人', gender: null, phone },
      });
    const answers = [];
    for (const phone of [...taken30, '13366001234']) answers.push(await save(phone));
    expect(new Set(statusesOf(answers))).toEqual(new Set([204]));
    expect(await eventsOf(person.id)).toEqual([]);
  });

  test('of other departments do not show to an administrator of one', async () => {
    const roleId = await createRole(server.db, {
      permissions: ['user:list', 'user:add', 'user:edit'],
      dataScope: '自定义',
      deptIds: [pool.tianjin],
    });
    const local = await signedIn(server.db, { roleIds: [roleId], deptId: pool.tianjin });
    const grantable = await createRole(server.db, { dataScope: '仅本人' });
    await server.db.updateTable('role').set({ level: 9 }).where('id', '=', grantable).execute();
    const { name: role } = await server.db
      .selectFrom('role')
      .select('name')
      .where('id', '=', grantable)
      .executeTakeFirstOrThrow();
    const row = (phone: string) => [
      `u${phone}`,
      '某人',
      '男',
      phone,
      `${phone}@example.org`,
      '天津大学',
      role,
      '',
      '',
    ];
    const sheet = await sheetOf(Object.values(userColumns), taken30.map(row));
    const dry = await upload(userApi.import.path, sheet, { dryRun: 'true' }, local.token);
    expect(dry.body).toMatchObject({ total: 30, failed: 0 });
    const real = await upload(userApi.import.path, sheet, {}, local.token);
    expect([real.status, real.body.created, taken(real)]).toEqual([200, 30, 0]);
    const add = (change: object) =>
      server.call(userApi.create, {
        token: local.token,
        body: {
          username: 'fresh1',
          nickName: '新人',
          gender: null,
          phone: '13322110000',
          email: 'fresh1@example.org',
          enabled: true,
          dept: { id: pool.tianjin },
          roles: [{ id: grantable }],
          jobs: [],
          ...change,
        },
      });
    // Names are of one account each; so many answers a day.
    const named = [];
    for (const phone of taken30) named.push(await add({ username: `hidden${phone}` }));
    expect(count(statusesOf(named), 400)).toBe(20);
    expect((await add({})).status).toBe(429);
  });
});
