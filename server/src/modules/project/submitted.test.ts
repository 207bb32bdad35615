import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { signedIn } from '../../../test/factories.ts';
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
import { hashOfJson } from '../../platform/hash.ts';

/**
 * A submission is stored once: all readers see the content that its hash covers, whatever happens during or after it.
 */

let server: TestServer;
let cycleId: number;
beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  const office = await signedIn(server.db, { roleIds: [3] });
  cycleId = await publishedCycle(server, office.token);
});
afterAll(() => server.close());

const complete = async () => {
  const applicant = await newApplicant(server);
  return { ...applicant, id: await completeProject(server, applicant, cycleId) };
};

test('a submission is shown to the applicant unchanged after changes in the registers', async () => {
  const { id, token, teacherId } = await complete();
  expect((await submit(server, token, id)).status).toBe(204);
  const before = await readProject(server, token, id);
  await server.db.updateTable('teacher').set({ name: '改过姓名' }).where('id', '=', teacherId).execute();
  const { person, form } = await readProject(server, token, id);
  expect([person, form]).toEqual([before.person, before.form]);

  // After a withdrawal the draft continues from the present facts.
  const { version } = before;
  await server.call(api.move, { token, params: { id, event: 'recall' }, body: { version } });
  expect((await readProject(server, token, id)).person.name).toBe('改过姓名');
});

test('a submission is complete and matches its hash despite simultaneous calls', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, token } = await complete();
    const proof = await addProof(server, token, { id, text: `旧证明${round}` });
    const { version, form } = await readProject(server, token, id);
    await Promise.all([
      submit(server, token, id),
      saveForm(server, token, { id, version, form: { ...form, statement: { text: `同时保存${round}` } } }),
      server.call(api.move, { token, params: { id, event: 'withdraw' }, body: { version } }),
      server.call(api.removeMaterial, { token, params: { id, materialId: proof } }),
      addProof(server, token, { id, text: `新证明${round}` }).catch(() => undefined),
      submit(server, token, id),
    ]);
    const { state } = await readProject(server, token, id);
    const snapshots = await server.db
      .selectFrom('project_snapshot')
      .select(['content', 'hash'])
      .where('project_id', '=', id)
      .execute();
    expect(snapshots).toHaveLength(state === 'submitted' ? 1 : 0);
    for (const { content, hash } of snapshots) {
      expect(hashOfJson(content)).toBe(hash);
      const shown = await readProject(server, token, id);
      expect(shown.form).toEqual(content.form);
      expect(shown.materials.map((one) => one.id)).toEqual(content.files.map((one) => one.id));
    }
  }
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])('an entry can have the key %s', async (key) => {
  const { id, token } = await complete();
  const { form, version } = await readProject(server, token, id);
  const papers = [{ ...form.research.papers[0]!, key }];
  const saved = await saveForm(server, token, {
    id,
    version,
    form: { ...form, research: { ...form.research, papers } },
  });
  expect(saved.status).toBe(200);
  expect((await readProject(server, token, id)).form.research.papers).toEqual(papers);
  expect((await submit(server, token, id)).status).toBe(204);
});
