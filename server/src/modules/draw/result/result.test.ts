import { beforeEach, describe, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi as api } from '@zhiping/shared/contracts/draw-result.ts';
import { hashesOf } from '@zhiping/shared/rules/draw/record-hashes.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { signedIn } from '../../../../test/factories.ts';
import { sendFile } from '../../../../test/file-helpers.ts';
import { type TestServer, travellingClock } from '../../../../test/harness.ts';
import { type eligibleProjects, releaseDraw } from '../../../../test/review-helpers.ts';
import { sheetOf } from '../../../../test/sheets.ts';
import { START, startWorld } from '../../../../test/worlds.ts';
import { readSheet } from '../../../platform/sheets/sheet-reader.ts';
import { sha256 } from '../../../platform/hash.ts';
import { patience } from '../../../../test/idle.ts';

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let cycleId: number;
let id: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, cycleId, projects, drawId: id } = await startWorld('drawn', { clock }));
  return () => server.close();
});

const read = async () => (await server.call(api.read, { token: office, params: { id } })).body;
const files = async () => (await server.call(api.files, { token: office, query: { id } })).body.content;
const namesNow = async () =>
  (await files()).map(({ places }) => places.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)));
const solve = async () => {
  const asked = await server.call(api.solve, { token: office, params: { id } });
  expect(asked.status, asked.error?.message).toBe(204);
  return vi.waitFor(async () => {
    const { trial } = (await server.call(api.trial, { token: office, params: { id } })).body;
    expect(trial).not.toBeNull();
    return trial!;
  }, patience);
};
const undo = (no: number) =>
  server.call(api.undo, { token: office, params: { id }, body: { no, reason: '改回原方案' } });

/** Replaces the expert of the first assignment of the first project. */
const changeOne = async () => {
  const place = (await files())[0]!.places[0]!;
  const { body } = await server.call(assignmentApi.candidates, {
    token: office,
    query: { projectId: projects[0]!.id, assignmentId: place.assignmentId },
  });
  const next = body.find(({ denial }) => denial === null)!;
  const asked = await server.call(api.consequence, {
    token: office,
    params: { id },
    query: { assignmentId: place.assignmentId, expertId: next.expertId },
  });
  expect(asked.body.after.filled).toBe(6);
  const answer = await server.call(assignmentApi.change, {
    token: office,
    params: { id: place.assignmentId },
    body: { version: 0, expertId: next.expertId, reason: '研究方向更近' },
  });
  expect(answer.status, answer.error?.message).toBe(200);
  return { out: place.name, in: next.name };
};
const verify = async () => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  return { text: answer.body, verified: await verifyDraw(answer.body, sha256) };
};

describe('changes of a result', () => {
  test('a manual change is a step, fixes its pair, and can be undone', async () => {
    const before = await namesNow();
    const changed = await changeOne();
    expect(await read()).toMatchObject({ moved: 1, fixed: 1, undo: 1, denial: null });
    expect((await files())[0]!.places.find(({ name }) => name === changed.in)).toMatchObject({
      isFixed: true,
      byHand: '研究方向更近',
    });
    expect((await undo(2)).error?.code).toBe('draw.moved');
    expect((await undo(1)).status).toBe(204);
    expect(await namesNow()).toEqual(before);
    expect(await read()).toMatchObject({
      moved: 0,
      undo: null,
      steps: [
        { no: 1, kind: 'change', isUndone: true, places: 1, reason: '研究方向更近' },
        { no: 2, kind: 'undo', undoes: 1, places: 1, reason: '改回原方案' },
      ],
    });
    const { verified } = await verify();
    expect(verified.findings.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(verified.findings.map(({ what }) => what)).toContain(
      '第 2 次调整（撤销，1 处）恢复到第 1 次调整之前',
    );
  });

  test('the rest is solved again around fixed pairs as a trial, then applied as one step', async () => {
    const changed = await changeOne();
    const trial = await solve();
    expect(trial).toMatchObject({
      isOutdated: false,
      before: { filled: 6 },
      after: { filled: 6, unfilled: 0 },
    });
    const answer = await server.call(api.apply, {
      token: office,
      params: { id },
      body: { taskId: trial.taskId, reason: '按固定的专家重新求解' },
    });
    // 400 if solving finds nothing better.
    expect([204, 400]).toContain(answer.status);
    expect((await files())[0]!.places.map(({ name }) => name)).toContain(changed.in);
    const { verified, text } = await verify();
    expect(verified.findings.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(text).not.toMatch(/专家\d+号|研究方向更近/);
  });

  test('a whole result is fixed, freed, and solved back to the drawn one', async () => {
    const drawn = await namesNow();
    await changeOne();
    const fix = (body: { projectIds?: number[]; isFixed: boolean }) =>
      server.call(api.fix, { token: office, params: { id }, body });
    expect((await fix({ isFixed: true })).body.changed).toBe(5);
    expect(await solve()).toMatchObject({ places: 0, gain: '总体不变', isLoss: false });
    expect((await fix({ isFixed: false })).body.changed).toBe(6);
    const trial = await solve();
    expect(trial.places).toBe(1);
    expect(trial.gain).toMatch(/^总体多 [\d.]+ 分$/);
    expect(trial.isLoss).toBe(false);
    const body = { taskId: trial.taskId, reason: '恢复' };
    expect((await server.call(api.apply, { token: office, params: { id }, body })).status).toBe(204);
    expect(await namesNow()).toEqual(drawn);
    expect((await read()).steps.map(({ kind }) => kind)).toEqual(['change', 'solve']);
    const { verified } = await verify();
    expect(verified.findings.at(-1)).toMatchObject({
      what: '第 2 次调整（重新求解，1 处）固定 0 处，重新计算的结果一致',
      isRight: true,
    });
    // A second call is refused: the result has changed.
    const again = await server.call(api.apply, { token: office, params: { id }, body });
    expect([again.status, again.error?.code]).toEqual([409, 'draw.moved']);
    expect((await undo(2)).status).toBe(204);
    expect((await undo(1)).status).toBe(204);
    expect(await namesNow()).toEqual(drawn);
  });

  test('solving again avoids a new conflict, and undoing cannot restore it', async () => {
    const place = (await files())[0]!.places[0]!;
    await server.pool.query(
      `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
        values ($1, $2, $3, 'declared', 'block', '师生', 'office', now())`,
      [cycleId, projects[0]!.id, place.expertId],
    );
    const filesOf = async (kind: 'flagged' | 'short' | 'fixed' | 'byHand') =>
      (await server.call(api.files, { token: office, query: { id, kind } })).body.content.map(
        ({ projectId }) => projectId,
      );
    expect(await filesOf('flagged')).toEqual([projects[0]!.id]);
    for (const kind of ['short', 'fixed', 'byHand'] as const) expect(await filesOf(kind)).toEqual([]);
    const trial = await solve();
    expect(trial.changes.map(({ out }) => out)).toContain(place.name);
    expect(trial.isLoss).toBe(true);
    const body = { taskId: trial.taskId, reason: '回避' };
    expect((await server.call(api.apply, { token: office, params: { id }, body })).status).toBe(204);
    const refused = await undo(1);
    expect([refused.status, refused.error?.code]).toEqual([400, 'draw.conflict']);
    expect((await verify()).verified.isRight).toBe(true);
    await releaseDraw(server, office, id);
    expect((await undo(1)).status).toBe(400);
    expect((await read()).denial).not.toBeNull();
  });

  test('a record with forged later steps is detected', async () => {
    await changeOne();
    const { text } = await verify();
    const record = JSON.parse(text);
    const touched = [
      { ...record, later: [] },
      { ...record, later: [{ ...record.later[0], at: '2026-01-01T00:00:00.000Z' }] },
    ];
    for (const one of touched) {
      const { isRight, findings } = await verifyDraw(canonicalJson(one), sha256);
      expect(isRight).toBe(false);
      expect(findings.filter((finding) => !finding.isRight)).toEqual([
        {
          what: '结果产生后的调整与其摘要不符：调整、调整摘要或结果摘要被改过',
          isRight: false,
          where: [expect.stringContaining(`laterHash：记录中为 "${record.laterHash}"`)],
        },
      ]);
    }
    expect(hashesOf(text).at(-1)).toEqual({ name: '结果产生后的调整', value: '1 次' });
    // A forged value in a step, in the result or in the roster is reported with its path. Of two differing values the
    // report names the changed one.
    const [{ expert, file }] = record.result.pairs;
    const whereOf = async (one: object) =>
      (await verifyDraw(canonicalJson(one), sha256)).findings.flatMap(({ where = [] }) => where);
    const [step] = record.later;
    const stranger = { ...step, changes: [{ ...step.changes[0], out: 999_999 }] };
    expect(await whereOf({ ...record, later: [stranger] })).toContain(
      `later[0].changes[0]：换下的专家 999999 此前不在材料 ${step.changes[0].file}`,
    );
    const others = record.result.pairs.map((pair: object, at: number) =>
      at === 0 ? { ...pair, expert: 999_999 } : pair,
    );
    const ofResult = await whereOf({ ...record, result: { ...record.result, pairs: others } });
    expect(ofResult).toContain(`result.pairs[0].expert：记录中为 999999，重新计算为 ${expert}`);
    expect(ofResult.join('\n')).toMatch(
      new RegExp(`材料 ${file}：记录中的专家为 .*999999，重新计算为 .*${expert}`),
    );
    expect(ofResult.join('\n')).toContain('被改的是结果（result）');
    const params = { ...record.roster.params, leastMatch: 7 };
    const ofRoster = await whereOf({ ...record, roster: { ...record.roster, params } });
    expect(ofRoster).toContain('roster.params.leastMatch：记录中为 7，按方案应为 0');
    expect(ofRoster.join('\n')).toContain('被改的是名册（roster）');
    expect((await whereOf({ ...record, rosterHash: '0'.repeat(64) })).join('\n')).toContain(
      '被改的是摘要（rosterHash）',
    );
    // The later steps removed, or whitespace added.
    const { later, laterHash, ...without } = record;
    for (const one of [canonicalJson(without), canonicalJson({ ...record, later: null }), `${text}\n`])
      expect((await verifyDraw(one, sha256)).isRight).toBe(false);
    expect([later.length, laterHash.length]).toEqual([1, 64]);
  });

  test('participants see number and hash of later changes, equal to those of the record', async () => {
    const { token } = await signedIn(server.db, { roleIds: [4] });
    const laterSeen = async () => (await server.call(drawApi.read, { token, params: { id } })).body.later;
    const before = await laterSeen();
    expect(before).toEqual({ count: 0, hash: JSON.parse((await verify()).text).laterHash });
    await changeOne();
    const after = await laterSeen();
    expect(after).toEqual({ count: 1, hash: JSON.parse((await verify()).text).laterHash });
    expect(after!.hash).not.toBe(before!.hash);
  });

  test('steps cannot be changed in the database', async () => {
    await changeOne();
    await expect(server.pool.query('update draw_step set reason = $1', ['x'])).rejects.toThrow(
      'cannot be changed',
    );
  });
});

describe('the result as a sheet', () => {
  const headers = [
    '编号',
    '袋号',
    ...[1, 2, 3].flatMap((at) => [`专家${at}`, `单位${at}`, `固定${at}`]),
  ] as const;
  const out = async () => {
    const answer = await server.app.inject({
      url: `${API_BASE}/api/draw/${id}/sheet`,
      headers: { authorization: office },
    });
    expect(answer.statusCode).toBe(200);
    return (await readSheet(answer.rawPayload, headers, 100)).map(({ values }) => values);
  };
  type Row = Awaited<ReturnType<typeof out>>[number];
  const bytesOf = (rows: readonly Row[]) =>
    sheetOf(
      [...headers],
      rows.map((row) => headers.map((header) => row[header] ?? '')),
    );
  const send = async (rows: readonly Row[], query: { dryRun?: boolean; reason?: string }) =>
    sendFile(
      server,
      api.import,
      { name: 'result.xlsx', bytes: await bytesOf(rows) },
      { token: office, params: { id }, query },
    );

  test('changes nothing if imported unchanged, and imports changes as one step', async () => {
    const rows = await out();
    expect(rows).toHaveLength(2);
    expect((await send(rows, { dryRun: true })).body).toMatchObject({ failed: 0, changed: 0 });
    const own = [1, 2, 3].map((at) => rows[0]![`专家${at}` as '专家1']);
    const pool = Array.from({ length: 8 }, (_, at) => `专家${at + 1}号`);
    const other = pool.find((name) => !own.includes(name))!;
    const changed = [{ ...rows[0]!, 专家1: other, 单位1: '', 固定2: '是' as const }, rows[1]!];
    const looked = await send(changed, { dryRun: true });
    expect(looked.body, JSON.stringify(looked.body)).toMatchObject({ failed: 0, changed: 2, created: 0 });
    expect((await read()).steps).toEqual([]);
    expect((await send(changed, {})).status).toBe(400);
    expect((await send(changed, { reason: '按学科组意见' })).body).toMatchObject({ created: 2 });
    expect(await read()).toMatchObject({
      moved: 1,
      fixed: 1,
      undo: 1,
      steps: [{ kind: 'sheet', places: 1 }],
    });
    expect((await undo(1)).status).toBe(204);
  });

  test('reports problems by row and column and changes nothing', async () => {
    const rows = await out();
    const own = (await files())[0]!.places.map(({ name }) => name);
    await server.pool.query(
      `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
        select $1, $2, id, 'declared', 'block', '师生', 'office', now() from expert where name = $3`,
      [cycleId, projects[0]!.id, '专家1号'],
    );
    const wrong = [
      { ...rows[0]!, 专家1: '不存在的人' },
      { ...rows[0]!, 固定1: '对' },
      { ...rows[1]!, 编号: 'X-1', 袋号: '' },
      { ...rows[1]!, 专家2: rows[1]!.专家1 },
    ] as Row[];
    const answer = await send(wrong, { dryRun: true });
    expect(answer.body.errors.map(({ row, code }) => [row, code])).toEqual([
      [2, 'UNKNOWN_EXPERT'],
      [3, 'REPEATED'],
      [4, 'UNKNOWN_FILE'],
      [5, 'TWICE'],
    ]);
    const blocked = { ...rows[0]!, 专家1: '专家1号', 单位1: '', 专家2: '', 专家3: '' };
    // Present experts stay until replaced; only new ones are checked.
    if (!own.includes('专家1号'))
      expect((await send([blocked], { dryRun: true })).body.errors.map(({ code }) => code)).toContain(
        'CONFLICT',
      );
    expect((await read()).steps).toEqual([]);
  });
});

test('the influence of chance is estimated in the background', async () => {
  expect((await server.call(api.repeat, { token: office, params: { id } })).status).toBe(204);
  await vi.waitFor(async () => expect((await read()).repeat).toMatchObject({ runs: 200 }), patience);
  const { repeat, figures } = await read();
  expect(repeat!.mean).toBeGreaterThan(0);
  expect(figures.optimise?.meanMatch).toBeGreaterThanOrEqual(figures.draw!.meanMatch!);
});

test('a project of a result is found by its id, one of another draw is not', async () => {
  const [, second] = await files();
  const found = async (projectId: number) =>
    (await server.call(api.files, { token: office, query: { id, projectId } })).body.content;
  expect(await found(second!.projectId)).toEqual([second]);
  expect(await found(999_999)).toEqual([]);
});

test('supervisors and schools cannot see which expert reviews which project', async () => {
  const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  for (const [endpoint, input] of [
    [api.read, { params: { id } }],
    [api.files, { query: { id } }],
    [api.trial, { params: { id } }],
    [api.subjects, { params: { id } }],
    [api.why, { params: { id }, query: { projectId: projects[0]!.id } }],
    [api.startWhy, { params: { id }, body: { projectId: projects[0]!.id } }],
    [api.sheet, { params: { id } }],
  ] as const) {
    expect((await server.call(endpoint as typeof api.read, input as never)).status).toBe(401);
    expect(
      (await server.call(endpoint as typeof api.read, { ...input, token: supervisor } as never)).status,
    ).toBe(403);
  }
  expect((await server.call(drawApi.read, { token: supervisor, params: { id } })).status).toBe(200);
});
