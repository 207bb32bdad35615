import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
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

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
/** Officers of 天津大学 (the applicant's school) and of 南开大学. */
let school: string;
let elsewhere: string;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let id: number;
let proof: number;

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
const read = (token: string | undefined, project = id) =>
  server.call(api.read, { ...(token && { token }), params: { id: project } });
const material = (token: string | undefined, one = proof) =>
  server.app.inject({
    url: `/title/api/project/material/${one}`,
    headers: token ? { authorization: token } : {},
  });
const recusal = {
  key: 'x1',
  kind: 'person',
  name: '秘密回避人',
  unit: null,
  relation: null,
  reason: '导师',
} as const;
const change = async (edit: (form: Awaited<ReturnType<typeof readProject>>['form']) => unknown) => {
  const { form, version } = await readProject(server, applicant.token, id);
  const answer = await saveForm(server, applicant.token, { id, version, form: edit(form) as never });
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
};
const move = async (event: 'recall' | 'withdraw') => {
  const { version } = await readProject(server, applicant.token, id);
  const { status } = await server.call(api.move, {
    token: applicant.token,
    params: { id, event },
    body: { version },
  });
  expect(status).toBe(204);
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
});
beforeEach(async () => {
  const cycleId = await publishedCycle(server, office);
  applicant = await newApplicant(server);
  id = await completeProject(server, applicant, cycleId);
  proof = await addProof(server, applicant.token, { id, text: '证明' });
  await change((form) => ({ ...form, recusals: { requests: [recusal] } }));
  await submit(server, applicant.token, id);
});
afterAll(() => server.close());

describe('a project', () => {
  test('is shown to the school as submitted, without requests for avoidance', async () => {
    const { status, body } = await read(school);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      view: 'school',
      state: 'submitted',
      person: { name: '慕容教书', schoolName: '天津大学' },
      form: { statement: { text: '述职' } },
      snapshot: { round: 1 },
      materials: [{ id: proof, entryKey: 'r1', name: '证明' }],
      history: [{ event: '提交' }],
    });
    expect(JSON.stringify(body)).not.toContain('秘密回避人');
    if (body.view === 'applicant') throw new Error('not an applicant');
    expect(body.rules.map(({ level }) => level)).not.toContain('block');
    expect(body.rules.length).toBeGreaterThan(4);
  });

  test('is shown to the office with requests for avoidance', async () => {
    const { body } = await read(office);
    expect(body).toMatchObject({ view: 'office', form: { recusals: { requests: [recusal] } } });
  });

  test('is shown to its applicant', async () => {
    expect((await read(applicant.token)).body.view).toBe('applicant');
  });

  test('is hidden from all others', async () => {
    const other = await newApplicant(server);
    const [supervisor, user] = [4, 5].map((roleId) => signedIn(server.db, { roleIds: [roleId] }));
    expect((await read(undefined)).status).toBe(401);
    expect((await read((await user!).token)).status).toBe(403);
    // A supervisor has the board and the states, but no project content.
    expect((await read((await supervisor!).token)).status).toBe(404);
    for (const { token } of [await supervisor!, await user!])
      expect([403, 404]).toContain((await material(token)).statusCode);
    for (const token of [elsewhere, other.token]) {
      const missing = await read(token, 999_999);
      const { status, error } = await read(token);
      expect([status, error.code, error.message]).toEqual([404, missing.error.code, missing.error.message]);
      expect((await material(token)).statusCode).toBe(404);
    }
  });

  test('is shown to its own applicant only as applicant, even if they are an officer', async () => {
    const { userId, token, schoolId } = applicant;
    await server.db.insertInto('user_role').values({ user_id: userId, role_id: 9 }).execute();
    await server.db.updateTable('sys_user').set({ dept_id: schoolId }).where('id', '=', userId).execute();
    expect((await read(token)).body.view).toBe('applicant');
    await server.db.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', '<>', 9).execute();
    expect((await read(token)).status).toBe(404);
    const { body } = await server.call(projectListApi.list, { token, query: { id } });
    expect(body).toMatchObject({ content: [], totalElements: 0 });
  });

  test('is hidden from those who check while it is withdrawn, with the edits made then', async () => {
    await move('recall');
    await change((form) => ({ ...form, statement: { text: '还没有想好' } }));
    for (const token of [school, office]) {
      expect((await read(token)).status).toBe(404);
      expect((await material(token)).statusCode).toBe(404);
    }
    expect((await submit(server, applicant.token, id)).status).toBe(204);
    expect((await read(school)).body).toMatchObject({
      snapshot: { round: 2 },
      form: { statement: { text: '还没有想好' } },
    });
  });

  test('is hidden from those who check after it is given up', async () => {
    await move('withdraw');
    expect((await read(school)).status).toBe(404);
    expect((await material(office)).statusCode).toBe(404);
  });
});

describe('materials', () => {
  const readings = () =>
    server.db
      .selectFrom('audit_event')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'project.material_read')
      .where('entity_id', '=', String(id))
      .execute();

  test('are read by school and office with a record each time, by the applicant without one', async () => {
    for (const token of [school, office, applicant.token]) {
      const { statusCode, headers, rawPayload } = await material(token);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const found = await readings();
    expect(found).toHaveLength(2);
    expect(found[0]?.detail).toMatchObject({ material: proof, name: '证明' });
    expect((await material(undefined)).statusCode).toBe(401);
  });

  test('are read in parts, and the parts are recorded once', async () => {
    const before = (await readings()).length;
    const whole = await material(office);
    const { etag } = whole.headers;
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const total = whole.rawPayload.length;
    const partly = (range: string, ifRange?: string) =>
      server.app.inject({
        url: `/title/api/project/material/${proof}`,
        headers: { authorization: office, range, ...(ifRange && { 'if-range': ifRange }) },
      });
    for (const [range, start, end] of [
      ['bytes=2-5', 2, 5],
      ['bytes=4-', 4, total - 1],
      ['bytes=-3', total - 3, total - 1],
    ] as const) {
      const { statusCode, headers, rawPayload } = await partly(range, etag as string);
      expect(statusCode).toBe(206);
      expect(headers['content-range']).toBe(`bytes ${start}-${end}/${total}`);
      expect(rawPayload).toEqual(whole.rawPayload.subarray(start, end + 1));
    }
    for (const range of ['bytes=9-2', `bytes=${total}-`, 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      expect((await partly(range)).statusCode).toBe(200);
    expect((await partly('bytes=0-1', '"another"')).statusCode).toBe(200);
    // Each reading of the whole file is recorded; parts of a file that was read are not recorded again.
    expect(await readings()).toHaveLength(before + 1 + 6);
  });

  test('are those that were submitted: removed ones stay readable, later ones are hidden', async () => {
    await move('recall');
    await server.call(api.removeMaterial, { token: applicant.token, params: { id, materialId: proof } });
    const second = await addProof(server, applicant.token, { id, text: '后来的' });
    expect((await submit(server, applicant.token, id)).status).toBe(204);
    await move('recall');
    const unseen = await addProof(server, applicant.token, { id, text: '没有提交的' });
    expect((await material(school, unseen)).statusCode).toBe(404);
    // Only the state is set: the snapshot does not contain the third material.
    await server.db.updateTable('project').set({ state: 'submitted' }).where('id', '=', id).execute();
    expect((await material(school, unseen)).statusCode).toBe(404);
    expect((await material(school, proof)).statusCode).toBe(200);
    expect((await material(school, second)).statusCode).toBe(200);
    const { body } = await read(school);
    expect(body.materials.map((one) => one.id)).toEqual([second]);
  });
});
