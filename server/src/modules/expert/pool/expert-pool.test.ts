import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';

import { expertEnv, INITIAL_PASSWORD, openPool } from '../../../../test/expert-helpers.ts';
import { createUser, nextIdCard } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { signIn } from '../../../../test/sign-in-helpers.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

describe('a new expert', () => {
  test('has an account of department 20 with role 6, which must be given a password of its own', async () => {
    const expert = pool.newExpert();
    const { body } = await pool.create(expert);
    const { rows } = await server.pool.query(
      `select u.username, u.dept_id, u.enabled, (select jsonb_agg(role_id) from user_role r where r.user_id = u.id) as roles
       from expert e join sys_user u on u.id = e.user_id where e.id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ username: expert.phone, dept_id: 20, enabled: true, roles: [6] }]);
    const login = await signIn(server, { username: expert.phone, password: INITIAL_PASSWORD });
    expect(login.status).toBe(428);
    expect(await pool.events(body.id)).toEqual(['expert.created']);
  });

  test('has the birth date and gender of the identity number, which is shown masked', async () => {
    const expert = pool.newExpert({ idCard: '110105197001020017' });
    const { body } = await pool.create(expert);
    const shown = (await pool.read(body.id)).body;
    expect(shown).toMatchObject({
      birthYear: 1970,
      gender: '男',
      idCard: '1101**********0017',
      accepted: true,
    });
    const text = JSON.stringify([shown, (await pool.list({})).body]);
    expect(text).not.toContain(expert.idCard);
    expect(text).not.toContain('1970-01-02');
  });

  test('takes over an account of the expert department that has no profile', async () => {
    const account = await createUser(server.db, { roleIds: [6], deptId: 20, phone: '18700000001' });
    const id = await pool.added({ phone: '18700000001' });
    const row = await server.db
      .selectFrom('expert')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.user_id).toBe(account.id);
  });

  test('does not take over another account', async () => {
    await createUser(server.db, { roleIds: [1], phone: '18700000002' });
    const { status, error } = await pool.create(pool.newExpert({ phone: '18700000002' }));
    expect([status, error.errors]).toEqual([400, [{ field: 'phone', message: '手机号码已被使用' }]]);
  });

  test('may come as stock clients send it', async () => {
    const { status, body } = await pool.create({
      ...pool.newExpert(),
      phone: 18_900_000_001,
      schoolId: String(pool.tianjin),
      retired: 'false',
      subjects: [
        {
          subjectCatalog: 'undergraduate',
          professionalCategoryCode: '0809',
          professionalClassCode: '080901',
        },
      ],
    });
    expect(status).toBe(201);
    expect((await pool.read(body.id)).body.subjects[0]?.fullName).toBe(
      '本科专业目录 - 工学 - 计算机类 - 计算机科学与技术',
    );
  });

  test('with a taken identity number is reported in the words that stock clients know', async () => {
    const first = pool.newExpert();
    await pool.create(first);
    for (const idCard of [first.idCard, first.idCard.toLowerCase()]) {
      const { status, error } = await pool.create(pool.newExpert({ idCard }));
      expect([status, error.code]).toEqual([400, 'expert.id_card_taken']);
      expect(error.message).toMatch(/^duplicate key value violates unique constraint "uk_expert_id_card"/);
      expect(error.errors).toEqual([{ field: 'idCard', message: '身份证号码已存在' }]);
      expect(JSON.stringify(error)).not.toContain(first.idCard);
    }
    // Neither account nor person is left behind.
    const { rows } = await server.pool.query(
      `select from sys_user u where nick_name = $1 and not exists (select from expert e where e.user_id = u.id)`,
      [first.name],
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['a wrong check character', { idCard: '110105197001020016' }, 'idCard', '身份证号码的校验位有误'],
    ['an impossible date', { idCard: '110105194902300020' }, 'idCard', '身份证号码的出生日期有误'],
    ['no number', { idCard: '' }, 'idCard', '请输入身份证号码'],
    ['an unknown school', { schoolId: 20 }, 'schoolId', '所选学校不存在或已停用'],
    ['an unknown series', { titleSeries: 'x' }, 'titleSeries', '请选择职称系列'],
    [
      'an unknown subject',
      { subjects: [{ path: ['graduate', '08', '0899'] }] },
      'subjects.0',
      '所选学科不存在或已停用',
    ],
    ['a wrong phone', { phone: '123' }, 'phone', '请输入正确的手机号码'],
  ])('is refused with %s', async (_, change, field, message) => {
    const { status, error } = await pool.create({ ...pool.newExpert(), ...change });
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe('the list', () => {
  let one: number;
  beforeAll(async () => {
    one = await pool.added({
      name: '司马相如',
      schoolId: pool.nankai,
      phone: '18812345678',
      titleSeries: '2',
      titleLevel: 'associateSenior',
      titleName: '副研究员',
      subjects: [
        { path: ['vocational', '41', '4101', 'vocational_410101'] },
        { path: ['graduate', '05', '0501'] },
      ],
    });
  });

  test.each([
    ['the name', { blurry: '司马相' }],
    ['two characters of it', { blurry: '司马' }],
    ['its end', { blurry: '相如' }],
    ['pinyin', { blurry: 'simaxiangru' }],
    ['initials', { blurry: 'SMXR' }],
    ['two initials', { blurry: 'sm' }],
    ['the phone', { blurry: '12345678' }],
    ['the school', { schoolId: 'nankai' }],
    ['a catalogue', { subject: 'vocational' }],
    ['a category', { subject: 'vocational/41' }],
    ['a prefix in parts', { subject: ['vocational', '41', '4101'] }],
    ['a whole path', { subject: 'vocational/41/4101/vocational_410101' }],
    ['the second subject', { subject: 'graduate/05/0501' }],
    ['series and level', { titleSeries: '2', titleLevel: 'associateSenior' }],
    ['state', { enabled: true, blurry: '司马' }],
    ['rating', { rating: 3, blurry: '司马' }],
    ['no confirmation', { confirmed: false, blurry: '司马' }],
    ['no term', { term: 'none', blurry: '司马' }],
    ['no change', { changed: false, blurry: '司马' }],
  ])('by %s', async (_, query) => {
    const asked = 'schoolId' in query ? { schoolId: pool.nankai } : query;
    const { body } = await pool.list(asked);
    expect(body.content.map(({ id }) => id)).toEqual([one]);
    expect(body.totalElements).toBe(1);
  });

  test.each([
    [{ blurry: '%' }],
    [{ blurry: '司_' }],
    [{ subject: 'graduate/05/05' }],
    [{ subject: '05' }],
    [{ enabled: false, blurry: '司马' }],
    [{ confirmed: true, blurry: '司马' }],
    [{ term: 'ended', blurry: '司马' }],
    [{ changed: true }],
  ])('nothing by %j', async (query) => expect(await pool.ids(query)).toEqual([]));

  test('pages join to the whole, forwards and backwards, in every order', async () => {
    for (let more = 0; more < 5; more += 1) await pool.added();
    for (const sort of ['id', 'name', 'createTime', 'rating', 'enabled', 'confirmedAt', 'termEndsAt'])
      for (const direction of ['asc', 'desc']) {
        const whole = await pool.ids({ sort: `${sort},${direction}` });
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(whole.length / 3) + 1 }, (_, page) =>
            pool.ids({ sort: `${sort},${direction}`, page, size: 3 }),
          ),
        );
        expect(pages.flat(), `${sort} ${direction}`).toEqual(whole);
        expect(new Set(whole).size).toBe(whole.length);
      }
  });

  test('newest first, and no order that is not on the list', async () => {
    const newest = await pool.added();
    expect((await pool.ids({}))[0]).toBe(newest);
    const { status, error } = await pool.list({ sort: 'phone,asc' });
    expect(status).toBe(400);
    expect(error.message).toContain('可用的排序字段：id、name');
  });

  test('counts what was just pool.added and deleted', async () => {
    const before = (await pool.list({})).body.totalElements;
    const id = await pool.added();
    expect((await pool.list({})).body.totalElements).toBe(before + 1);
    await server.call(api.remove, { token: pool.office.token, body: [id] });
    expect((await pool.list({})).body.totalElements).toBe(before);
  });
});

describe('edits', () => {
  test('change what was sent and keep the identity', async () => {
    const id = await pool.added();
    const before = (await pool.read(id)).body.idCard;
    expect((await pool.update({ ...(await pool.writeOf(id)), name: '上官婉儿', maxLoad: 5 })).status).toBe(
      204,
    );
    expect((await pool.read(id)).body).toMatchObject({
      name: '上官婉儿',
      idCard: before,
      maxLoad: 5,
      version: 1,
    });
    expect(await pool.ids({ blurry: 'sgwe' })).toEqual([id]);
  });

  test('a new identity number replaces the person', async () => {
    const id = await pool.added();
    const persons = async () =>
      Number((await server.pool.query('select count(*) as n from person')).rows[0]?.n);
    const before = await persons();
    const idCard = nextIdCard();
    expect((await pool.update({ ...(await pool.writeOf(id)), idCard })).status).toBe(204);
    expect(await persons()).toBe(before);
    const full = await server.call(api.identity, { token: pool.office.token, params: { id } });
    expect(full.body.idCard).toBe(idCard);
  });

  test('the account follows the phone, so that the code of the first sign-in arrives', async () => {
    const id = await pool.added();
    await pool.update({ ...(await pool.writeOf(id)), phone: '18899990001' });
    const { rows } = await server.pool.query(
      'select phone from sys_user where id = (select user_id from expert where id = $1)',
      [id],
    );
    expect(rows).toEqual([{ phone: '18899990001' }]);
  });

  test('a second save over the first is refused and names its editor', async () => {
    const id = await pool.added();
    const body = await pool.writeOf(id);
    expect((await pool.update({ ...body, department: '甲' })).status).toBe(204);
    const second = await pool.update({ ...body, department: '乙' });
    expect([second.status, second.error.code]).toEqual([409, 'edit.conflict']);
    expect(second.error.message).toMatch(/已于 .* 修改过这条数据/);
    expect((await pool.read(id)).body.department).toBe('甲');
  });

  test('employment and absences', async () => {
    const id = await pool.added();
    const { status } = await server.call(api.saveAffiliations, {
      token: pool.office.token,
      params: { id },
      body: {
        affiliations: [
          { orgName: '南开大学', orgId: pool.nankai, post: '讲师', fromYear: 1998, toYear: 2005 },
          { orgName: '天津大学', fromYear: 2005 },
          { orgName: '某研究所', fromYear: 1990, toYear: 1998 },
        ],
      },
    });
    expect(status).toBe(204);
    const wrong = await server.call(api.saveUnavailability, {
      token: pool.office.token,
      params: { id },
      body: { unavailability: [{ fromDay: '2026-05-02', toDay: '2026-05-01' }] },
    });
    expect(wrong.error.errors).toEqual([
      { field: 'unavailability.0.toDay', message: '结束日期不能早于开始日期' },
    ]);
    await server.call(api.saveUnavailability, {
      token: pool.office.token,
      params: { id },
      body: { unavailability: [{ fromDay: '2026-01-01', toDay: '2099-01-01', reason: '出国' }] },
    });
    const { body } = await pool.read(id);
    expect(body.affiliations.map(({ orgId }) => orgId)).toEqual([pool.tianjin, pool.nankai, null]);
    expect(body.affiliations.map(({ orgName }) => orgName)).toEqual(['天津大学', '南开大学', '某研究所']);
    expect(body.unavailability).toEqual([{ fromDay: '2026-01-01', toDay: '2099-01-01', reason: '出国' }]);
    const inspection = await server.call(api.inspect, { token: pool.office.token, params: { id } });
    expect(new Set(inspection.body.conflictUnits.map(({ id: unit }) => unit))).toEqual(
      new Set([pool.tianjin, pool.nankai]),
    );
    expect(inspection.body.checks.find(({ code }) => code === 'UNAVAILABLE')?.level).toBe('block');
    expect(inspection.body.checks.find(({ code }) => code === 'TITLE')).toMatchObject({
      level: 'ok',
      message: '职称：教授',
    });
    expect(inspection.body.drawable).toBe(false);
  });
});

test('too many subjects in JSON are reported at the subjects', async () => {
  const path = ['graduate', '08', '0812'];
  const { body } = await server.call(api.import, {
    token: pool.office.token,
    query: { dryRun: true },
    body: [
      pool.newExpert({ subjects: [path, path, path, path].map((one) => ({ path: one, keywords: [] })) }),
    ] as never,
  });
  const told = body.errors.find(({ field }) => field === 'subjects');
  expect(told).toMatchObject({ column: '学科一', message: '最多选择三个学科' });
});
