import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidayApi } from '@zhiping/shared/contracts/holiday.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const [OFFICE, SUPERVISOR, EXPERT, SCHOOL] = [3, 4, 6, 9];

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [OFFICE] }));
});
afterAll(() => server.close());

const yearOf = async (year: number, reader = token) =>
  (await server.call(holidayApi.year, { token: reader, query: { year } })).body;
const dayOf = async (day: string) =>
  (await yearOf(Number(day.slice(0, 4)))).special.find((one) => one.day === day);
const correct = (body: object) => server.call(holidayApi.create, { token, body: body as never });
const correctionOf = async (day: string) =>
  (await yearOf(Number(day.slice(0, 4)))).corrections.find((one) => one.day === day)!;

describe('the calendar of a year', () => {
  test('follows the State Council', async () => {
    const year = await yearOf(2026);
    expect(year).toMatchObject({ year: 2026, isPublished: true, workingDays: 248, corrections: [] });
    expect(year.special).toContainEqual({ day: '2026-10-01', kind: 'off', name: '国庆节', origin: 'state' });
    expect(year.special).toContainEqual({ day: '2026-10-10', kind: 'work', name: '国庆节', origin: 'state' });
  });

  test('has the holidays of the law where nothing is published yet', async () => {
    const year = await yearOf(2031);
    expect(year.isPublished).toBe(false);
    expect(year.special).toContainEqual({ day: '2031-01-01', kind: 'off', name: '元旦', origin: 'law' });
  });

  test('is asked for by a year that exists', async () => {
    for (const year of [2003, 2041, 'x', undefined])
      expect((await server.call(holidayApi.year, { token, query: { year } })).status).toBe(400);
  });
});

describe('a correction', () => {
  test('counts at once, is changed and taken back, each with its audit event', async () => {
    const { status, body } = await correct({ day: '2027-02-12', kind: 'off', name: '春节调休', remark: '' });
    expect(status).toBe(201);
    expect(await dayOf('2027-02-12')).toEqual({
      day: '2027-02-12',
      kind: 'off',
      name: '春节调休',
      origin: 'office',
    });
    const { version } = await correctionOf('2027-02-12');
    const change = { id: body.id, version, kind: 'work', name: '照常上班', remark: '院发通知' } as const;
    expect((await server.call(holidayApi.update, { token, body: change })).status).toBe(204);
    expect(await correctionOf('2027-02-12')).toMatchObject({ ...change, version: version + 1 });
    const late = await server.call(holidayApi.update, { token, body: change });
    expect([late.status, late.error.code]).toEqual([409, 'edit.conflict']);
    expect((await server.call(holidayApi.remove, { token, body: [body.id] })).status).toBe(200);
    expect(await dayOf('2027-02-12')).toBeUndefined();
    const events = await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', 'holiday')
      .where('entity_id', '=', String(body.id))
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'holiday.created',
      'holiday.changed',
      'holiday.deleted',
    ]);
  });

  test('takes several days in a row, all of them or none', async () => {
    const holiday = { kind: 'off', name: '校庆' };
    expect((await correct({ ...holiday, day: '2028-11-01', toDay: '2028-11-03' })).status).toBe(201);
    const { corrections } = await yearOf(2028);
    expect(corrections.map(({ day }) => day)).toEqual(['2028-11-01', '2028-11-02', '2028-11-03']);
    const again = await correct({ ...holiday, day: '2028-10-31', toDay: '2028-11-01' });
    expect(again.error.errors).toEqual([{ field: 'day', message: '2028-11-01 已更正为放假，请编辑那一条' }]);
    expect((await yearOf(2028)).corrections).toHaveLength(3);
  });

  test.each([
    [{ day: '2026-02-30' }, 'day', '日期的格式应为 2026-11-22'],
    [{ day: '' }, 'day', '请输入日期'],
    [{ day: '1999-01-01' }, 'day', '日期应在 2004 年至 2040 年之间'],
    [{ day: '2026-03-02', toDay: '2026-03-01' }, 'toDay', '结束日期不能早于日期'],
    [{ day: '2026-03-01', toDay: '2026-04-01' }, 'toDay', '一次最多更正 31 天'],
    [{ day: '2026-03-02', kind: 'half' }, 'kind', '请选择放假或上班'],
    [{ day: '2026-03-02', name: ' ' }, 'name', '请输入名称'],
  ])('%j is refused', async (part, field, message) => {
    const { status, error } = await correct({ kind: 'off', name: '校庆', ...part });
    expect(status).toBe(400);
    expect(error.errors).toEqual([{ field, message }]);
  });
});

describe('a period of working days', () => {
  const period = async (day: string, workingDays: number) =>
    (await server.call(holidayApi.period, { token, query: { day, workingDays } })).body;

  test('ends with the last second of its last day, counted in both ways', async () => {
    expect(await period('2026-09-28', 5)).toEqual({
      inclusive: { day: '2026-10-09', end: '2026-10-09 23:59:59' },
      after: { day: '2026-10-10', end: '2026-10-10 23:59:59' },
      isPublished: true,
    });
  });

  test('follows the corrections, and says where a year is not published', async () => {
    expect((await period('2029-03-05', 2)).inclusive.day).toBe('2029-03-06');
    await correct({ day: '2029-03-06', kind: 'off', name: '停电' });
    expect(await period('2029-03-05', 2)).toMatchObject({
      inclusive: { day: '2029-03-07' },
      isPublished: false,
    });
    expect((await period('2026-12-30', 5)).isPublished).toBe(false);
    expect((await period('2040-12-30', 5)).after.day).toBe('2041-01-07');
  });
});

test('the office corrects, supervisor and title officer read, others do neither', async () => {
  const write = { token: '', body: { day: '2030-05-06', kind: 'off', name: '停电' } as const };
  for (const [roleId, reads, writes] of [
    [OFFICE, 200, 201],
    [SUPERVISOR, 200, 403],
    [SCHOOL, 200, 403],
    [EXPERT, 403, 403],
  ] as const) {
    const reader = await signedIn(server.db, { roleIds: [roleId], deptId: 30 });
    const read = await server.call(holidayApi.year, { token: reader.token, query: { year: 2026 } });
    const written = await server.call(holidayApi.create, { ...write, token: reader.token });
    expect([roleId, read.status, written.status]).toEqual([roleId, reads, writes]);
  }
  expect((await server.call(holidayApi.year, { query: { year: 2026 } })).status).toBe(401);
});
