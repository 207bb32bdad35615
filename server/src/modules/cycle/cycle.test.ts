import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewRuleApi } from '@zhiping/shared/contracts/review-rule.ts';
import {
  changeByTwo,
  completeCycle,
  countsOf,
  moveCycle,
  newCycle,
  newestTexts,
  readCycle,
  usualTimes,
} from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { advanceDueCycles } from './advance-cycles.ts';
import { hashOfJson } from '../../platform/hash.ts';

const spring = new Date('2026-04-01T10:00:00+08:00');
const clock = travellingClock(spring);
let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(async () => {
  clock.travelTo(spring);
  office = (await signedIn(server.db, { roleIds: [3] })).token;
});
afterAll(() => server.close());

const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`);
const travel = async (text: string) => {
  clock.travelTo(at(text));
  await advanceDueCycles(server.db, clock.now());
};
const published = async () => {
  const id = await completeCycle(server, office);
  expect((await moveCycle(server, office, { id, event: 'publish' })).status).toBe(204);
  return id;
};
const stateOf = async (id: number) => (await readCycle(server, office, id)).state;

describe('setting up', () => {
  test('a new cycle is a draft that says everything it lacks, step by step', async () => {
    const cycle = await readCycle(server, office, await newCycle(server, office));
    expect(cycle).toMatchObject({ state: 'draft', ruleVersion: null, versions: [], history: [] });
    expect(new Set(cycle.missing.map(({ step }) => step))).toEqual(
      new Set(['basic', 'scope', 'schedule', 'texts']),
    );
    expect(cycle.missing.map(({ message }) => message)).toContain('没有申报的系列和层级');
    expect(cycle.can).toMatchObject({ edit: true, publish: expect.stringMatching(/^还有 \d+ 项没有填好/) });
  });

  test('an incomplete cycle cannot be published, a complete one can', async () => {
    const draft = await newCycle(server, office);
    expect((await moveCycle(server, office, { id: draft, event: 'publish' })).error.code).toBe(
      'cycle.incomplete',
    );
    const id = await completeCycle(server, office);
    expect((await readCycle(server, office, id)).missing).toEqual([]);
    expect((await moveCycle(server, office, { id, event: 'publish' })).status).toBe(204);
    expect(await stateOf(id)).toBe('published');
  });

  test('days alone begin with their first second and end with their last', async () => {
    const id = await completeCycle(server, office);
    expect(await readCycle(server, office, id)).toMatchObject({
      applyOpensAt: '2026-09-01 00:00:00',
      applyClosesAt: '2026-09-30 23:59:59',
      cutoffDay: '2026-12-31',
    });
  });

  test.each([
    ['a close before its opening', { applyClosesAt: '2026-08-31' }, '申报截止时间应晚于申报开始时间'],
    ['no end of the review', { reviewClosesAt: null }, '没有设定专家评审截止时间'],
    [
      'a window that is over',
      { applyOpensAt: '2026-01-01', applyClosesAt: '2026-02-01' },
      '申报截止时间 2026-02-01 23:59:59 已过',
    ],
  ])('%s is missing', async (_, times, message) => {
    const id = await completeCycle(server, office, times);
    expect((await readCycle(server, office, id)).missing).toEqual([{ step: 'schedule', message }]);
  });

  test('posts must be counted where review and appointment go together', async () => {
    const id = await completeCycle(server, office);
    const { version, ...cycle } = await readCycle(server, office, id);
    await server.call(cycleApi.saveBasic, {
      token: office,
      body: { ...cycle, version, appointMode: 'together' },
    });
    expect((await readCycle(server, office, id)).missing).toEqual([
      { step: 'scope', message: '评聘结合须有指标，还有 1 项没有填写' },
    ]);
  });

  test('a copy has rules, form and texts, not times and posts', async () => {
    const source = await completeCycle(server, office);
    await server.call(cycleApi.saveRules, {
      token: office,
      body: { id: source, rules: { F1: { values: { count: 5 } } } },
    });
    const copy = await readCycle(server, office, await newCycle(server, office, source));
    expect(copy).toMatchObject({
      committee: '省高校教师高级职称评审委员会',
      rules: { F1: { values: { count: 5 } } },
      notice: '请按时申报。',
      commitments: { ...(await newestTexts(server)), staff: null },
      applyOpensAt: null,
      state: 'draft',
    });
    expect(copy.targets.map(({ quota }) => quota)).toEqual([null, null]);
  });

  test('two names alike, an unknown series, a text of another kind and an unknown source are refused', async () => {
    const [first, second] = [await newCycle(server, office), await newCycle(server, office)];
    const { name } = await readCycle(server, office, first);
    const texts = await newestTexts(server);
    const tries = [
      await server.call(cycleApi.create, { token: office, body: { name, year: 2026, organiser: '省厅' } }),
      await server.call(cycleApi.saveScope, {
        token: office,
        body: { id: second, targets: [{ titleSeries: '999', titleLevel: 'middle' }] },
      }),
      await server.call(cycleApi.saveTexts, {
        token: office,
        body: { id: second, notice: '', commitments: { ...texts, applicant: texts['expert'] } },
      }),
      await server.call(cycleApi.create, {
        token: office,
        body: { name: '副本', year: 2026, organiser: '省厅', copyOf: 999_999 },
      }),
    ];
    expect(tries.map(({ status, error }) => [status, error.errors?.[0]?.field])).toEqual([
      [400, 'name'],
      [400, 'targets.0.titleSeries'],
      [400, 'commitments.applicant'],
      [404, undefined],
    ]);
  });

  test('missing parts of materials are found at their step', async () => {
    const id = await completeCycle(server, office);
    const rules = { A7: { values: { required: ['works'] } } };
    await server.call(cycleApi.saveMaterials, { token: office, body: { id, rules, proofs: [] } });
    expect((await readCycle(server, office, id)).missing).toEqual([
      { step: 'materials', message: '基本情况、申报信息必须填写，其他规则据此判断' },
    ]);
  });

  test('rules and materials keep each other’s settings', async () => {
    const id = await newCycle(server, office);
    const save = (endpoint: typeof cycleApi.saveRules | typeof cycleApi.saveMaterials, body: object) =>
      server.call(endpoint, { token: office, body: { id, ...body } });
    await save(cycleApi.saveRules, {
      rules: { F1: { values: { count: 5 } }, W1: { source: '不属于这一步' } },
    });
    await save(cycleApi.saveMaterials, {
      rules: { W1: { source: '校发〔2026〕3号' }, F1: { values: { count: 7 } } },
      proofs: [{ name: '无犯罪记录证明', substitute: 'data' }],
    });
    const cycle = await readCycle(server, office, id);
    expect(cycle.rules).toEqual({ F1: { values: { count: 5 } }, W1: { source: '校发〔2026〕3号' } });
    expect(cycle.warnings.map(({ message }) => message).join()).toContain('无犯罪记录证明');
  });

  test('of two users who save one step, the second learns whose change it would overwrite', async () => {
    const id = await newCycle(server, office);
    const { version } = await readCycle(server, office, id);
    const save = (notice: string) =>
      server.call(cycleApi.saveTexts, { token: office, body: { id, version, notice, commitments: {} } });
    const answers = await Promise.all(['甲', '乙', '丙', '丁'].map(save));
    expect(countsOf(answers)).toEqual({ 200: 1, 409: 3 });
  });
});

describe('publication', () => {
  test('freezes all values under a hash that can be computed again', async () => {
    const id = await published();
    const { versions, ruleVersion } = await readCycle(server, office, id);
    const { content, hash } = await server.db
      .selectFrom('rule_set')
      .select(['content', 'hash'])
      .where('cycle_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(ruleVersion).toBe(1);
    expect(versions).toMatchObject([{ version: 1, hash, reason: null }]);
    expect(hash).toBe(hashOfJson(content));
    expect(content.rules).toHaveProperty('F1');
    const event = await server.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'cycle.published')
      .where('entity_id', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(event.detail).toMatchObject({ rules: { version: 1, hash } });
  });

  test('frozen content cannot be changed, not even in the database', async () => {
    await published();
    for (const change of ["update rule_set set hash = ''", 'delete from rule_set', 'truncate rule_set'])
      await expect(server.pool.query(change)).rejects.toThrow('cannot be changed or deleted');
  });

  test('of many simultaneous publications one succeeds, there is one version, and the others learn the state', async () => {
    const id = await completeCycle(server, office);
    const { version } = await readCycle(server, office, id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => moveCycle(server, office, { id, version, event: 'publish' })),
    );
    expect(countsOf(answers)).toEqual({ 204: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.error.message).toMatch(
      /批次现在的状态是「已发布」。这次的操作没有执行/,
    );
    expect((await moveCycle(server, office, { id, event: 'publish' })).status).toBe(400);
    expect((await readCycle(server, office, id)).versions).toHaveLength(1);
  });

  test('a later change needs a reason and is a version of its own, where it changes anything', async () => {
    const id = await published();
    const rules = { F1: { values: { count: 5 } } };
    const save = (reason?: string) =>
      server.call(cycleApi.saveRules, { token: office, body: { id, rules, reason } });
    const refused = await save();
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([400, 'reason']);
    const body = { id, rules, reason: '上级文件调整' };
    await changeByTwo(server, cycleApi.saveRules, { token: office, body });
    expect((await save('再存一次')).body).toEqual({ confirmationId: null });
    const { versions, ruleVersion } = await readCycle(server, office, id);
    expect(ruleVersion).toBe(2);
    expect(versions.map(({ version, reason }) => [version, reason])).toEqual([
      [2, '上级文件调整'],
      [1, null],
    ]);
  });

  test('readers of rules see those of published cycles, version by version, and of no draft', async () => {
    const [id, draft] = [await published(), await newCycle(server, office)];
    const rules = { F1: { values: { count: 5 } } };
    await changeByTwo(server, cycleApi.saveRules, { token: office, body: { id, rules, reason: '调整' } });
    const { token } = await signedIn(server.db, { roleIds: [9], deptId: 30 });
    const { body: cycles } = await server.call(reviewRuleApi.cycles, { token });
    expect(cycles.find((cycle) => cycle.id === id)?.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(cycles.map((cycle) => cycle.id)).not.toContain(draft);
    const countIn = async (version: number) => {
      const { body } = await server.call(reviewRuleApi.frozen, { token, params: { id, version } });
      return body.rules['F1']?.values['count'];
    };
    expect([await countIn(1), await countIn(2)]).toEqual([3, 5]);
    const missing = await server.call(reviewRuleApi.frozen, { token, params: { id: draft, version: 1 } });
    expect(missing.status).toBe(404);
  });

  test('a published cycle stays complete, and cannot be deleted', async () => {
    const id = await published();
    const emptied = await server.call(cycleApi.saveTexts, {
      token: office,
      body: { id, notice: '', commitments: await newestTexts(server), reason: '试' },
    });
    expect([emptied.status, emptied.error.message]).toEqual([400, '没有申报通知']);
    // One step may make another lack something.
    const { version: _, ...basic } = await readCycle(server, office, id);
    const together = await server.call(cycleApi.saveBasic, {
      token: office,
      body: { ...basic, appointMode: 'together', reason: '试' },
    });
    expect(together.error.message).toBe('评聘结合须有指标，还有 1 项没有填写');
    const unfiled = await server.call(cycleApi.saveMaterials, {
      token: office,
      body: { id, rules: { A7: { values: { required: ['works'] } } }, proofs: [], reason: '试' },
    });
    expect(unfiled.error.message).toContain('必须填写，其他规则据此判断');
    const deleted = await server.call(cycleApi.remove, { token: office, body: [id] });
    expect([deleted.status, deleted.error.message]).toEqual([400, '批次已发布，不能删除']);
    const draft = await newCycle(server, office);
    expect((await server.call(cycleApi.remove, { token: office, body: [draft, id] })).status).toBe(400);
    expect((await server.call(cycleApi.remove, { token: office, body: [draft] })).status).toBe(200);
  });
});

describe('time', () => {
  test.each([
    ['2026-08-31 23:59:59', 'published'],
    ['2026-09-01 00:00:00', 'applying'],
    ['2026-09-30 23:59:59', 'applying'],
    ['2026-10-01 00:00:00', 'checking'],
  ])('at %s a cycle is %s', async (moment, state) => {
    const id = await published();
    await travel(moment);
    expect(await stateOf(id)).toBe(state);
  });

  test('whatever was missed while no server ran happens in its order', async () => {
    const id = await published();
    await travel('2026-11-20 00:00:00');
    const { history } = await readCycle(server, office, id);
    expect(history.map(({ event, by }) => [event, by])).toEqual([
      ['截止申报', null],
      ['开始申报', null],
      ['发布', expect.stringMatching(/^用户/)],
    ]);
  });

  test('two servers move a cycle on once', async () => {
    const id = await published();
    clock.travelTo(at('2026-09-10 00:00:00'));
    await Promise.all(Array.from({ length: 6 }, () => advanceDueCycles(server.db, clock.now())));
    expect((await readCycle(server, office, id)).history.map(({ event }) => event)).toEqual([
      '开始申报',
      '发布',
    ]);
  });

  test('one that is published inside its window opens at once', async () => {
    const id = await completeCycle(server, office);
    clock.travelTo(at('2026-09-10 00:00:00'));
    await moveCycle(server, office, { id, event: 'publish' });
    expect(await stateOf(id)).toBe('applying');
  });

  test('a suspended cycle stands still, says why, and catches up when it goes on', async () => {
    const id = await published();
    expect((await moveCycle(server, office, { id, event: 'suspend' })).error.errors?.[0]?.field).toBe(
      'reason',
    );
    await moveCycle(server, office, { id, event: 'suspend', reason: '监督检查' });
    await travel('2026-09-10 00:00:00');
    const suspended = await readCycle(server, office, id);
    expect(suspended).toMatchObject({ state: 'published', suspendedReason: '监督检查' });
    expect(suspended.can).toMatchObject({ suspend: '批次已暂停：监督检查', resume: true });
    await moveCycle(server, office, { id, event: 'resume' });
    expect(await readCycle(server, office, id)).toMatchObject({ state: 'applying', suspendedReason: null });
  });

  test('a window that was over is open again when it ends later, until the review begins', async () => {
    const id = await published();
    await travel('2026-10-02 09:00:00');
    const save = (applyClosesAt: string) =>
      server.call(cycleApi.saveSchedule, {
        token: office,
        body: { id, ...usualTimes, applyClosesAt, reason: '系统升级' },
      });
    const past = await save('2026-10-01');
    expect([past.status, past.error.errors?.[0]]).toEqual([
      400,
      { field: 'applyClosesAt', message: '已发布的批次，新的截止时间须晚于现在' },
    ]);
    expect((await save('2026-10-08')).status).toBe(200);
    expect(await stateOf(id)).toBe('applying');
    await travel('2026-10-16 09:00:00');
    expect((await moveCycle(server, office, { id, event: 'review' })).status).toBe(204);
    expect((await save('2026-10-20')).error.message).toBe('评审已经开始，不能再改申报截止时间');
    const { form } = await readCycle(server, office, id);
    const late = await server.call(cycleApi.saveForm, { token: office, body: { id, form, reason: '改' } });
    expect(late.error.code).toBe('cycle.reviewing');
  });
});

describe('who', () => {
  test('the supervisor reads cycles and changes none; school officers, experts and others see none', async () => {
    const id = await newCycle(server, office);
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    const shown = await readCycle(server, supervisor, id);
    expect(shown.can).toEqual({});
    expect((await moveCycle(server, supervisor, { id, event: 'publish' })).status).toBe(403);
    for (const roleId of [2, 5, 6, 9]) {
      const { token } = await signedIn(server.db, { roleIds: [roleId], deptId: 30 });
      const answers = await Promise.all([
        server.call(cycleApi.list, { token }),
        server.call(cycleApi.detail, { token, params: { id } }),
        moveCycle(server, token, { id, event: 'publish' }),
      ]);
      expect([roleId, ...answers.map(({ status }) => status)]).toEqual([roleId, 403, 403, 403]);
    }
    expect((await server.call(cycleApi.list)).status).toBe(401);
  });

  test('a list finds cycles by name, year and state', async () => {
    const id = await published();
    const { name } = await readCycle(server, office, id);
    const find = async (query: object) => {
      const { body } = await server.call(cycleApi.list, { token: office, query: { ...query, size: 1000 } });
      return body.content.map((cycle) => cycle.id);
    };
    expect(await find({ blurry: name })).toContain(id);
    expect(await find({ state: 'published', year: 2026 })).toContain(id);
    expect(await find({ state: 'draft' })).not.toContain(id);
    expect(await find({ year: 2025 })).toEqual([]);
  });

  test("an event that is not the office's is refused", async () => {
    const id = await published();
    for (const event of ['open', 'close', 'extend', 'delete', '__proto__'])
      expect((await moveCycle(server, office, { id, event })).status).toBe(400);
  });
});
