import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { changeByTwo, countsOf, moveCycle, readCycle } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeForm,
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from '../../../test/project-helpers.ts';
import { advanceDueCycles } from '../cycle/advance-cycles.ts';
import { hashOfJson } from '../../platform/hash.ts';

const open = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(open);
let server: TestServer;
let office: string;
let cycleId: number;
const travel = async (text: string) => {
  clock.travelTo(new Date(`${text.replace(' ', 'T')}+08:00`));
  await advanceDueCycles(server.db, clock.now());
};
beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(async () => {
  clock.travelTo(open);
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  cycleId = await publishedCycle(server, office);
});
afterAll(() => server.close());

const move = async (token: string, id: number, event: 'recall' | 'withdraw', reason?: string) => {
  const { version } = await readProject(server, token, id);
  return server.call(api.move, { token, params: { id, event }, body: { version, reason } });
};
const submitted = async () => {
  const applicant = await newApplicant(server);
  const id = await completeProject(server, applicant, cycleId);
  const answer = await submit(server, applicant.token, id);
  expect(answer.error).toBeUndefined();
  return { ...applicant, id };
};

describe('starting a project', () => {
  test('fills in facts of the register', async () => {
    const applicant = await newApplicant(server);
    const { body, status } = await createProject(server, applicant, cycleId);
    expect(status).toBe(201);
    const project = await readProject(server, applicant.token, body.id);
    expect(project.person).toMatchObject({ name: '慕容教书', schoolName: '天津大学' });
    expect(project.person.idCard).toContain('*');
    expect(project.form.basic).toMatchObject({
      presentSeries: '1',
      presentLevel: 'middle',
      presentName: '讲师',
      phone: expect.stringMatching(/^151/),
    });
    expect(project).toMatchObject({ view: 'applicant', state: 'draft', no: null, version: 0 });
    const { body: own } = await server.call(api.own, { token: applicant.token });
    expect(own).toMatchObject([{ id: body.id, cycleId, state: 'draft' }]);
  });

  test('is possible once a year, also for simultaneous calls', async () => {
    const applicant = await newApplicant(server);
    const other = await publishedCycle(server, office);
    const answers = await Promise.all([
      createProject(server, applicant, cycleId),
      createProject(server, applicant, other),
      createProject(server, applicant, cycleId),
    ]);
    expect(countsOf(answers)).toEqual({ 201: 1, 400: 2 });
    expect(answers.find(({ status }) => status === 400)?.error.message).toMatch(/每年最多 1 项/);
  });

  test('ignores a withdrawn project in the count and copies its entries', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    expect((await move(applicant.token, id, 'withdraw')).status).toBe(204);
    const { body, status } = await createProject(server, applicant, cycleId);
    expect(status).toBe(201);
    const { form } = await readProject(server, applicant.token, body.id);
    expect(form.research.papers).toMatchObject([{ title: '一篇论文' }]);
    expect(form.target.titleName).toBeNull();
    expect(form.statement.text).toBeNull();
  });

  test.each([
    ['before the window', '2026-08-31 23:59:59', /申报时间为/],
    ['after it', '2026-10-01 00:00:00', /申报时间为/],
  ])('is refused %s', async (_, moment, message) => {
    const applicant = await newApplicant(server);
    await travel(moment);
    expect((await createProject(server, applicant, cycleId)).error.message).toMatch(message);
  });

  test('is possible only at an own school, in a published cycle that is not suspended', async () => {
    const applicant = await newApplicant(server);
    const elsewhere = { ...applicant, schoolId: (await newApplicant(server, '南开大学')).schoolId };
    expect((await createProject(server, elsewhere, cycleId)).error.errors).toMatchObject([
      { field: 'schoolId' },
    ]);
    expect((await createProject(server, applicant, 999_999)).status).toBe(404);
    await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
    expect((await createProject(server, applicant, cycleId)).error.message).toBe('批次已暂停：核查');
  });
});

describe('the form', () => {
  test('is stored as typed, complete or not', async () => {
    const applicant = await newApplicant(server);
    const { body } = await createProject(server, applicant, cycleId);
    const { form } = await readProject(server, applicant.token, body.id);
    const half = { ...form, basic: { ...form.basic, workStart: '20', department: ' ' } };
    const saved = await saveForm(server, applicant.token, { id: body.id, version: 0, form: half });
    expect(saved.body.version).toBe(1);
    const read = await readProject(server, applicant.token, body.id);
    expect(read.form.basic).toMatchObject({ workStart: '20', department: ' ' });
    expect(read.can.submit).toMatch(/^还有 \d+ 项没有填好/);
  });

  test('is never overwritten from an older version', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        saveForm(server, applicant.token, {
          id,
          version,
          form: { ...form, statement: { text: `述职 ${n}` } },
        }),
      ),
    );
    expect(countsOf(answers)).toEqual({ 200: 1, 409: 2 });
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('edit.conflict');
  });

  test('takes names of subjects from the catalogue, not from the client', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    expect(form.target.subjects).toMatchObject([{ fullName: expect.stringContaining('计算机科学与技术') }]);
    const forged = [
      { path: ['graduate', '08', '0812'], fullName: '假的', isObsolete: false },
      { path: ['graduate', '99', '9999'], fullName: '没有', isObsolete: false },
    ];
    await saveForm(server, applicant.token, {
      id,
      version,
      form: { ...form, target: { ...form.target, subjects: forged } },
    });
    const read = await readProject(server, applicant.token, id);
    expect(read.form.target.subjects).toMatchObject([{ isObsolete: false }, { isObsolete: true }]);
    expect(JSON.stringify(read.form)).not.toContain('假的');
    expect((await submit(server, applicant.token, id)).error.code).toBe('project.incomplete');
  });

  test('is saved without an operation log', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    await saveForm(server, applicant.token, { id, version, form });
    const logs = await server.db
      .selectFrom('operation_log')
      .select('description')
      .where('user_id', '=', applicant.userId)
      .execute();
    expect(logs.map(({ description }) => description)).not.toContain('保存申报表');
  });
});

describe('submitting', () => {
  test('stores a snapshot, assigns a number and signs', async () => {
    const { token, id } = await submitted();
    const project = await readProject(server, token, id);
    expect(project).toMatchObject({
      state: 'submitted',
      no: `2026-${cycleId}-0001`,
      isLate: false,
      can: { edit: '申报目前为「已提交」，不能「修改」', recall: true },
    });
    const stored = await server.db
      .selectFrom('project_snapshot')
      .select(['content', 'hash'])
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(hashOfJson(stored.content)).toBe(stored.hash);
    expect(project.snapshots).toMatchObject([{ round: 1, hash: stored.hash, ruleVersion: 1 }]);
    const signature = await server.db
      .selectFrom('commitment_signature')
      .selectAll()
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(signature).toMatchObject({ name: '慕容教书', ip: '127.0.0.1' });
    expect(project.signatures).toMatchObject([{ hash: signature.text_hash }]);
  });

  test('assigns consecutive numbers to simultaneous submissions', async () => {
    const applicants = [];
    for (let n = 0; n < 4; n += 1) {
      const applicant = await newApplicant(server);
      applicants.push({ ...applicant, id: await completeProject(server, applicant, cycleId) });
    }
    const answers = await Promise.all(applicants.map(({ token, id }) => submit(server, token, id)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const numbers = await Promise.all(
      applicants.map(async ({ token, id }) => (await readProject(server, token, id)).no?.slice(-4)),
    );
    expect(new Set(numbers)).toEqual(new Set(['0001', '0002', '0003', '0004']));
  });

  test('several times at once counts once', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const answers = await Promise.all([1, 2, 3].map(() => submit(server, applicant.token, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await readProject(server, applicant.token, id)).snapshots).toHaveLength(1);
  });

  test.each([
    ['something missing', { statement: { text: ' ' } }, /还有 1 项没有填好/],
    ['a regular leap of two levels', { target: { titleLevel: 'fullSenior' } }, /还有 2 项没有填好/],
    ['somebody retired', { basic: { service: 'retired' } }, /还有 1 项没有填好/],
    [
      'a demerit in force',
      { assessment: { discipline: 'inForce', disciplineUntil: '2027-01-01' } },
      /还有 1 项没有填好/,
    ],
  ])('is refused with %s', async (_, change, message) => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    const changed = Object.fromEntries(
      Object.entries(change).map(([section, values]) => [
        section,
        { ...form[section as keyof typeof form], ...values },
      ]),
    );
    await saveForm(server, applicant.token, { id, version, form: { ...form, ...changed } });
    expect((await submit(server, applicant.token, id)).error.message).toMatch(message);
  });

  test('is refused without consent to the present text of the cycle', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const unsigned = await submit(server, applicant.token, id, { agreed: false });
    expect([unsigned.status, unsigned.error.errors?.[0]?.field]).toEqual([400, 'agreed']);
    const { body: kinds } = await server.call(commitmentApi.kinds, { token: office });
    const employer = kinds.find(({ kind }) => kind === 'employer')?.versions[0]?.id;
    const nothing = await submit(server, applicant.token, id, { commitmentId: undefined });
    expect([nothing.status, nothing.error.message]).toEqual([400, '请先阅读并同意承诺书']);
    expect((await submit(server, applicant.token, id, { commitmentId: employer })).status).toBe(409);
  });

  test.each([
    ['in the last second', '2026-09-30 23:59:59', '2026-09-30 23:59:59', 204, false],
    ['begun in time, a little late', '2026-09-30 23:58:00', '2026-10-01 00:04:00', 204, true],
    ['begun in time, too late', '2026-09-30 23:58:00', '2026-10-01 00:06:00', 400, false],
    ['begun the second after', '2026-10-01 00:00:00', '2026-10-01 00:00:01', 400, false],
  ])('%s', async (_, begun, arrived, status, isLate) => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    await travel(begun);
    await server.call(api.begin, { token: applicant.token, params: { id } });
    await travel(arrived);
    const answer = await submit(server, applicant.token, id);
    expect([answer.status, answer.error?.message]).toEqual([
      status,
      status === 204 ? undefined : expect.any(String),
    ]);
    expect((await readProject(server, applicant.token, id)).isLate).toBe(isLate);
  });

  test('is refused while the cycle is suspended', async () => {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
    expect((await submit(server, applicant.token, id)).error.message).toContain('批次已暂停');
    expect((await saveForm(server, applicant.token, { id, version, form })).error.message).toContain(
      '批次已暂停',
    );
    expect((await move(applicant.token, id, 'withdraw')).error.message).toContain('批次已暂停');
    await moveCycle(server, office, { id: cycleId, event: 'resume' });
    expect((await submit(server, applicant.token, id)).status).toBe(204);
  });
});

describe('withdrawing', () => {
  test('is possible during the application period, and the next submission keeps the number', async () => {
    const { token, id } = await submitted();
    expect((await move(token, id, 'recall')).status).toBe(204);
    const project = await readProject(server, token, id);
    expect(project.state).toBe('draft');
    const form = { ...completeForm(project.form), statement: { text: '改过的述职' } };
    await saveForm(server, token, { id, version: project.version, form });
    expect((await submit(server, token, id)).status).toBe(204);
    const again = await readProject(server, token, id);
    expect(again.no).toBe(`2026-${cycleId}-0001`);
    expect(again.snapshots.map(({ round }) => round)).toEqual([2, 1]);
    expect(again.history.map(({ event }) => event)).toEqual(['提交', '撤回修改', '提交']);
  });

  test('is refused after the application period', async () => {
    const { token, id } = await submitted();
    await travel('2026-10-01 00:00:00');
    expect((await move(token, id, 'recall')).error.message).toMatch(/申报时间为/);
  });

  test('lets the next submission be judged by the rules of that moment', async () => {
    const { token, id } = await submitted();
    await move(token, id, 'recall');
    const { version } = await readCycle(server, office, cycleId);
    await changeByTwo(server, cycleApi.saveRules, {
      token: office,
      body: { id: cycleId, version, rules: { A1: { values: { grace: 10 } } }, reason: '放宽' },
    });
    await submit(server, token, id);
    const { snapshots } = await readProject(server, token, id);
    expect(snapshots.map(({ ruleVersion }) => ruleVersion)).toEqual([2, 1]);
  });
});

describe('another user', () => {
  test('cannot read, save, submit or withdraw a project', async () => {
    const { id } = await submitted();
    const stranger = await newApplicant(server);
    const calls = [
      server.call(api.read, { token: stranger.token, params: { id } }),
      saveForm(server, stranger.token, { id, version: 1, form: completeForm() }),
      server.call(api.begin, { token: stranger.token, params: { id } }),
      server.call(api.move, {
        token: stranger.token,
        params: { id, event: 'withdraw' },
        body: { version: 2 },
      }),
      server.call(api.submit, {
        token: stranger.token,
        params: { id },
        body: { version: 2, commitmentId: 1, agreed: true },
      }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await server.call(api.own, { token: stranger.token })).body).toEqual([]);
  });

  test('with the permission who is no applicant has no projects and no school', async () => {
    expect((await server.call(api.own, { token: office })).status).toBe(403);
    const admin = await signedIn(server.db, { roleIds: [1] });
    expect((await server.call(api.own, { token: admin.token })).body).toEqual([]);
    expect((await server.call(api.employers, { token: admin.token })).body).toEqual([]);
  });
});
