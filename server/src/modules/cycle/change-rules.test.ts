import { beforeEach, describe, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { blindForm } from '@zhiping/shared/rules/opinion/form.ts';
import {
  completeCycle,
  countsOf,
  moveCycle,
  newestTexts,
  readCycle,
  usualTimes,
} from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { basicOf } from '../../../test/mapping-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** The frozen content of a published cycle changes by two persons only; the request lists every change. */

type StepEndpoint = (typeof cycleApi)['saveRules'];
let server: TestServer;
let clock: ReturnType<typeof travellingClock>;
let office: string;
let second: string;
let id: number;

const openPublished = async () => {
  clock = travellingClock(new Date('2026-04-01T10:00:00+08:00'));
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  id = await completeCycle(server, office);
  await moveCycle(server, office, { id, event: 'publish' });
  return () => server.close();
};

const stored = () => readCycle(server, office, id);
const save = (endpoint: unknown, body: object, token = office) =>
  server.call(endpoint as StepEndpoint, { token, body: { id, reason: '上级规定', ...body } as never });
const confirm = (asked: number, token = second) =>
  server.call(confirmationApi.confirm, { token, params: { id: asked }, body: { note: null } });

const hinted = { ...blindForm, texts: blindForm.texts.map((one) => ({ ...one, hint: '请写具体' })) };

type Step = [name: string, endpoint: unknown, more: () => object | Promise<object>, words: string];
const steps: Step[] = [
  [
    'rules',
    cycleApi.saveRules,
    () => ({ rules: { R2: { values: { most: 0 } } } }),
    '（不同意至多）由「1 份」改为「0 份」',
  ],
  [
    'materials',
    cycleApi.saveMaterials,
    () => ({ rules: {}, proofs: [{ name: '师德考核表', note: null, substitute: null }] }),
    '增加证明材料 师德考核表：「须提交」',
  ],
  ['form', cycleApi.saveForm, () => ({ form: hinted }), '，说明为 请写具体」'],
  [
    'texts',
    cycleApi.saveTexts,
    async () => ({ notice: '请按时申报。', commitments: await newestTexts(server) }),
    '增加工作人员承诺书第 1 版：「采用」',
  ],
  [
    'basic',
    cycleApi.saveBasic,
    async () => ({ ...basicOf(await stored()), shareOpinions: true }),
    '专家之间可以看其他意见由「否」改为「是」',
  ],
  [
    'schedule',
    cycleApi.saveSchedule,
    () => ({ ...usualTimes, cutoffDay: '2026-08-31' }),
    '任职年限截止日由「2026-12-31」改为「2026-08-31」',
  ],
];

describe('a published cycle', () => {
  beforeEach(openPublished);

  test.each(steps)('%s: one person alone only asks', async (step, endpoint, more, words) => {
    const before = await stored();
    const { status, body, error } = await save(endpoint, await more());
    expect(status, error?.message).toBe(200);
    const asked = body.confirmationId!;
    const waiting = await stored();
    expect(waiting).toEqual({
      ...before,
      asked: expect.objectContaining({ confirmationId: asked, summary: expect.stringContaining(words) }),
    });
    expect((await confirm(asked, office)).error?.code).toBe('state.role');
    expect(await stored()).toEqual(waiting);

    expect((await confirm(asked)).status).toBe(204);
    const after = await stored();
    expect([after.ruleVersion, after.asked, after.versions[0]!.reason]).toEqual([2, null, '上级规定']);
    const [newest] = after.versions;
    expect(newest).toMatchObject({ askedBy: expect.any(String), createBy: expect.any(String) });
    expect(newest!.askedBy).not.toBe(newest!.createBy);
    const again = await save(endpoint, { ...(await more()), version: undefined });
    expect(again.body, step).toEqual({ confirmationId: null });
    expect((await stored()).ruleVersion).toBe(2);
  });

  test.each([
    [
      'notice',
      cycleApi.saveTexts,
      async () => ({ notice: '新的通知', commitments: (await stored()).commitments }),
    ],
    ['telephone', cycleApi.saveBasic, async () => ({ ...basicOf(await stored()), officePhone: '022-1' })],
    ['a later end', cycleApi.saveSchedule, () => ({ ...usualTimes, reviewClosesAt: '2026-12-05' })],
  ])('%s: what no decision goes by is changed by one', async (_, endpoint, more) => {
    const { status, body, error } = await save(endpoint, await more());
    expect([status, body], error?.message).toEqual([200, { confirmationId: null }]);
    expect((await stored()).ruleVersion).toBe(1);
  });

  test.each([
    [
      'the window opens later',
      { applyOpensAt: '2026-09-30 23:58:00' },
      '申报开始由「2026-09-01 00:00:00」改为',
    ],
    [
      'the colleges are left out',
      { collegeClosesAt: null },
      '院系审核截止由「2026-10-08 23:59:59」改为「未设」',
    ],
    ['the supervising bodies are left out', { bodyClosesAt: null }, '改为「未设」'],
  ])('%s only by two', async (_, times, words) => {
    const open = {
      collegeClosesAt: '2026-10-08',
      bodyClosesAt: '2026-10-20',
      eligibilityClosesAt: '2026-11-05',
    };
    id = await completeCycle(server, office, open);
    await moveCycle(server, office, { id, event: 'publish' });
    const { body, error } = await save(cycleApi.saveSchedule, { ...usualTimes, ...open, ...times });
    expect(body.confirmationId, error?.message).not.toBeNull();
    const { asked } = await stored();
    expect(asked!.summary).toContain(words);
    expect((await confirm(body.confirmationId!)).status).toBe(204);
    expect((await stored()).ruleVersion).toBe(1);
  });

  test('the second person reads every value of a criterion, of its step, and no sentence that was typed', async () => {
    const criteria = blindForm.criteria.map((one, index) =>
      index > 0
        ? one
        : {
            ...one,
            required: false,
            rubric: '一律优秀',
            levels: one.levels.map((level, place) => ({ ...level, points: one.weight - place })),
          },
    );
    const { body } = await save(cycleApi.saveForm, { form: { ...blindForm, criteria } });
    const words = (await stored()).asked!.summary;
    const [{ levels, weight }] = blindForm.criteria as [(typeof blindForm.criteria)[0]];
    expect(words).toContain(`${levels[1]!.word} ${levels[1]!.points}`);
    expect(words).toContain(`${levels[1]!.word} ${weight - 1}`);
    expect(words).toContain('可不评');
    expect(words).toContain('标准为 一律优秀');
    await server.call(confirmationApi.withdraw, { token: office, params: { id: body.confirmationId! } });
    const forged = '甲」；R2 送审结果由「0 份」改为「1 份';
    await save(cycleApi.saveMaterials, {
      rules: {},
      proofs: [{ name: forged, note: null, substitute: null }],
    });
    expect((await stored()).asked!.summary).not.toContain('由「0 份」');
    const twice = { name: '学历证明', note: null, substitute: null };
    const { error } = await save(cycleApi.saveMaterials, { rules: {}, proofs: [twice, twice] });
    expect(error.errors).toMatchObject([{ message: '证明名称不能重复' }]);
  });

  test('nobody is notified of times that are only asked for', async () => {
    const told = async () => {
      const { rows } = await server.pool.query(`select 1 from task where kind = 'cycle.tell'`);
      return rows.length;
    };
    const before = await told();
    const { body } = await save(cycleApi.saveSchedule, {
      ...usualTimes,
      applyClosesAt: '2026-10-05',
      cutoffDay: '2026-08-31',
    });
    expect(await told()).toBe(before);
    expect((await confirm(body.confirmationId!)).status).toBe(204);
    expect(await told()).toBe(before + 1);
    expect(await stored()).toMatchObject({ applyClosesAt: '2026-10-05 23:59:59', cutoffDay: '2026-08-31' });
  });

  test('one request waits, and is for the cycle as it was', async () => {
    const ask = (most: number) => save(cycleApi.saveRules, { rules: { R2: { values: { most } } } });
    const { body } = await ask(0);
    expect((await ask(2)).error?.code).toBe('confirmation.waiting');
    await save(cycleApi.saveBasic, { ...basicOf(await stored()), officePhone: '022-27400000' });
    expect((await confirm(body.confirmationId!)).error?.code).toBe('confirmation.changed');
    const next = await ask(2);
    expect((await confirm(next.body.confirmationId!)).status).toBe(204);
    expect((await stored()).rules['R2']?.values?.['most']).toBe(2);
  });

  test('what would leave it incomplete is not asked for', async () => {
    const rules = { A7: { values: { required: ['works'] } } };
    const { error } = await save(cycleApi.saveMaterials, { rules, proofs: [] });
    expect(error.message).toContain('必须填写，其他规则据此判断');
    expect((await stored()).asked).toBeNull();
  });

  test('two who save at once ask once', async () => {
    const rules = { R2: { values: { most: 0 } } };
    const answers = await Promise.all(
      [office, second].map((token) => save(cycleApi.saveRules, { rules }, token)),
    );
    expect(countsOf(answers)).toEqual({ 200: 1, 400: 1 });
  });

  test('the supervisor reads what waits, and no account of a school does', async () => {
    await save(cycleApi.saveRules, { rules: { R2: { values: { most: 0 } } } });
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    expect((await readCycle(server, supervisor, id)).asked).not.toBeNull();
    const { token } = await signedIn(server.db, {
      roleIds: [9],
      deptId: await findSchoolId(server.db, '天津大学'),
    });
    expect((await server.call(cycleApi.detail, { token, params: { id } })).status).toBe(403);
  });
});

test('while experts write, one person cannot turn a result by the rule that it goes by', async () => {
  clock = travellingClock(START);
  ({ server, office, cycleId: id } = await startWorld('submitted', { clock }));
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  const { rules } = await stored();
  const { body } = await save(cycleApi.saveRules, { rules: { ...rules, R2: { values: { most: 0 } } } });
  expect((await stored()).ruleVersion).toBe(1);
  expect((await confirm(body.confirmationId!)).status).toBe(204);
  expect((await stored()).versions[0]).toMatchObject({ version: 2, askedBy: expect.any(String) });
  await server.close();
});

test('a draft is set up by one', async () => {
  const close = await openPublished();
  id = await completeCycle(server, office);
  const { body } = await save(cycleApi.saveRules, { rules: { R2: { values: { most: 0 } } }, reason: null });
  expect(body).toEqual({ confirmationId: null });
  await close();
});
