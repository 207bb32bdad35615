import { createHash } from 'node:crypto';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { emptyForm, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { countUp } from './counters.ts';
import { completeCycle, moveCycle, newestTexts, type Times } from './cycle-helpers.ts';
import { readablePdf, sendFile } from './file-helpers.ts';
import { findSchoolId, newTeacher, openTestSession, signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';

const newPhone = () => `151${String(countUp('phones') * 6997).padStart(8, '0')}`;

const opening = new WeakMap<TestServer, Promise<{ id: number }>>();

/** One office account for all applicants of a server: otherwise each of them adds one that gets all messages. */
const officeOf = async (server: TestServer) => {
  const known = opening.get(server) ?? signedIn(server.db, { roleIds: [3] });
  opening.set(server, known);
  return { token: await openTestSession(server.db, (await known).id) };
};

/** A teacher with an account for projects, signed in. */
export const newApplicant = async (server: TestServer, school = '天津大学', change: object = {}) => {
  const office = await officeOf(server);
  const schoolId = await findSchoolId(server.db, school);
  const { body } = await server.call(teacherApi.create, {
    token: office.token,
    body: newTeacher(schoolId, {
      phone: newPhone(),
      titleSeries: '1',
      titleLevel: 'middle',
      titleName: '讲师',
      ...change,
    }),
  });
  const opened = await server.call(teacherApi.openAccounts, {
    token: office.token,
    body: { ids: [body.id] },
  });
  if (opened.body.succeeded !== 1) throw new Error(JSON.stringify(opened.body));
  const { user_id } = await server.db
    .selectFrom('applicant')
    .innerJoin('teacher', 'teacher.person_id', 'applicant.person_id')
    .select('user_id')
    .where('teacher.id', '=', body.id)
    .executeTakeFirstOrThrow();
  return {
    token: await openTestSession(server.db, user_id),
    userId: user_id,
    teacherId: body.id,
    schoolId,
    office: office.token,
  };
};

/** Settings of a cycle whose projects below the highest level need no materials. */
export const withoutFiles = {
  W1: { values: { least: { fullSenior: 1, associateSenior: 0, middle: 0, junior: 0, technician: 0 } } },
  M1: {
    values: {
      least: {
        education: 0,
        title: 0,
        assessment: 0,
        teaching: 0,
        research: 0,
        representativeWork: 0,
        other: 0,
      },
    },
  },
  A7: {
    values: {
      required: [
        'basic',
        'target',
        'education',
        'employment',
        'assessment',
        'teaching',
        'research',
        'statement',
      ],
    },
  },
};

/** A draft that asks for what these rules say, ready for publication. */
export const readyCycle = async (
  server: TestServer,
  token: string,
  rules: Record<string, object> = withoutFiles,
  times?: Times,
) => {
  const id = await completeCycle(server, token, times);
  const save = async (endpoint: typeof cycleApi.saveRules | typeof cycleApi.saveMaterials, body: object) => {
    const answer = await server.call(endpoint, { token, body: { id, proofs: [], ...body } as never });
    if (answer.status !== 200) throw new Error(answer.error.message);
  };
  // Most draws of tests need no supervisor.
  const all = { D1: { values: { unwitnessed: true } }, ...rules };
  await save(cycleApi.saveRules, { rules: all });
  await save(cycleApi.saveMaterials, { rules: all });
  return id;
};

export const publish = async (server: TestServer, token: string, id: number) => {
  const published = await moveCycle(server, token, { id, event: 'publish' });
  if (published.status !== 204) throw new Error(published.error.message);
};

export const publishedCycle = async (
  server: TestServer,
  token: string,
  rules?: Record<string, object>,
  times?: Times,
) => {
  const id = await readyCycle(server, token, rules, times);
  await publish(server, token, id);
  return id;
};

/** A form with everything that `withoutFiles` asks for. */
export const completeForm = (from: ProjectForm = emptyForm()): ProjectForm => ({
  ...from,
  basic: {
    ...from.basic,
    department: '计算机学院',
    workStart: '2012-07',
    service: 'working',
    presentLevel: 'middle',
    presentName: '讲师',
    presentSince: '2014-12-01',
    phone: '13800000000',
    email: 'a@example.edu.cn',
  },
  target: {
    titleSeries: '1',
    titleLevel: 'associateSenior',
    titleName: '副教授',
    kind: 'regular',
    postType: 'both',
    subjects: [{ path: ['graduate', '08', '0812'], fullName: '', isObsolete: false }],
    reason: null,
  },
  education: {
    degrees: [
      {
        key: 'd1',
        level: 'doctor',
        degree: 'doctor',
        school: '天津大学',
        major: '计算机',
        from: '2006-09',
        to: '2012-06',
        mode: 'full',
      },
    ],
  },
  employment: { posts: [{ key: 'p1', unit: '天津大学', post: '讲师', from: '2012-07', to: null }] },
  assessment: {
    ethics: '遵守师德规范',
    discipline: 'none',
    disciplineUntil: null,
    years: [{ key: 'y1', year: 2025, result: 'pass' }],
  },
  teaching: {
    guidance: null,
    courses: [
      {
        key: 'c1',
        name: '操作系统',
        term: '2025 春',
        audience: 'bachelor',
        hours: 48,
        students: 60,
        evaluation: null,
      },
    ],
    results: [],
  },
  research: {
    ...from.research,
    papers: [
      {
        key: 'r1',
        title: '一篇论文',
        venue: '计算机学报',
        year: 2024,
        authors: '张三, 李四',
        rank: 1,
        people: 2,
        isCorresponding: 'yes',
        index: 'ei',
        doi: '10.1000/182',
      },
    ],
  },
  statement: { text: '述职' },
});

export const readProject = async (server: TestServer, token: string, id: number) => {
  const { status, body, error } = await server.call(projectApi.read, { token, params: { id } });
  if (status !== 200) throw new Error(error.message);
  if (body.view !== 'applicant') throw new Error(`seen as ${body.view}`);
  return body;
};

export const saveForm = (
  server: TestServer,
  token: string,
  { id, ...body }: { id: number; version: number; form: ProjectForm },
) => server.call(projectApi.saveForm, { token, params: { id }, body: body as never });

type Applicant = { token: string; schoolId: number };

export const createProject = (server: TestServer, { token, schoolId }: Applicant, cycleId: number) =>
  server.call(projectApi.create, { token, body: { cycleId, schoolId } });

/** A project that can be submitted. */
export const completeProject = async (server: TestServer, applicant: Applicant, cycleId: number) => {
  const { body, error } = await createProject(server, applicant, cycleId);
  if (!body) throw new Error(error.message);
  const { form, version } = await readProject(server, applicant.token, body.id);
  const saved = await saveForm(server, applicant.token, { id: body.id, version, form: completeForm(form) });
  if (saved.status !== 200) throw new Error(saved.error.message);
  return body.id;
};

/** Submits the present version of the project. */
export const submit = async (server: TestServer, token: string, id: number, change: object = {}) => {
  const { version } = await readProject(server, token, id);
  const { applicant } = await newestTexts(server);
  return server.call(projectApi.submit, {
    token,
    params: { id },
    body: { version, commitmentId: applicant as number, agreed: true, ...change },
  });
};

/** A finished upload; answers its id. */
export const uploadFile = async (
  server: TestServer,
  token: string,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<string> => {
  const { body } = await server.call(uploadApi.create, { token, body: { name, bytes: bytes.length } });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const part = { name: 'part', bytes, fields: { offset: '0', sha256 } };
  await sendFile(server, uploadApi.append, part, { token, params: { id: body.id } });
  return body.id;
};

/** A material of a project; returns its id. */
export const addFile = async (
  server: TestServer,
  token: string,
  {
    id,
    bytes,
    name,
    type,
    entryKey,
    replaces,
  }: { id: number; bytes: Buffer; name: string; type: string; entryKey?: string; replaces?: number },
) => {
  const uploadId = await uploadFile(server, token, { bytes, name });
  const added = await server.call(projectApi.addMaterial, {
    token,
    params: { id },
    body: { uploadId, type, entryKey, replaces } as never,
  });
  if (added.status !== 201) throw new Error(added.error.message);
  return added.body.id;
};

/** A PDF that proves an entry of the form; answers its id. */
export const addProof = async (
  server: TestServer,
  token: string,
  { id, text, entryKey = 'r1', replaces }: { id: number; text: string; entryKey?: string; replaces?: number },
) =>
  addFile(server, token, {
    id,
    bytes: await readablePdf(text),
    name: `${text}.pdf`,
    type: 'research',
    entryKey,
    ...(replaces && { replaces }),
  });

/** A vote of a department with which a project is recommended. */
export const departmentVote = {
  expected: 11,
  present: 9,
  inFavour: 9,
  against: 0,
  abstain: 0,
  heldOn: '2026-01-15',
  place: '学院会议室',
  opinion: '同意推荐',
};

/** With it, no majority; for the exception of a cycle that allows it. */
export const voteAgainst = { inFavour: 2, against: 6, abstain: 1, reason: '部门书面说明见附件' };
