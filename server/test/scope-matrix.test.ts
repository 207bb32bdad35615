import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { DataScope } from '../src/platform/database/column-types.ts';
import { searchTextOf } from '../src/platform/pinyin.ts';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';
import { createExpert, createRole, createUser, findSchoolId, nextIdCard, signedIn } from './factories.ts';
import { publishedCycle } from './project-helpers.ts';
import { type Input, requestOf, startTestServer, type TestServer, travellingClock } from './harness.ts';
import { createProject, projectCalls, superviseOne } from './scope-projects.ts';

/**
 * Data scope, generated: every kind of scope × every resource that has one × every way to read, count, export or change a
 * row, for rows inside and outside. One row lies in each of these departments; the reader belongs to 甲:
 *
 *   甲 ─ 甲下          乙 ─ 乙下          丙 (listed) ─ 丙下, 丙停 (disabled)
 */
const PLACES = ['甲', '甲下', '乙', '乙下', '丙', '丙下', '丙停'] as const;
type Place = (typeof PLACES)[number];

const SCOPES: [name: string, scope: DataScope | 'without a role', listed: Place[], seen: Place[]][] = [
  ['全部', '全部', [], [...PLACES]],
  ['本级', '本级', [], ['甲']],
  ['本级及以下', '本级及以下', [], ['甲', '甲下']],
  ['自定义', '自定义', ['丙'], ['丙', '丙下']],
  ['自定义 without departments', '自定义', [], []],
  ['仅本人', '仅本人', [], []],
  ['本级, of a supervising body', '本级', [], []],
];
/** It has one school, whose own project was reported. */
const ofBody = (name: string) => name.endsWith('supervising body');

let server: TestServer;
const deptIds = new Map<Place, number>();
const userIds = new Map<Place, number>();
const expertIds = new Map<Place, number>();
const teacherIds = new Map<Place, number>();
const projectIds = new Map<Place, number>();
const projectFiles = new Map<number, { materialId: number; recommendationFileId: number }>();

const nameAt = (place: Place) => `矩阵${place}校`;
const createSchool = async (place: Place, pid: number) => {
  const { id } = await server.db
    .insertInto('dept')
    .values({ pid, name: nameAt(place), enabled: place !== '丙停', search_text: searchTextOf(nameAt(place)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db.insertInto('school').values({ dept_id: id }).execute();
  deptIds.set(place, id);
  const user = await createUser(server.db, { username: `jz_${nameAt(place)}`, deptId: id });
  userIds.set(place, user.id);
  const expert = await createExpert(server.db, { name: nameAt(place), school: nameAt(place) });
  expertIds.set(place, expert.expertId);
  await createTeacher(place, id);
};

/** A unit outside of all these places, to which one school reports. */
let bodyId = 0;

const teacherAt = (place: Place) => `教矩阵${place}师`;
const createTeacher = async (place: Place, schoolId: number) => {
  const name = teacherAt(place);
  const { body } = await server.call(teacherApi.create, {
    token: (await signedIn(server.db, { roleIds: [1] })).token,
    // A disabled school gets no new people, but keeps its own.
    body: { name, idCard: nextIdCard(), type: 'other', schoolId: await findSchoolId(server.db, '天津大学') },
  });
  await server.db.updateTable('teacher').set({ school_id: schoolId }).where('id', '=', body.id).execute();
  teacherIds.set(place, body.id);
};

beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  for (const place of ['甲', '乙', '丙'] as const) await createSchool(place, TOP_SCHOOL_PID);
  for (const place of ['甲下', '乙下', '丙下', '丙停'] as const)
    await createSchool(place, deptIds.get(place.slice(0, 1) as Place) as number);
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const cycleId = await publishedCycle(server, office, undefined, { bodyClosesAt: '2026-10-20' });
  for (const place of PLACES) {
    const { id, ...files } = await createProject(server, {
      cycleId,
      schoolId: deptIds.get(place) as number,
      teacherId: teacherIds.get(place) as number,
      no: `矩阵${place}号`,
      secret: nameAt(place),
    });
    projectIds.set(place, id);
    projectFiles.set(id, files);
  }
  bodyId = await superviseOne(server, { schoolId: deptIds.get('乙')!, projectId: projectIds.get('乙')! });
});
afterAll(() => server.close());

type Call = [endpoint: Endpoint, input: Input<Endpoint>];
type Resource = {
  name: string;
  permissions: string[];
  ids: Map<Place, number>;
  /** A filter that matches the rows of all places and no other. */
  list: Call;
  one: (id: number) => Call;
  named: (place: Place) => Call;
  /** Where rows are counted apart from their list: `[{ count }]`. */
  counted?: Call;
  sorts: string[];
  download: { call: Call; column: string; cellAt: (place: Place) => string };
  /** Every call that changes a row. */
  writes: (id: number) => Call[];
  table: 'sys_user' | 'dept' | 'expert' | 'teacher' | 'project';
};

const page = { page: 0, size: 100 };

const expertBody = {
  name: '改名',
  phone: '13700000002',
  schoolId: 100_000,
  titleSeries: '1',
  titleLevel: 'fullSenior',
  titleName: '教授',
  subjects: [],
};

const resources: Resource[] = [
  {
    name: 'users',
    permissions: ['user:list', 'user:add', 'user:edit', 'user:del'],
    ids: userIds,
    list: [userApi.list, { query: { ...page, blurry: 'jz_矩阵' } }],
    one: (id) => [userApi.list, { query: { ...page, id } }],
    named: (place) => [userApi.list, { query: { ...page, blurry: `jz_${nameAt(place)}@` } }],
    sorts: ['id', 'username', 'createTime'],
    download: {
      call: [userApi.download, { query: { blurry: 'jz_矩阵' } }],
      column: '用户名',
      cellAt: (place) => `jz_${nameAt(place)}`,
    },
    writes: (id) => [
      [
        userApi.update,
        {
          body: {
            id,
            username: 'taken-over',
            nickName: '改',
            phone: '13700000001',
            email: 'a@b.cn',
            enabled: true,
            dept: { id: deptIds.get('甲') },
            roles: [{ id: 7 }],
          },
        },
      ],
      [userApi.setEnabled, { body: { ids: [id], enabled: false } }],
      [userApi.resetPassword, { body: [id] }],
      [userApi.remove, { body: [id] }],
    ],
    table: 'sys_user',
  },
  {
    name: 'departments',
    permissions: ['dept:list', 'dept:add', 'dept:edit', 'dept:del'],
    ids: deptIds,
    list: [deptApi.list, { query: { ...page, name: '矩阵' } }],
    one: (id) => [deptApi.list, { query: { ...page, id } }],
    named: (place) => [deptApi.list, { query: { ...page, name: nameAt(place) } }],
    sorts: ['id', 'name', 'createTime'],
    download: { call: [deptApi.download, { query: { name: '矩阵' } }], column: '部门名称', cellAt: nameAt },
    writes: (id) => [
      [deptApi.update, { body: { id, pid: TOP_SCHOOL_PID, name: '改名', enabled: false, deptSort: 1 } }],
      [deptApi.create, { body: { pid: id, name: '塞进去', enabled: true, deptSort: 1 } }],
      [deptApi.remove, { body: [id] }],
    ],
    table: 'dept',
  },
  {
    name: 'schools',
    permissions: ['school:list', 'school:add', 'school:edit', 'school:del', 'school:merge'],
    ids: deptIds,
    list: [schoolApi.list, { query: { ...page, blurry: '矩阵' } }],
    one: (id) => [schoolApi.list, { query: { ...page, id } }],
    named: (place) => [schoolApi.list, { query: { ...page, blurry: nameAt(place) } }],
    sorts: ['id', 'name'],
    download: {
      call: [schoolApi.download, { query: { blurry: '矩阵' } }],
      column: '学校名称',
      cellAt: nameAt,
    },
    writes: (id) => [
      [schoolApi.update, { body: { id, pid: TOP_SCHOOL_PID, name: '改名', enabled: false, deptSort: 1 } }],
      [schoolApi.create, { body: { pid: id, name: '塞进去', deptSort: 1 } }],
      [schoolApi.merge, { body: { id, intoId: deptIds.get('甲') } }],
      [schoolApi.merge, { body: { id: deptIds.get('甲'), intoId: id } }],
      [schoolApi.uses, { params: { id } }],
      [schoolApi.remove, { body: [id] }],
    ],
    table: 'dept',
  },
  {
    name: 'teachers',
    permissions: ['teacher:list', 'teacher:add', 'teacher:edit', 'teacher:del', 'teacher:identity'],
    ids: teacherIds,
    list: [teacherApi.list, { query: { ...page, blurry: '教矩阵' } }],
    one: (id) => [teacherApi.list, { query: { ...page, id } }],
    named: (place) => [teacherApi.list, { query: { ...page, blurry: teacherAt(place) } }],
    sorts: ['id', 'name', 'enabled', 'entryDate', 'createTime'],
    download: {
      call: [teacherApi.download, { query: { blurry: '教矩阵' } }],
      column: '姓名',
      cellAt: teacherAt,
    },
    writes: (id) => [
      [
        teacherApi.update,
        { body: { id, name: '改名', type: 'other', schoolId: deptIds.get('甲'), enabled: false } },
      ],
      [teacherApi.setEnabled, { body: { ids: [id], enabled: false } }],
      [teacherApi.identity, { params: { id } }],
      [teacherApi.remove, { body: [id] }],
    ],
    table: 'teacher',
  },
];

const experts: Resource = {
  name: 'experts',
  permissions: 'list add edit del rating enabled approve inspect identity'
    .split(' ')
    .map((one) => `expert:${one}`),
  ids: expertIds,
  list: [expertPoolApi.list, { query: { ...page, blurry: '矩阵' } }],
  one: (id) => [expertPoolApi.list, { query: { ...page, id } }],
  named: (place) => [expertPoolApi.list, { query: { ...page, blurry: nameAt(place) } }],
  sorts: ['id', 'name', 'rating', 'createTime', 'termEndsAt'],
  download: { call: [expertPoolApi.download, { query: { blurry: '矩阵' } }], column: '姓名', cellAt: nameAt },
  writes: (id) => {
    const why = { reason: '矩阵测试' };
    return [
      [expertPoolApi.read, { params: { id } }],
      [expertPoolApi.identity, { params: { id } }],
      [expertPoolApi.inspect, { params: { id } }],
      [expertPoolApi.setRating, { body: { id, rating: 0, ...why } }],
      [expertPoolApi.rateMany, { body: { ids: [id], rating: 0, ...why } }],
      [expertPoolApi.setEnabled, { body: { id, enabled: false, ...why } }],
      [expertPoolApi.enableMany, { body: { ids: [id], enabled: false, ...why } }],
      [expertPoolApi.remind, { params: { id } }],
      [expertPoolApi.saveAffiliations, { params: { id }, body: { affiliations: [] } }],
      [expertPoolApi.saveUnavailability, { params: { id }, body: { unavailability: [] } }],
      [expertPoolApi.decideChange, { params: { id }, body: { changeId: 1, approved: true } }],
      [expertPoolApi.update, { body: { ...expertBody, id } }],
      [expertPoolApi.remove, { body: [id] }],
    ];
  },
  table: 'expert',
};

const applications: Resource = {
  name: 'applications',
  permissions: ['project:list', 'project:check', 'project:decide', 'project:apply'],
  ids: projectIds,
  list: [projectListApi.list, { query: { ...page, blurry: '矩阵' } }],
  one: (id) => [projectListApi.list, { query: { ...page, id } }],
  named: (place) => [projectListApi.list, { query: { ...page, blurry: `矩阵${place}号` } }],
  counted: [projectListApi.stages, { query: { blurry: '矩阵' } }],
  sorts: ['id', 'no', 'name', 'schoolName', 'submittedAt', 'updateTime'],
  download: {
    call: [projectListApi.download, { query: { blurry: '矩阵' } }],
    column: '学校',
    cellAt: nameAt,
  },
  writes: (id) => projectCalls(id, projectFiles.get(id)!),
  table: 'project',
};
resources.push(experts, applications);

const inject = ([endpoint, input]: Call, token: string) =>
  server.app.inject(requestOf(endpoint, { ...input, token }));
type Row = { id: number };
const read = async (call: Call, token: string) => {
  const response = await inject(call, token);
  expect(response.statusCode).toBe(200);
  return response.json() as { content: Row[]; totalElements: number };
};
const sortedBy = ([endpoint, { query, ...input }]: Call, sort: string): Call => [
  endpoint,
  { ...input, query: { ...query, sort } },
];
const rowOf = (resource: Resource, id: number) =>
  server.db.selectFrom(resource.table).selectAll().where('id', '=', id).executeTakeFirst();

describe.each(resources)('$name', (resource) => {
  describe.each(SCOPES)('%s', (name, scope, listed, places) => {
    const seen = ofBody(name) && resource === applications ? (['乙'] as const) : places;
    const home = () => (ofBody(name) ? bodyId : (deptIds.get('甲') as number));
    const isSeen = (place: Place) => seen.some((one) => one === place);
    let token = '';
    beforeAll(async () => {
      const roleId = await createRole(server.db, {
        permissions: resource.permissions,
        dataScope: scope as DataScope,
        deptIds: listed.map((place) => deptIds.get(place) as number),
      });
      const reader = await signedIn(server.db, { roleIds: [roleId], deptId: home() });
      token = reader.token;
    });
    const idsOf = (places: readonly Place[]) =>
      places.map((place) => resource.ids.get(place) as number).toSorted((a, b) => a - b);

    test('list and count', async () => {
      const { content, totalElements } = await read(resource.list, token);
      expect(content.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(idsOf(seen));
      expect(totalElements).toBe(seen.length);
      if (!resource.counted) return;
      const counts: { count: number }[] = (await inject(resource.counted, token)).json();
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(seen.length);
    });

    test.each(resource.sorts)('sorted by %s', async (sort) => {
      for (const direction of ['asc', 'desc']) {
        const { content } = await read(sortedBy(resource.list, `${sort},${direction}`), token);
        expect(content.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(idsOf(seen));
      }
    });

    test.each(PLACES)('one row, by id and by name: %s', async (place) => {
      const count = isSeen(place) ? 1 : 0;
      expect((await read(resource.one(resource.ids.get(place) as number), token)).totalElements).toBe(count);
      expect((await read(resource.named(place), token)).content.map(({ id }) => id)).toEqual(
        isSeen(place) ? [resource.ids.get(place)] : [],
      );
    });

    test('export', async () => {
      const { call, column, cellAt } = resource.download;
      const response = await inject(call, token);
      expect(response.statusCode).toBe(200);
      const reading = readSheet(response.rawPayload, [column], 100);
      if (seen.length === 0) return expect(reading).rejects.toThrow('表格中没有数据');
      // Readers of several schools see the school of a college.
      const cells = (await reading).map(({ values }) => String(values[column]).replace(/（.*）$/, ''));
      expect(new Set(cells)).toEqual(new Set(seen.map(cellAt)));
      expect(cells).toHaveLength(seen.length);
    });

    // Inside the scope is proven by the modules' own tests; here nothing outside may change.
    test.each(PLACES.filter((place) => !isSeen(place)))('no write reaches %s', async (place) => {
      const id = resource.ids.get(place) as number;
      const before = await rowOf(resource, id);
      const { count } = await server.db
        .selectFrom(resource.table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      for (const call of resource.writes(id)) {
        const response = await inject(call, token);
        expect(response.statusCode, call[0].path).toBeGreaterThanOrEqual(400);
        expect(response.statusCode).toBeLessThan(500);
        expect(response.body).not.toContain(nameAt(place));
      }
      expect(await rowOf(resource, id)).toEqual(before);
      const after = await server.db
        .selectFrom(resource.table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(after.count).toBe(count);
    });
  });
});
