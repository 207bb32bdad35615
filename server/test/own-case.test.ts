import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { Bytes, type Endpoint } from '@zhiping/shared/endpoint.ts';
import { readConfig } from '../src/config.ts';
import { createFileStore } from '../src/platform/files/create-file-store.ts';
import { conflictsDone, findComputed } from './conflict-helpers.ts';
import { createExpert, findSchoolId, nextIdCard, openTestSession } from './factories.ts';
import { readablePdf } from './file-helpers.ts';
import { requestOf, type TestServer } from './harness.ts';
import { unzipped } from './leak-requests.ts';
import { type Case, type Class, classes, resources } from './own-case-calls.ts';
import { placesOf } from './round-helpers.ts';
import { startWorld } from './worlds.ts';

/**
 * An officer who applies, with every permission there is: towards their own project they are an applicant only. Generated from all
 * endpoints: what a call has to do with a case stands in own-case-calls.ts.
 */

let server: TestServer;
let token: string;
let office: string;
let own: Case;
let others: Case;
let secrets: string[];
let file: [sha256: string, bytes: number];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isApart = ({ path }: Endpoint) =>
  resources.some((start) => path === start || path.startsWith(`${start}/`));

const rowOf = async (text: string, values: unknown[]): Promise<Record<string, unknown>> =>
  (await server.pool.query(text, values)).rows[0];
const added = async (text: string, values: unknown[]) => Number((await rowOf(text, values))['id']);

/** A content that materials, attachments and copies share. */
const keepPdf = async (): Promise<[sha256: string, bytes: number]> => {
  const bytes = await readablePdf();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(server.dataDir, 'content');
  await writeFile(path, bytes);
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: server.dataDir, CAPTCHA_ANSWER: '1234' });
  await createFileStore(config).keep({ path, sha256, bytes: bytes.length }, `${sha256}.pdf`);
  return [sha256, bytes.length];
};

const idCardOf = async (teacher: number) =>
  (await server.call(teacherApi.identity, { token: office, params: { id: teacher } })).body.idCard;

type Facts = { cycleId: number; drawId: number; project: number; path: string[] };

/** A project of the round with everything that hangs on a case. */
const caseOf = async ({ cycleId, drawId, project, path }: Facts): Promise<Case> => {
  const {
    person_id: person,
    name,
    teacher,
    school,
  } = await rowOf(
    `select project.person_id, teacher.name, teacher.id as teacher, project.school_id as school
      from project join teacher using (person_id) where project.id = $1`,
    [project],
  );
  const place = (await placesOf(server, cycleId)).find((one) => one.project === project)!;
  const material = await added(
    `insert into project_material (project_id, type, name, position, format, sha256, bytes, whole, create_time)
      values ($1, 'representativeWork', '论文.pdf', 1, 'pdf', $2, $3, true, now()) returning id`,
    [project, ...file],
  );
  await server.pool.query(
    `insert into blind_copy (material_id, source_sha256, state, result_sha256, bytes, pages, released_by, released_at)
      values ($1, $2, 'released', $2, $3, 1, 1, now())`,
    [material, ...file],
  );
  const recommendation = await added(
    `insert into project_recommendation (project_id, round, present, in_favour, against, abstain, opinion, recommended_by, recommended_at)
      values ($1, 1, 1, 1, 0, 0, '同意', 0, now()) returning id`,
    [project],
  );
  const recommendationFile = await added(
    `insert into recommendation_file (project_id, recommendation_id, name, format, sha256, bytes, whole, added_by, create_time)
      values ($1, $2, '会议记录.pdf', 'pdf', $3, $4, true, 0, now()) returning id`,
    [project, recommendation, ...file],
  );
  const publicity = await added(
    `insert into unit_publicity (cycle_id, school_id, starts_on, ends_on, working_days, place, contact, notice, people, create_time)
      values ($1, $2, '2026-09-01', '2026-09-09', 5, '公告栏', '电话', '公示', $3, now()) returning id`,
    [
      cycleId,
      school,
      JSON.stringify([
        { projectId: project, name, department: '', presentTitle: '', titleName: '', subject: '' },
      ]),
    ],
  );
  await server.pool.query('insert into unit_publicity_project values ($1, $2, 1)', [publicity, project]);
  const objection = await added(
    `insert into objection (publicity_id, project_id, name, content, received_on, due_on)
      values ($1, $2, '王某', '不实', '2026-09-02', '2026-09-20') returning id`,
    [publicity, project],
  );
  const report = await added(
    `insert into material_report (assignment_id, project_id, material_id, shown_as, shown_name, problem, create_time)
      values ($1, $2, $3, 1, '论文', 'unclear', now()) returning id`,
    [place.id, project, material],
  );
  const conflict = await added(
    `insert into conflict (cycle_id, project_id, expert_id, kind, severity, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'jointWork', 'warn', 'warn', '核对', now(), '合作', 'works', now()) returning id`,
    [cycleId, project, place.expert],
  );
  const relation = await added(
    `insert into declared_relation (expert_id, kind, name, reason, declared_by)
      select id, 'other', $1, '举报', 'office' from expert order by id desc limit 1 returning id`,
    [name],
  );
  const { expertId } = await createExpert(server.db, { name: '候选专家', path });
  const integrity = await added(
    `insert into integrity_record (person_id, name, role, since, reason, basis)
      values ($1, $2, 'staff', '2020-01-01', '失实', '文件') returning id`,
    [person, name],
  );
  const schoolId = await findSchoolId(server.db, '清华大学');
  const newExpert = () => ({
    name: '新专家',
    idCard: nextIdCard(),
    phone: '13612340001',
    email: 'new@example.edu.cn',
    schoolId,
    department: null,
    titleSeries: '1',
    titleLevel: 'fullSenior',
    titleName: '教授',
    retired: false,
    subjects: [{ path, keywords: [] }],
  });
  return {
    cycleId,
    drawId,
    project,
    name: String(name),
    idCard: await idCardOf(Number(teacher)),
    material,
    recommendationFile,
    publicity,
    objection,
    place,
    report,
    conflict,
    relation,
    teacher: Number(teacher),
    expert: expertId,
    newExpert,
    integrity,
  };
};

beforeAll(async () => {
  const { experts: _experts, ...world } = await startWorld('released');
  server = world.server;
  ({ office } = world);
  const { cycleId, drawId, projects } = world;
  const facts = { cycleId, drawId };
  // Named so that no number or other name holds it.
  await server.pool.query(
    `update teacher set name = case id when $1 then '欧阳本案' else '司马他案' end where id in ($1, $2)`,
    [projects[0]!.teacherId, projects[1]!.teacherId],
  );
  await server.pool.query('alter table project_snapshot disable trigger user');
  await server.pool.query(
    `update project_snapshot set content = jsonb_set(content, '{person,name}', to_jsonb(teacher.name))
      from project join teacher using (person_id) where project.id = project_id`,
  );
  file = await keepPdf();
  own = await caseOf({ ...facts, project: projects[0]!.id, path: ['graduate', '08', '0812'] });
  others = await caseOf({ ...facts, project: projects[1]!.id, path: ['graduate', '05', '0501'] });
  await conflictsDone(server);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 1)', [projects[0]!.userId]);
  await server.pool.query(`update cycle set commitments = commitments - 'staff'`);
  token = await openTestSession(server.db, projects[0]!.userId);
  const { no, bag_no } = await rowOf('select no, bag_no from project where id = $1', [own.project]);
  secrets = [String(no), String(bag_no), own.name];
});
afterAll(() => server.close());

test('every call is classified by what it has to do with a case', () => {
  const named = allEndpoints.filter((endpoint) => !isApart(endpoint)).map(nameOf);
  expect(Object.keys(classes).toSorted()).toEqual(named.toSorted());
});

/** Deletions last: the other calls need their rows. */
const inOrder = allEndpoints.toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

const callsOf = (isMeant: (of: Class) => boolean) =>
  inOrder.flatMap((endpoint) => {
    const found = classes[nameOf(endpoint)];
    return found !== undefined && isMeant(found) ? [{ name: nameOf(endpoint), endpoint, of: found }] : [];
  });

/** Refusals of what is one's own; what names a project does not exist. */
const OWN_CODES = [
  'expert.own_case',
  'expert.none',
  'teacher.own',
  'integrity.own',
  'relation.own',
  'publicity.own',
  'objection.person',
];

const answerOf = async (endpoint: Endpoint, of: Extract<Class, (...of: never[]) => unknown>, about: Case) => {
  const response = await server.app.inject(requestOf(endpoint, { token, ...of(about) }));
  const isJson = String(response.headers['content-type']).includes('json');
  const body = isJson && response.body !== '' ? response.json() : {};
  const reasons = ((body.failed ?? []) as { message: string }[]).map(({ message }) => message);
  const isRefused =
    response.statusCode === 404 ||
    OWN_CODES.includes(body.code) ||
    (body.succeeded === 0 && reasons.length > 0);
  return { isRefused, words: [response.statusCode, body.code, body.message, ...reasons].join(' ') };
};

describe('what names a project or a person', () => {
  test.each(callsOf((of) => typeof of === 'function'))(
    '$name is refused for the own case alone',
    async ({ endpoint, of }) => {
      const call = of as Extract<Class, (...of: never[]) => unknown>;
      const about = await answerOf(endpoint, call, own);
      expect(about.isRefused, about.words).toBe(true);
      expect((await answerOf(endpoint, call, others)).words).not.toBe(about.words);
    },
  );
});

describe('lists, counts and exports', () => {
  test.each(callsOf((of) => of === 'list'))('$name has no trace of the own case', async ({ endpoint }) => {
    const { cycleId, drawId, place } = own;
    const ids = [drawId, place.expert, own.expert];
    for (const id of endpoint.path.includes(':id') ? ids : [drawId])
      for (const query of [
        { cycleId, size: 100, by: 'subject' },
        { id, cycleId, size: 100, by: 'school' },
      ]) {
        const response = await server.app.inject(requestOf(endpoint, { token, params: { id }, query }));
        const text = endpoint.result === Bytes ? unzipped(response.rawPayload) : response.body;
        for (const secret of secrets)
          expect([endpoint.path, text.includes(secret)]).toEqual([endpoint.path, false]);
      }
  });
});

test('before the release an officer who applies changes no pairs', async () => {
  const { server: drawn, ...world } = await startWorld('drawn');
  const { cycleId, drawId, projects } = world;
  const [mine, theirs] = projects.map(({ id }) => id);
  await drawn.pool.query('insert into user_role (user_id, role_id) values ($1, 1)', [projects[0]!.userId]);
  const { token: both } = projects[0]!;
  const places = await placesOf(drawn, cycleId);
  const placeOf = (project: number) => places.find((one) => one.project === project)!;
  const tried = async (project: number) => {
    const { id, version, expert } = placeOf(project);
    const params = { id: drawId };
    const answers = [
      await drawn.call(drawResultApi.consequence, {
        token: both,
        params,
        query: { assignmentId: id, expertId: expert },
      }),
      await drawn.call(assignmentApi.change, {
        token: both,
        params: { id },
        body: { version, expertId: expert, reason: '调整' },
      }),
      await drawn.call(assignmentApi.replace, {
        token: both,
        params: { id },
        body: { version, reason: '调整' },
      }),
    ];
    const fixed = await drawn.call(drawResultApi.fix, {
      token: both,
      params,
      body: { projectIds: [project], isFixed: true },
    });
    return [...answers.map(({ status }) => status === 404), fixed.error?.code === 'assignment.concerned'];
  };
  expect(await tried(mine!)).toEqual([true, true, true, true]);
  expect(await tried(theirs!)).toEqual([false, false, false, true]);
  await drawn.close();
});

test('an officer does not keep reviewers away from the own project by name or by unit', async () => {
  const { expert } = own.place;
  const declare = (by: string, body: object) =>
    server.call(conflictApi.declare, {
      token: by,
      body: { expertId: expert, reason: '举报', ...body } as never,
    });
  const school = String(
    (
      await rowOf('select dept.name from dept join project on school_id = dept.id where project.id = $1', [
        own.project,
      ])
    )['name'],
  );
  const tries = [
    { kind: 'relative', name: own.name, unit: null },
    { kind: 'other', name: ` ${own.name} `, unit: '别的单位' },
    { kind: 'unit', name: null, unit: school },
    { kind: 'unit', name: null, unit: `${school}计算机学院` },
  ];
  for (const body of tries) {
    const { status, error } = await declare(token, body);
    expect([status, error?.code]).toEqual([400, 'relation.own']);
  }
  await conflictsDone(server);
  expect(await findComputed(server, own.project, expert)).not.toContain('relative block');
  expect((await declare(token, { kind: 'relative', name: '别人', unit: null })).status).toBe(201);
  expect((await declare(office, tries[0]!)).status).toBe(201);
  const seen = async (by: string) =>
    (await server.call(conflictApi.expert, { token: by, params: { id: expert } })).body.relations.map(
      ({ name }) => name,
    );
  expect(await seen(office)).toContain(own.name);
  expect(await seen(token)).not.toContain(own.name);
});

test('an officer who has begun a draft changes no expert who could review it', async () => {
  await server.pool.query(`update project set state = 'draft' where id = $1`, [own.project]);
  const endpoint = allEndpoints.find((one) => nameOf(one) === 'PUT /api/expert/enabled')!;
  const call = classes['PUT /api/expert/enabled'] as Extract<Class, (...of: never[]) => unknown>;
  expect((await answerOf(endpoint, call, others)).isRefused).toBe(true);
  await server.pool.query(`update cycle set state = 'closed' where id = $1`, [own.cycleId]);
  expect((await answerOf(endpoint, call, own)).words).toMatch(/^204/);
});
