import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi as api } from '@zhiping/shared/contracts/draw-result.ts';
import { abortWithTwo } from '../../../../test/confirm-waiting.ts';
import { signedIn } from '../../../../test/factories.ts';
import { sendFile } from '../../../../test/file-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../../test/project-helpers.ts';
import {
  commitOf,
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  readDraw,
} from '../../../../test/review-helpers.ts';
import { sheetOf } from '../../../../test/sheets.ts';
import { patience } from '../../../../test/idle.ts';

/** Sheets that exceed limits, and cancelled computations: both are reported and change nothing. */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let ofHome: number;
const newCycle = async (rules: Record<string, object> = {}) => {
  const cycleId = await publishedCycle(server, office, {
    ...withoutFiles,
    E5: { values: { days: 0 } },
    ...rules,
  });
  await eligibleProjects(server, cycleId, 2);
  return newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
};

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  // There are eight schools, so the last two experts have the schools of the first two.
  ofHome = (await drawableExperts(server, 8))[0]!.expertId;
  await server.pool.query(`update expert set name = '甲' || name`);
  await drawableExperts(server, 2);
});
afterAll(() => server.close());

test('a sheet that exceeds a limit is reported by row and column and changes nothing', async () => {
  const id = await newCycle({ E4: { values: { advised: 1, most: 1 } } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const read = async () => (await server.call(api.files, { token: office, query: { id } })).body.content;
  const before = await read();
  const [first, second] = before.map(({ no, places }) => ({ no, names: places.map(({ name }) => name) }));
  const columns = ['专家1', '专家2', '专家3'];
  const send = async (headers: string[], rows: string[][]) =>
    sendFile(
      server,
      api.import,
      { name: 'result.xlsx', bytes: await sheetOf(headers, rows) },
      { token: office, params: { id }, query: { reason: '调整' } },
    );
  const codesOf = async (rows: string[][]) => {
    const { status, body } = await send(['编号', ...columns], rows);
    expect(status).toBeLessThan(500);
    return (body.errors ?? []).map(({ row, column, code }) => `${row} ${column} ${code}`);
  };
  const [a, b, c] = first!.names as [string, string, string];
  const taken = second!.names[0]!;
  expect(await codesOf([[first!.no, taken, b, c]])).toContain('2 专家1 OVERLOAD');
  expect(await codesOf([[first!.no, '甲专家1号', '专家1号', c]])).toContain('2 专家2 SAME_SCHOOL');
  expect(await codesOf([[first!.no, a, '谁也不是', c]])).toEqual(['2 专家2 UNKNOWN_EXPERT']);
  // Shifted by one column: the project's number is in a cell for a name, and a name in the cell for the number.
  const shifted = await codesOf([[a, first!.no, b, c]]);
  expect(shifted).toEqual(['2 编号 UNKNOWN_FILE']);
  // Spaces inside a name are ignored, and fixed experts stay fixed if the sheet has no column for it.
  await server.call(api.fix, { token: office, params: { id }, body: { isFixed: true } });
  const unsaid = await send(['编号', ...columns], [[first!.no!, `${a[0]}　${a.slice(1)}`, ` ${b} `, c]]);
  expect(unsaid.body).toMatchObject({ total: 1, failed: 0, changed: 0, errors: [] });
  await server.call(api.fix, { token: office, params: { id }, body: { isFixed: false } });
  const lacking = await send(['编号', '专家1', '专家2'], [[first!.no, a, b]]);
  expect([lacking.status, lacking.error?.message]).toEqual([
    400,
    '表头缺少：专家3。请在「导出表格」得到的文件中修改',
  ]);
  const foreign = await send(['编号', ...columns, '备注'], [[first!.no, a, b, c, '看']]);
  expect(foreign.status).toBeLessThan(500);
  expect(await read()).toEqual(before);
  expect((await server.call(api.read, { token: office, params: { id } })).body.steps).toEqual([]);
  await abortWithTwo(server, id, office, '重来');
});

test('sheets and manual changes keep the required number of experts from other provinces', async () => {
  const id = await newCycle({ F2: { values: { least: 3 } } });
  await server.pool.query(
    `update school set province = '天津市'
      where dept_id in (select id from dept where name in ('天津大学', '南开大学', '清华大学'))`,
  );
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const [file] = (await server.call(api.files, { token: office, query: { id } })).body.content;
  const { status, body } = await sendFile(
    server,
    api.import,
    {
      name: 'result.xlsx',
      bytes: await sheetOf(
        ['编号', '专家1', '专家2', '专家3'],
        [[file!.no, '甲专家1号', '甲专家3号', '甲专家2号']],
      ),
    },
    { token: office, params: { id }, query: { dryRun: true } },
  );
  expect(status).toBe(200);
  expect(body.errors.map(({ code }) => code)).toContain('OTHER_PROVINCES');
  const place = file!.places[0]!;
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id: place.assignmentId },
    body: { version: 0, expertId: ofHome, reason: '调整' },
  });
  expect(changed.error?.errors?.[0]?.message).toBe('外省专家至少 3 人');
  await abortWithTwo(server, id, office, '重来');
});

test('a computation is cancelled once, and a new one has the same result', async () => {
  const id = await newCycle();
  const secret = newSecret();
  const post = (endpoint: typeof api.compute) => server.call(endpoint, { token: office, params: { id } });
  const cancel = (kind: 'compute' | 'solve') =>
    server.call(api.cancel, { token: office, params: { id }, body: { kind } });
  expect((await cancel('compute')).error?.code).toBe('draw.not_running');
  expect((await post(api.compute)).error?.code).toBe('draw.not_waiting');
  const body = { commit: commitOf(secret) };
  await server.call(drawApi.commit, { token: office, params: { id }, body });
  await vi.waitFor(
    async () =>
      expect((await server.call(drawApi.freeze, { token: office, params: { id } })).status).toBe(204),
    patience,
  );
  // The state after a computation was cancelled.
  await server.pool.query(`update draw set office_secret = $2, problem = '已取消' where id = $1`, [
    id,
    secret,
  ]);
  const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  for (const endpoint of [api.compute, api.solve])
    expect((await server.call(endpoint, { token: supervisor, params: { id } })).status).toBe(403);
  const answers = await Promise.all([post(api.compute), post(api.compute), post(api.compute)]);
  expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThanOrEqual(1);
  await vi.waitFor(async () => {
    const { state, problem } = await readDraw(server, office, id);
    expect(problem ?? state).toBe('drawn');
  }, patience);
  expect((await post(api.compute)).error?.code).toBe('draw.not_waiting');
  expect((await cancel('compute')).error?.code).toBe('draw.not_running');
  const { steps } = await readDraw(server, office, id);
  expect(steps.filter(({ event }) => event === 'compute')).toHaveLength(1);
});
