import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { countsOf, moveCycle } from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  addProof,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from '../../../test/project-helpers.ts';
import { advanceDueCycles } from '../cycle/advance-cycles.ts';

const open = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(open);
let server: TestServer;
let office: string;
let school: string;
let elsewhere: string;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let cycleId: number;
let id: number;
let proof: number;

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
const travel = async (text: string) => {
  clock.travelTo(new Date(`${text.replace(' ', 'T')}+08:00`));
  await advanceDueCycles(server.db, clock.now());
};
const checked = async (token = school): Promise<CheckedProject> => {
  const { status, body, error } = await server.call(api.read, { token, params: { id } });
  if (status !== 200) throw new Error(error.message);
  if (body.view === 'applicant') throw new Error('seen as applicant');
  return body;
};
type Sent = { reason?: string; reasons?: { path: string; message: string }[]; version?: number };
const returnProject = async (token: string | undefined, change: Sent = {}) => {
  const { version } = await readProject(server, applicant.token, id);
  return server.call(api.return, {
    ...(token && { token }),
    params: { id },
    body: { version, reason: '请补充材料', reasons: [], ...change },
  });
};
const change = async (edit: (form: ProjectForm) => ProjectForm) => {
  const { form, version } = await readProject(server, applicant.token, id);
  return saveForm(server, applicant.token, { id, version, form: edit(form) });
};
const withStatement = (text: string) => (form: ProjectForm) => ({ ...form, statement: { text } });

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
});
beforeEach(async () => {
  clock.travelTo(open);
  cycleId = await publishedCycle(server, office);
  applicant = await newApplicant(server);
  id = await completeProject(server, applicant, cycleId);
  proof = await addProof(server, applicant.token, { id, text: '证明' });
  await submit(server, applicant.token, id);
});
afterAll(() => server.close());

describe('a return', () => {
  const reasons = () => [
    { path: 'statement.text', message: '述职太短' },
    { path: 'research.papers.r1', message: '请核对收录' },
    { path: 'education', message: '缺本科' },
    { path: `attachments.${proof}`, message: '看不清' },
  ];

  test('reaches the applicant with its reasons, is recorded, and allows a new submission', async () => {
    expect((await checked()).can).toMatchObject({ return: true });
    expect((await returnProject(school, { reasons: reasons() })).status).toBe(204);
    const returned = await readProject(server, applicant.token, id);
    expect(returned).toMatchObject({
      state: 'returned',
      lastReturn: { round: 1, reason: '请补充材料', reasons: reasons(), at: '2026-09-10 10:00:00' },
      can: { edit: true, submit: true, withdraw: true, recall: expect.stringContaining('已退回') },
    });
    expect(returned.history[0]).toMatchObject({ event: '退回修改', note: '请补充材料' });
    const events = await server.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'project.returned')
      .where('entity_id', '=', String(id))
      .execute();
    expect(events).toMatchObject([{ detail: { round: 1, from: 'submitted', to: 'returned' } }]);
    expect((await change(withStatement('长一些的述职'))).status).toBe(200);
    expect((await submit(server, applicant.token, id)).status).toBe(204);
    const again = await readProject(server, applicant.token, id);
    expect(again).toMatchObject({ state: 'submitted', no: returned.no, can: { withdraw: true } });
    expect(again.can.recall).toMatch(/单位已开始审核/);
    const { version } = again;
    const recalled = await server.call(api.move, {
      token: applicant.token,
      params: { id, event: 'recall' },
      body: { version },
    });
    expect([recalled.status, recalled.error.code]).toEqual([400, 'project.in_check']);
  });

  test('shows those who check the submitted version, not later edits', async () => {
    await returnProject(school, { reasons: reasons() });
    await change((form) => ({
      ...withStatement('还在写的秘密')(form),
      target: { ...form.target, titleName: '秘密职称', titleLevel: 'fullSenior' },
    }));
    for (const token of [school, office]) {
      const seen = await checked(token);
      expect(seen).toMatchObject({ state: 'returned', form: { statement: { text: '述职' } } });
      const listed = await server.call(projectListApi.list, { token, query: { id } });
      expect(listed.body.content).toMatchObject([{ titleName: '副教授', titleLevel: 'associateSenior' }]);
      expect(JSON.stringify([seen, listed.body])).not.toContain('秘密');
    }
  });

  test('is shown beside the next submission for comparison', async () => {
    await returnProject(school, { reasons: reasons() });
    await change(withStatement('长一些的述职'));
    const between = await addProof(server, applicant.token, { id, text: '还不清楚的', replaces: proof });
    const second = await addProof(server, applicant.token, { id, text: '清楚的', replaces: between });
    await submit(server, applicant.token, id);
    const seen = await checked();
    expect(seen).toMatchObject({
      snapshot: { round: 2 },
      form: { statement: { text: '长一些的述职' } },
      // Versions that were never submitted are hidden from those who check.
      materials: [{ id: second, former: [{ id: proof }] }],
      lastReturn: {
        round: 1,
        by: expect.stringMatching(/^用户/),
        form: { statement: { text: '述职' } },
        materials: [{ id: proof }],
      },
    });
    expect((await returnProject(school, { reason: '还不行' })).status).toBe(204);
    expect((await checked()).lastReturn).toMatchObject({ round: 2, reason: '还不行', reasons: [] });
  });

  test('never shows a school requests for avoidance, neither former nor present ones', async () => {
    const request = {
      key: 'x1',
      kind: 'person',
      name: '秘密回避人',
      unit: null,
      relation: null,
      reason: '导师',
    } as const;
    await returnProject(school);
    await change((form) => ({ ...form, recusals: { requests: [request] } }));
    await submit(server, applicant.token, id);
    for (const path of ['recusals', 'recusals.requests', 'recusals.requests.x1'])
      expect((await returnProject(school, { reasons: [{ path, message: '不妥' }] })).error.code).toBe(
        'project.no_place',
      );
    await returnProject(school);
    expect(JSON.stringify(await checked(school))).not.toContain('秘密回避人');
    expect((await checked(office)).lastReturn?.form.recusals.requests).toHaveLength(1);
  });
});

describe('a return is refused', () => {
  test('to all but the own school', async () => {
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    const missing = await server.call(api.return, {
      token: elsewhere,
      params: { id: 999_999 },
      body: { version: 0, reason: '原因' },
    });
    const { status, error } = await returnProject(elsewhere);
    expect([status, error.message]).toEqual([missing.status, missing.error.message]);
    expect(status).toBe(404);
    expect((await returnProject(undefined)).status).toBe(401);
    for (const token of [supervisor, applicant.token, office])
      expect((await returnProject(token)).status).toBe(403);
    expect((await checked(office)).can).not.toHaveProperty('return');
  });

  test('to an officer for their own project', async () => {
    const { userId, token, schoolId } = applicant;
    await server.db.insertInto('user_role').values({ user_id: userId, role_id: 9 }).execute();
    await server.db.updateTable('sys_user').set({ dept_id: schoolId }).where('id', '=', userId).execute();
    expect((await returnProject(token)).status).toBe(404);
    expect((await readProject(server, token, id)).state).toBe('submitted');
  });

  test('without a reason, for unknown parts, on an older version, or twice', async () => {
    expect((await returnProject(school, { reason: ' ' })).error.errors).toMatchObject([{ field: 'reason' }]);
    for (const path of ['nothing', 'research.papers.r9', 'attachments.999999', 'statement.toString'])
      expect((await returnProject(school, { reasons: [{ path, message: '不对' }] })).error.code).toBe(
        'project.no_place',
      );
    expect((await returnProject(school, { version: 0 })).status).toBe(409);
    const { version } = await readProject(server, applicant.token, id);
    const answers = await Promise.all([1, 2, 3].map(() => returnProject(school, { version })));
    expect(countsOf(answers)).toEqual({ 204: 1, 409: 2 });
    expect((await returnProject(school)).error.code).toBe('state.impossible');
  });

  test('while the cycle is suspended; a new submission is refused after the deadline of reports', async () => {
    await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
    expect((await returnProject(school)).error.message).toBe('批次已暂停：核查');
    await moveCycle(server, office, { id: cycleId, event: 'resume' });
    await travel('2026-10-01 00:00:01');
    expect((await returnProject(school)).status).toBe(204);
    // The application period is over; a returned project can still be submitted.
    expect((await submit(server, applicant.token, id)).status).toBe(204);
    await returnProject(school);
    await travel('2026-11-20 00:00:00');
    expect((await submit(server, applicant.token, id)).error.code).toBe('project.report');
    expect((await readProject(server, applicant.token, id)).can.submit).toMatch(/报送已.*截止/);
  });
});
