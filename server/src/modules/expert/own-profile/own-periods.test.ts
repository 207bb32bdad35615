import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { todayIs } from '@zhiping/shared/rules/text/dates.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { yearsAfter } from '@zhiping/shared/rules/expert/periods.ts';
import { expertEnv, openPool } from '../../../../test/expert-helpers.ts';
import { createExpert, signedIn } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

const own = async (token: string) => (await server.call(expertApi.own, { token })).body;
const dayIn = (days: number) =>
  new Date(Date.parse(`${todayIs()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const inspect = async (id: number) =>
  (await server.call(api.inspect, { token: pool.office.token, params: { id } })).body;

describe('absences', () => {
  const save = async (token: string, unavailability: object[], version?: number) =>
    server.call(expertApi.saveOwnUnavailability, {
      token,
      body: { unavailability, version: version ?? (await own(token)).version } as never,
    });

  test('need a session and a profile', async () => {
    const body = { unavailability: [], version: 0 };
    expect((await server.call(expertApi.saveOwnUnavailability, { body })).status).toBe(401);
    const { token } = await signedIn(server.db, { roleIds: [3] });
    expect((await server.call(expertApi.saveOwnUnavailability, { token, body })).status).toBe(404);
  });

  test('count at once, before the confirmation and after it, and the office sees and inspects them', async () => {
    const { token, expertId } = await createExpert(server.db);
    const today = { fromDay: todayIs(), toDay: dayIn(2), reason: '生病' };
    const saved = await save(token, [today]);
    expect([saved.status, saved.body.unavailability]).toEqual([200, [today]]);
    await server.call(expertApi.confirm, { token });
    expect((await pool.read(expertId)).body.unavailability).toEqual([today]);
    const now = await inspect(expertId);
    expect([now.drawable, now.checks.find(({ code }) => code === 'UNAVAILABLE')?.message]).toEqual([
      false,
      `当前不可参评，至 ${today.toDay}`,
    ]);

    const later = { fromDay: dayIn(5), toDay: dayIn(9), reason: null };
    const changed = await save(token, [later]);
    expect(changed.body).toMatchObject({ unavailability: [later], changes: [] });
    const soon = (await inspect(expertId)).checks.find(({ code }) => code === 'UNAVAILABLE_SOON');
    expect(soon).toMatchObject({ level: 'warn', message: `${later.fromDay} 至 ${later.toDay} 不可参评` });
    expect(await pool.ids({ changed: true })).not.toContain(expertId);
  });

  test('show their reason to the office and the expert, not to barred readers, whose saves keep it', async () => {
    const { token, expertId } = await createExpert(server.db, { school: '天津大学' });
    const colleague = await signedIn(server.db, { roleIds: [3, 6] });
    const absence = { fromDay: todayIs(), toDay: dayIn(2), reason: '住院' };
    await save(token, [absence]);
    expect((await own(token)).unavailability).toEqual([absence]);
    expect((await pool.read(expertId)).body.unavailability).toEqual([absence]);
    for (const reader of [pool.school.token, colleague.token])
      expect((await pool.read(expertId, reader)).body.unavailability).toEqual([{ ...absence, reason: null }]);

    await server.db.updateTable('expert').set({ accepted_at: null }).where('id', '=', expertId).execute();
    const kept = { fromDay: absence.fromDay, toDay: absence.toDay, reason: null };
    const written = { fromDay: dayIn(5), toDay: dayIn(6), reason: '出差' };
    const saved = await server.call(api.saveUnavailability, {
      token: pool.school.token,
      params: { id: expertId },
      body: { unavailability: [kept, written] },
    });
    expect(saved.status).toBe(204);
    expect((await pool.read(expertId)).body.unavailability).toEqual([written, absence]);
    await server.db.updateTable('expert').set({ user_id: colleague.id }).where('id', '=', expertId).execute();
    expect((await pool.read(expertId, colleague.token)).body.unavailability).toEqual([written, absence]);
  });

  test('are recorded by their days, not by their reason', async () => {
    const { token, expertId } = await createExpert(server.db);
    await save(token, [{ fromDay: dayIn(1), toDay: dayIn(2), reason: '住院' }]);
    const event = await server.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('entity', '=', 'expert')
      .where('entity_id', '=', String(expertId))
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      action: 'expert.own_unavailability_changed',
      detail: { before: [], after: [`${dayIn(1)}/${dayIn(2)}`] },
    });
  });

  test('of an outdated page are refused, and belong to one expert only', async () => {
    const [one, two] = [await createExpert(server.db), await createExpert(server.db)];
    const { version } = await own(one.token);
    await save(one.token, [{ fromDay: dayIn(1), toDay: dayIn(2) }]);
    const late = await save(one.token, [], version);
    expect([late.status, late.error.code]).toEqual([409, 'expert.changed']);
    expect((await own(one.token)).unavailability).toHaveLength(1);
    expect((await own(two.token)).unavailability).toEqual([]);
    const body = { unavailability: [], version: 0 };
    const others = await server.call(api.saveUnavailability, {
      token: two.token,
      params: { id: one.expertId },
      body,
    });
    expect(others.status).toBe(403);
  });

  test('that are over stay, and are not met by new ones', async () => {
    const { token, expertId } = await createExpert(server.db);
    const past = { fromDay: dayIn(-9), toDay: dayIn(-3) };
    await server.db
      .insertInto('expert_unavailability')
      .values({ expert_id: expertId, from_day: past.fromDay, to_day: past.toDay })
      .execute();
    expect((await own(token)).unavailability).toEqual([]);
    const { status, error } = await save(token, [{ fromDay: dayIn(-3), toDay: dayIn(1) }]);
    expect([status, error.errors]).toEqual([
      400,
      [
        {
          field: 'unavailability.0.fromDay',
          message: `与已结束的一段（${past.fromDay} 至 ${past.toDay}）重叠`,
        },
      ],
    ]);
    expect((await save(token, [{ fromDay: dayIn(-2), toDay: dayIn(1) }])).status).toBe(200);
    expect((await pool.read(expertId)).body.unavailability).toHaveLength(2);
  });

  test.each([
    [
      'end before they begin',
      [{ fromDay: dayIn(2), toDay: dayIn(1) }],
      '0.toDay',
      '结束日期不能早于开始日期',
    ],
    ['are over', [{ fromDay: dayIn(-2), toDay: dayIn(-1) }], '0.toDay', '结束日期已过，不需要登记'],
    [
      'end decades ahead',
      [{ fromDay: dayIn(1), toDay: '2099-01-01' }],
      '0.toDay',
      `结束日期不能晚于 ${yearsAfter(todayIs(), 3)}`,
    ],
    ['are no days', [{ fromDay: '2026-02-30', toDay: dayIn(1) }], '0.fromDay', '开始日期格式应为 yyyy-MM-dd'],
    [
      'meet',
      [
        { fromDay: dayIn(1), toDay: dayIn(3) },
        { fromDay: dayIn(3), toDay: dayIn(5) },
      ],
      '1.fromDay',
      '与第 1 段时间重叠',
    ],
  ])('that %s are refused on the field', async (_, rows, field, message) => {
    const { token } = await createExpert(server.db);
    const { status, error } = await save(token, rows);
    expect([status, error.errors]).toEqual([400, [{ field: `unavailability.${field}`, message }]]);
  });

  test('of the office may not meet either', async () => {
    const id = await pool.added();
    const { error } = await server.call(api.saveUnavailability, {
      token: pool.office.token,
      params: { id },
      body: {
        unavailability: [
          { fromDay: '2026-01-01', toDay: '2026-02-01' },
          { fromDay: '2026-02-01', toDay: '2026-03-01' },
        ],
      },
    });
    expect(error.errors).toEqual([{ field: 'unavailability.1.fromDay', message: '与第 1 段时间重叠' }]);
  });
});

describe('affiliations', () => {
  const writeOf = async (token: string) => {
    const { subjects, affiliations: _rows, ...rest } = await own(token);
    return { ...rest, subjects: subjects.map(({ path, keywords }) => ({ path, keywords })) };
  };
  const save = async (token: string, affiliations?: object[]) =>
    server.call(expertApi.saveOwn, {
      token,
      body: { ...(await writeOf(token)), ...(affiliations && { affiliations }) } as never,
    });
  const jobs = [
    { orgName: '天津大学', post: '教授', fromYear: 2010, toYear: null },
    { orgName: '某研究所', post: null, fromYear: 2001, toYear: 2010 },
  ];

  test('are corrected directly before the confirmation, and the unit is known by its name', async () => {
    const { token, expertId } = await createExpert(server.db);
    expect(
      (
        await save(
          token,
          jobs.map((job) => ({ ...job, orgId: pool.nankai })),
        )
      ).status,
    ).toBe(204);
    expect((await own(token)).affiliations).toEqual(jobs);
    expect((await pool.read(expertId)).body.affiliations.map(({ orgId }) => orgId)).toEqual([
      pool.tianjin,
      null,
    ]);
    expect((await inspect(expertId)).conflictUnits.map(({ id }) => id)).toContain(pool.tianjin);
  });

  test('stay as they are when a client does not know of them', async () => {
    const { token } = await createExpert(server.db);
    await save(token, jobs);
    await save(token);
    expect((await own(token)).affiliations).toEqual(jobs);
  });

  test('wait for the office after it, with the rest of the unit', async () => {
    const { token, expertId } = await createExpert(server.db);
    await server.call(expertApi.confirm, { token });
    expect((await save(token, jobs)).status).toBe(204);
    expect(await own(token)).toMatchObject({
      affiliations: [],
      changes: [{ part: 'unit', status: 'waiting', form: { affiliations: jobs } }],
    });
    const [change] = (await pool.read(expertId)).body.changes;
    expect(change?.fields).toEqual([
      {
        field: 'affiliations',
        label: '任职经历',
        before: '（空）',
        after: '2010 至 今，天津大学，教授；2001 至 2010，某研究所',
      },
    ]);
    await server.call(api.decideChange, {
      token: pool.office.token,
      params: { id: expertId },
      body: { changeId: change?.id as number, approved: true },
    });
    expect((await own(token)).affiliations).toEqual(jobs);
    expect((await inspect(expertId)).conflictUnits.map(({ id }) => id)).toContain(pool.tianjin);
    // In another order they are the same.
    await save(token, jobs.toReversed());
    expect((await own(token)).changes.map(({ status }) => status)).toEqual(['approved']);
  });

  test.each([
    ['without a unit', { orgName: ' ' }, 'orgName', '请输入单位名称'],
    ['of no year', { fromYear: 'abc' }, 'fromYear', '请输入起始年份'],
    ['of long ago', { fromYear: 1900 }, 'fromYear', '起始年份不能早于 1940 年'],
    ['of the future', { fromYear: 2190 }, 'fromYear', '起始年份不能晚于今年'],
    ['that end in the future', { toYear: 2190 }, 'toYear', '结束年份不能晚于今年，仍在任职请留空'],
    ['that end before they begin', { toYear: 2009 }, 'toYear', '结束年份不能早于起始年份'],
  ])('%s are refused on the field', async (_, change, field, message) => {
    const { token } = await createExpert(server.db);
    const { status, error } = await save(token, [{ ...jobs[0], ...change }]);
    expect([status, error.errors]).toEqual([400, [{ field: `affiliations.0.${field}`, message }]]);
  });

  test('renamed by the office do not keep the unit that was meant before', async () => {
    const id = await pool.added();
    const write = (orgName: string) =>
      server.call(api.saveAffiliations, {
        token: pool.office.token,
        params: { id },
        body: { affiliations: [{ orgId: pool.nankai, orgName, fromYear: 2000 }] },
      });
    await write('南开大学');
    await write('天津大学');
    expect((await pool.read(id)).body.affiliations).toMatchObject([{ orgId: pool.tianjin }]);
  });
});
