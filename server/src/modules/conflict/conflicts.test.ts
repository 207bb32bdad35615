import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { conflictsDone, findComputed, isBlocked } from '../../../test/conflict-helpers.ts';
import { createExpert } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from '../../../test/project-helpers.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let cycleId: number;
let projectId: number;
const experts: Record<string, number> = {};

const changeForm = async (change: (form: ProjectForm) => ProjectForm) => {
  const { form, version } = await readProject(server, applicant.token, projectId);
  const saved = await saveForm(server, applicant.token, { id: projectId, version, form: change(form) });
  expect(saved.status, JSON.stringify(saved.error)).toBe(200);
};

const found = (expertId: number) => findComputed(server, projectId, expertId);

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  applicant = await newApplicant(server, '天津大学');
  for (const [name, school] of [
    ['同校人', '天津大学'],
    ['离开人', '南开大学'],
    ['合作人', '清华大学'],
    ['旁人', '清华大学'],
  ] as const)
    experts[name] = (await createExpert(server.db, { name, school })).expertId;
  cycleId = await publishedCycle(server, applicant.office);
  projectId = await completeProject(server, applicant, cycleId);
  await server.call(expertPoolApi.saveAffiliations, {
    token: applicant.office,
    params: { id: experts['离开人']! },
    body: {
      affiliations: [{ orgId: null, orgName: '天津大学', post: null, fromYear: 2001, toYear: 2025 }],
    } as never,
  });
  await changeForm((form) => ({
    ...form,
    research: {
      ...form.research,
      papers: [{ ...form.research.papers[0]!, authors: '张三, 合作人（清华大学）' }],
    },
  }));
});
afterAll(() => server.close());

describe('conflicts of an application', () => {
  test('are none of a draft, and there at once when it is handed in', async () => {
    await conflictsDone(server);
    expect(await found(experts['同校人']!)).toEqual([]);
    expect((await submit(server, applicant.token, projectId)).status).toBe(204);
    await conflictsDone(server);
    expect(await found(experts['同校人']!)).toEqual(['sameUnit block']);
    expect(await found(experts['离开人']!)).toEqual(['formerUnit block']);
    expect(await found(experts['合作人']!)).toEqual(['jointWork warn']);
    expect(await found(experts['旁人']!)).toEqual([]);
  });

  test('are known to the database', async () => {
    expect(await isBlocked(server, projectId, experts['同校人']!)).toBe(true);
    expect(await isBlocked(server, projectId, experts['合作人']!)).toBe(false);
    expect(await isBlocked(server, projectId, experts['旁人']!)).toBe(false);
  });

  test('follow an expert who moves', async () => {
    const moved = experts['旁人']!;
    await server.db
      .updateTable('expert')
      .set({ school_id: applicant.schoolId })
      .where('id', '=', moved)
      .execute();
    await conflictsDone(server);
    expect(await found(moved)).toEqual(['sameUnit block']);
  });
});
