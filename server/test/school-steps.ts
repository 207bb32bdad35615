import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { newestTexts } from './cycle-helpers.ts';
import type { TestServer } from './harness.ts';
import { departmentVote, completeProject, newApplicant, readProject, submit } from './project-helpers.ts';

export type HandedIn = Awaited<ReturnType<typeof newApplicant>> & { id: number };

/** An applicant of 天津大学 with a submitted project. */
export const handIn = async (server: TestServer, cycleId: number): Promise<HandedIn> => {
  const applicant = await newApplicant(server);
  const id = await completeProject(server, applicant, cycleId);
  const { status, error } = await submit(server, applicant.token, id);
  if (status !== 204) throw new Error(error.message);
  return { ...applicant, id };
};

export const stateOf = async (server: TestServer, { token, id }: HandedIn) =>
  (await readProject(server, token, id)).state;
const versionOf = async (server: TestServer, { token, id }: HandedIn) =>
  (await readProject(server, token, id)).version;

/** Calls of a school on the present version of a project. */
export const schoolSteps = (server: TestServer, officer: string) => ({
  return: async (one: HandedIn, token: string | undefined = officer) =>
    server.call(projectApi.return, {
      token,
      params: { id: one.id },
      body: { version: await versionOf(server, one), reason: '请补充', reasons: [] },
    }),
  recommend: async (one: HandedIn, token: string | undefined = officer) => {
    return server.call(projectApi.recommend, {
      token,
      params: { id: one.id },
      body: { version: await versionOf(server, one), ...departmentVote },
    });
  },
  verdict: async (one: HandedIn, event: 'decline' | 'reconsider', token: string | undefined = officer) =>
    server.call(projectCheckApi.verdict, {
      token,
      params: { id: one.id, event },
      body: { version: await versionOf(server, one), reason: '业绩不足' },
    }),
  publicise: (ids: number[], startsOn: string, token: string | undefined = officer) =>
    server.call(publicityApi.create, {
      token,
      body: { ids, startsOn, place: '学校公告栏', contact: '人事处', notice: '现予公示。' },
    }),
  cancel: (id: number, token: string | undefined = officer) =>
    server.call(publicityApi.cancel, { token, params: { id }, body: { reason: '日期有误' } }),
  object: (
    id: number,
    { projectId, receivedOn }: { projectId: number; receivedOn: string },
    token: string | undefined = officer,
  ) =>
    server.call(publicityApi.object, {
      token,
      params: { id },
      body: { projectId, name: '李四', content: '论文署名不实', receivedOn },
    }),
  answer: (id: number, verdict: 'dismissed' | 'upheld', token: string | undefined = officer) =>
    server.call(publicityApi.answer, {
      token,
      params: { id },
      body: { version: 0, verdict, answer: '经核实' },
    }),
  report: async (ids: number[], token: string | undefined = officer) => {
    const { employer } = await newestTexts(server);
    return server.call(projectCheckApi.report, { token, body: { ids, commitmentId: employer as number } });
  },
  retract: async (one: HandedIn, token: string | undefined = officer) =>
    server.call(projectCheckApi.retract, {
      token,
      body: { rows: [{ id: one.id, version: await versionOf(server, one) }], reason: '材料有误' },
    }),
});
