import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { holidayApi } from '@zhiping/shared/contracts/holiday.ts';
import { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { messageTextApi } from '@zhiping/shared/contracts/message-text.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { roleApi } from '@zhiping/shared/contracts/role.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { eligibilityItems } from '@zhiping/shared/rules/project/eligibility.ts';
import { standardForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { schemaOf } from '../src/platform/http/openapi.ts';
import { ownProfile, assignedFile, breach, coveredCopy, opinion, timing } from './edit-conflicts-review.ts';
import { expertEnv, openPool } from './expert-helpers.ts';
import { nextIdCard, signedIn } from './factories.ts';
import { png, sendFile } from './file-helpers.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from './harness.ts';
import {
  departmentVote,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from './project-helpers.ts';

/**
 * Two users open the same form and save one after the other: the second one is notified, and nothing of the first is
 * lost. Every endpoint that takes a version is listed here; a new one that is not listed makes this fail.
 */

/** In the window of the usual cycle. */
const open = new Date('2026-09-10T10:00:00+08:00');
let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ ...expertEnv, clock: travellingClock(open) });
  pool = await openPool(server);
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

/** A save: its actor and object, without the version; `earlier` is another form of the same row that is saved first. */
type Save = {
  by?: string;
  params?: { id: number; event?: string };
  body: object;
  version?: number;
  earlier?: Endpoint;
};

const added = async (endpoint: Endpoint, body: object): Promise<number> => {
  const response = await server.app.inject(requestOf(endpoint, { token, body: body as never }));
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
};
/** A form that creates with the same fields as it edits. */
const plain = (create: Endpoint, body: object) => async (): Promise<Save> => ({
  body: { ...body, id: await added(create, body) },
});

const school = (name: string) => ({ pid: 30, name, deptSort: 1 });
const teacher = () => ({
  name: '同改教师',
  type: 'other',
  schoolId: pool.tianjin,
  idCard: nextIdCard(),
  subject: null,
});
const subject = {
  catalog: 'graduate',
  subjectCategoryCode: '01',
  subjectCategory: '哲学',
  professionalCategoryCode: '0198',
  professionalCategory: '同改学科',
};
const role = { name: '同改角色', level: 50, dataScope: '本级', depts: [] };

const basics = { year: 2026, organiser: '省教育厅', appointMode: 'apart', blind: true };
let cycles = 0;
/** A step of a draft cycle; `more` is what the step takes. */
const step = (more: object) => async (): Promise<Save> => {
  cycles += 1;
  const basic = { ...basics, name: `同改批次 ${cycles}` };
  return { body: { ...basic, ...more, id: await added(cycleApi.create, basic) } };
};
const move = async (): Promise<Save> => {
  const { body } = await step({})();
  const params = { id: (body as { id: number }).id, event: 'publish' };
  return { params, body, earlier: cycleApi.saveBasic };
};

/** The own project of an applicant, saved once before. */
const application =
  (more: object = {}, params: object = {}) =>
  async (): Promise<Save> => {
    const cycleId = await publishedCycle(server, (await signedIn(server.db, { roleIds: [3] })).token);
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const { form, version } = await readProject(server, applicant.token, id);
    return {
      by: applicant.token,
      params: { id, ...params },
      body: { form, ...more },
      version,
      earlier: projectApi.saveForm,
    };
  };

type Checked = { by: string; id: number };

/** A submitted project, seen by an officer of its school, or by the office in a later state. */
const handedIn =
  (body: object | ((checked: Checked) => Promise<object>), state?: 'reported' | 'eligible') =>
  async (): Promise<Save> => {
    const office = await signedIn(server.db, { roleIds: [3] });
    const cycleId = await publishedCycle(server, office.token);
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    expect((await submit(server, applicant.token, id)).status).toBe(204);
    if (state) await server.db.updateTable('project').set({ state }).where('id', '=', id).execute();
    const { version } = await readProject(server, applicant.token, id);
    const officer = await signedIn(server.db, { roleIds: [9], deptId: applicant.schoolId });
    const by = state ? office.token : officer.token;
    return { by, params: { id }, body: typeof body === 'function' ? await body({ by, id }) : body, version };
  };
/** An objection against an applicant in publicity. */
const objection = async (): Promise<Save> => {
  const { by, params } = await handedIn({})();
  const { id: projectId } = params!;
  const { cycle_id, school_id } = await server.db
    .updateTable('project')
    .set({ state: 'unitPublicity' })
    .where('id', '=', projectId)
    .returning(['cycle_id', 'school_id'])
    .executeTakeFirstOrThrow();
  const { id: publicity_id } = await server.db
    .insertInto('unit_publicity')
    .values({
      cycle_id,
      school_id,
      starts_on: '2026-09-10',
      ends_on: '2026-09-16',
      working_days: 5,
      place: '公告栏',
      contact: '人事处',
      notice: '公示',
      people: '[]',
      create_by: 'admin',
      create_time: open,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('unit_publicity_project')
    .values({ publicity_id, project_id: projectId, round: 1 })
    .execute();
  const { body } = await server.call(publicityApi.object, {
    token: by!,
    params: { id: publicity_id },
    body: { projectId, name: '李四', content: '不实', receivedOn: '2026-09-10' },
  });
  return { by: by!, params: { id: body.id }, body: { verdict: 'dismissed', answer: '不成立' } };
};
const returned = { reason: '请修改', reasons: [] };
const eligible = async ({ by, id }: Checked) => {
  const { body } = await server.call(projectApi.read, { token: by, params: { id } });
  if (body.view !== 'office') throw new Error(`seen as ${body.view}`);
  const items = eligibilityItems(body.rules).map(({ code }) => ({ code, isMet: true }));
  return { verdict: 'eligible', opinion: '合格', items };
};

const forms: [Endpoint, () => Promise<Save>][] = [
  [
    userApi.update,
    plain(userApi.create, {
      username: 'edited-twice',
      nickName: '同改用户',
      phone: '13700000077',
      email: 'edited-twice@example.org',
      enabled: true,
      dept: { id: 2 },
      roles: [{ id: 5 }],
    }),
  ],
  [roleApi.update, plain(roleApi.create, role)],
  [
    roleApi.saveMenus,
    async () => ({ body: { id: await added(roleApi.create, { ...role, name: '同授角色' }), menus: [] } }),
  ],
  [menuApi.update, plain(menuApi.create, { type: 0, title: '同改目录', path: 'edited-twice', pid: 0 })],
  [deptApi.update, plain(deptApi.create, { pid: 2, name: '同改部门', enabled: true, deptSort: 1 })],
  [cycleApi.saveBasic, step({})],
  [cycleApi.saveScope, step({ targets: [] })],
  [cycleApi.saveSchedule, step({})],
  [cycleApi.saveRules, step({ rules: {} })],
  [cycleApi.saveMaterials, step({ rules: {}, proofs: [] })],
  [cycleApi.saveForm, step({ form: standardForm })],
  [cycleApi.saveTexts, step({ notice: '通知', commitments: {} })],
  [cycleApi.move, move],
  [projectApi.saveForm, application()],
  [projectApi.submit, application({ commitmentId: 1, agreed: true })],
  [projectApi.move, application({}, { event: 'withdraw' })],
  [projectApi.return, handedIn(returned)],
  [projectApi.recommend, handedIn(departmentVote)],
  [
    projectCheckApi.verdict,
    async () => {
      const { params, ...save } = await handedIn({ reason: '业绩不足' })();
      return { ...save, params: { ...params!, event: 'decline' } };
    },
  ],
  [publicityApi.answer, objection],
  [eligibilityApi.supplement, handedIn(returned, 'reported')],
  [eligibilityApi.decide, handedIn(eligible, 'reported')],
  [eligibilityApi.undo, handedIn({ reason: '重新审查' }, 'eligible')],
  [
    messageTextApi.save,
    async () => ({ params: { code: 'message.return' } as never, body: { text: '已退回。' } }),
  ],
  [jobApi.update, plain(jobApi.create, { name: '同改岗位' })],
  [dictApi.update, plain(dictApi.create, { name: 'edited_twice' })],
  [
    dictApi.updateDetail,
    async () => {
      const dict = { id: await added(dictApi.create, { name: 'edited_detail' }) };
      const body = { dict, label: '项', value: '1', dictSort: 1 };
      return { body: { ...body, id: await added(dictApi.createDetail, body) } };
    },
  ],
  [
    articleApi.update,
    plain(articleApi.create, { type: 'notice', title: '同改公告', body: '<p>内容</p>', roles: [] }),
  ],
  [
    storageApi.update,
    async () => {
      const { body } = await sendFile(
        server,
        storageApi.create,
        { name: '同改.png', bytes: png('twice') },
        { token },
      );
      return { body: { id: body.id, name: '新名' } };
    },
  ],
  [
    timingApi.update,
    async () => {
      const { version, ...body } = await timing(server, token);
      return { body, version };
    },
  ],
  [
    timingApi.pause,
    async () => {
      const { id, version } = await timing(server, token);
      return { params: { id }, body: { isPause: true }, version };
    },
  ],
  [
    holidayApi.update,
    plain(holidayApi.create, { day: '2030-07-01', kind: 'off', name: '同改的一天', remark: null }),
  ],
  [integrityApi.update, plain(integrityApi.create, breach())],
  [schoolApi.update, plain(schoolApi.create, school('同改大学'))],
  [
    schoolApi.merge,
    async () => {
      const id = await added(schoolApi.create, school('同并大学'));
      const intoId = await added(schoolApi.create, school('同收大学'));
      return { body: { ...school('同并大学'), id, intoId }, earlier: schoolApi.update };
    },
  ],
  [subjectApi.update, plain(subjectApi.create, subject)],
  [
    teacherApi.update,
    async () => {
      const body = teacher();
      return { body: { ...body, id: await added(teacherApi.create, body) } };
    },
  ],
  [expertPoolApi.update, async () => ({ body: await pool.writeOf(await pool.added()) })],
  [
    expertPoolApi.saveAffiliations,
    async () => ({
      params: { id: await pool.added() },
      body: { affiliations: [{ orgName: '某研究所', fromYear: 2001 }] },
    }),
  ],
  [
    expertPoolApi.saveUnavailability,
    async () => ({ params: { id: await pool.added() }, body: { unavailability: [] } }),
  ],
  [
    assignmentApi.change,
    async () => {
      const { office: by, id, other } = await assignedFile(server, 'proposed');
      return { by, params: { id }, body: { expertId: other.expertId, reason: '人工调整' } };
    },
  ],
  [
    assignmentApi.replace,
    async () => {
      const { office: by, id } = await assignedFile(server, 'released');
      return { by, params: { id }, body: { reason: '出国' } };
    },
  ],
  [
    assignmentApi.return,
    async () => {
      const { office: by, id } = await assignedFile(server, 'submitted');
      return { by, params: { id }, body: { reason: '过于笼统', dueAt: null } };
    },
  ],
  [
    blindCopyApi.decide,
    async () => {
      const { office: by, id, markId } = await coveredCopy(server);
      return { by, params: { id }, body: { markIds: [markId], isCovered: true } };
    },
  ],
  [
    blindCopyApi.release,
    async () => {
      const { office: by, id } = await coveredCopy(server);
      return { by, params: { id }, body: { waiver: '只是提示' } };
    },
  ],
  [reviewApi.save, () => opinion(server)],
  [reviewApi.submit, async () => ({ ...(await opinion(server)), earlier: reviewApi.save })],
  [expertApi.saveOwn, () => ownProfile(server)],
  [expertApi.confirm, async () => ({ ...(await ownProfile(server)), earlier: expertApi.saveOwn })],
  [
    expertApi.saveOwnUnavailability,
    async () => ({ ...(await ownProfile(server)), body: { unavailability: [] } }),
  ],
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The version of a text that is signed; of many at once, with a report; changes that wait for a second person. */
const others: readonly Endpoint[] = [
  reviewApi.commit,
  projectCheckApi.retract,
  assignmentApi.exclude,
  cycleApi.bringForward,
  teacherApi.correct,
  projectApi.askException,
  integrityApi.askChange,
  integrityApi.askRemoval,
];

test('every form that takes a version is among them', () => {
  const versioned = allEndpoints.filter((endpoint) => {
    if (endpoint.method === 'GET' || others.includes(endpoint)) return false;
    const schema = schemaOf(endpoint.body, 'input') as { properties?: object; anyOf?: object };
    return JSON.stringify([schema.properties, schema.anyOf]).includes('"version":');
  });
  expect(forms.map(([endpoint]) => nameOf(endpoint)).toSorted()).toEqual(versioned.map(nameOf).toSorted());
});

test.each(forms.map(([endpoint, make]) => [nameOf(endpoint), endpoint, make] as const))(
  '%s: the second save is told whose the first was',
  async (_, endpoint, make) => {
    const { by = token, params, body, version = 0, earlier = endpoint } = await make();
    const send = async (to: Endpoint, sender: string) =>
      server.app.inject(
        requestOf(to, { token: sender, body: { ...body, version } as never, params: params as never }),
      );
    const first = await send(earlier, by);
    expect(first.statusCode, first.body).toBeLessThan(300);
    const second = await send(endpoint, by);
    expect(second.statusCode, second.body).toBe(409);
    const { code, message } = second.json();
    expect(code).toMatch(/^(edit\.conflict|expert\.changed)$/);
    expect(message).toMatch(/已于 .* (修改过这条数据|对这份申报做了)|已在别处被修改/);
  },
);
