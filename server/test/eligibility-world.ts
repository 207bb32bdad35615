import { expect } from 'vitest';
import { eligibilityApi as api } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ProjectView } from '@zhiping/shared/contracts/project-views.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { startTestServer, travellingClock } from './harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from './project-helpers.ts';

export const START = new Date('2026-09-10T10:00:00+08:00');

type Decided = {
  verdict?: 'eligible' | 'ineligible';
  /** Decisions that are not "met, without a remark", by the code of their item. */
  change?: Record<string, object>;
  version?: number;
};

/** A server with the office at the check of eligibility: its calls concern the project that was reported last. */
export const openEligibility = async () => {
  const clock = travellingClock(START);
  const server = await startTestServer({ clock });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const colleague = (await signedIn(server.db, { roleIds: [3] })).token;
  const deptId = await findSchoolId(server.db, '天津大学');
  const school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
  const cycleId = await publishedCycle(server, office);
  let applicant: Awaited<ReturnType<typeof newApplicant>>;
  let id: number;

  const setState = (state: string, project = id) =>
    server.pool.query('update project set state = $2 where id = $1', [project, state]);
  const read = async (token: string, project = id) =>
    (await server.call(projectApi.read, { token, params: { id: project } })).body;
  const viewed = async <V extends ProjectView['view']>(token: string, view: V) => {
    const body = await read(token);
    if (body?.view !== view) throw new Error(`seen as ${body?.view}`);
    return body as Extract<ProjectView, { view: V }>;
  };
  const itemsOf = (
    { rules }: Extract<ProjectView, { view: 'office' }>,
    change: Record<string, object> = {},
  ) =>
    [...rules.map(({ code }) => code), 'genuine'].map((code) => ({
      code,
      isMet: true,
      remark: null,
      ...change[code],
    }));
  const decide = async (token: string, { verdict = 'eligible', change = {}, ...rest }: Decided = {}) => {
    const view = await viewed(office, 'office');
    return server.call(api.decide, {
      token,
      params: { id },
      body: { version: view.version, verdict, opinion: '材料已核', items: itemsOf(view, change), ...rest },
    });
  };
  const undo = async (token: string, reason = '看错了') => {
    const { version } = await viewed(office, 'office');
    return server.call(api.undo, { token, params: { id }, body: { version, reason } });
  };
  const supplement = async (token: string, paths: string[] = ['statement.text']) => {
    const { version } = await viewed(office, 'office');
    const reasons = paths.map((path) => ({ path, message: '请补充' }));
    return server.call(api.supplement, {
      token,
      params: { id },
      body: { version, reason: '材料不全', reasons },
    });
  };
  const edit = async (change: (form: Awaited<ReturnType<typeof readProject>>['form']) => object) => {
    const { form, version } = await readProject(server, applicant.token, id);
    const { status } = await saveForm(server, applicant.token, { id, version, form: change(form) as never });
    expect(status).toBe(200);
  };
  const handIn = () => submit(server, applicant.token, id);
  /** A project of this kind, reported by its school. */
  const reported = async (kind = 'regular') => {
    clock.travelTo(START);
    applicant = await newApplicant(server);
    id = await completeProject(server, applicant, cycleId);
    if (kind !== 'regular')
      await edit((form) => ({ ...form, target: { ...form.target, kind, reason: '重大贡献' } }));
    const sent = await handIn();
    expect(sent.status, sent.error?.message).toBe(204);
    await setState('reported');
    return { id, applicant };
  };
  const calls = { setState, read, viewed, itemsOf, decide, undo, supplement, edit, handIn, reported };
  return { server, clock, office, colleague, school, cycleId, ...calls };
};
export type EligibilityWorld = Awaited<ReturnType<typeof openEligibility>>;
