import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { expertEnv, openPool } from './expert-helpers.ts';
import { newTeacher, signedIn } from './factories.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { findTeachers } from '../src/modules/teacher/teacher.queries.ts';
import { findUsers } from '../src/modules/user/user.queries.ts';
import type { Principal } from '../src/platform/auth/principal.ts';
import type { Db } from '../src/platform/database/db.ts';
import { loadIdentity } from '../src/platform/identity.ts';
import { type Answers, createAnswerCache } from '../src/platform/lists/answer-cache.ts';

/**
 * Pages are remembered until the database tells of a change (answer-cache.ts). Each case changes one column that a page
 * shows, past the program, as another node or an import would; well before its age ends, the page must show it.
 */
const lists = {
  expert: expertPoolApi.list,
  teacher: teacherApi.list,
  users: userApi.list,
  school: schoolApi.list,
  subject: subjectApi.list,
};

const changes: [list: keyof typeof lists, statement: string, shown: string][] = [
  ['expert', `update expert set note = '甲一' where id = $1`, '"note":"甲一"'],
  ['expert', `update expert_subject set keywords = '{甲二}' where expert_id = $1`, '"keywords":["甲二"]'],
  [
    'expert',
    `update sys_user set username = 'jia3' where id = (select user_id from expert where id = $1)`,
    '"username":"jia3"',
  ],
  [
    'expert',
    `update dept set name = '甲四大学' where id = (select school_id from expert where id = $1)`,
    '"schoolName":"甲四大学"',
  ],
  [
    'expert',
    `update subject set professional_category = '甲五工程' where catalog = 'graduate' and professional_category_code = '0812' and $1 > 0`,
    '甲五工程',
  ],
  ['expert', `update expert set person_id = null where id = $1`, '"idCard":null'],
  [
    'expert',
    `insert into expert_change (expert_id, part, form, status) values ($1, 'contact', '{}', 'waiting')`,
    '"hasChange":true',
  ],
  ['teacher', `update teacher set note = '乙一' where id = $1`, '"note":"乙一"'],
  [
    'teacher',
    `update dept set name = '乙二大学' where id = (select school_id from teacher where id = $1)`,
    '"schoolName":"乙二大学"',
  ],
  [
    'teacher',
    `update subject set professional_category = '乙三工程' where catalog = 'graduate' and professional_category_code = '0812' and $1 > 0`,
    '乙三工程',
  ],
  ['teacher', `update dict_detail set label = '乙四目录' where value = 'graduate' and $1 > 0`, '乙四目录'],
  ...(['nick_name', 'phone', 'email', 'avatar_name'] as const).map((column): (typeof changes)[number] => [
    'users',
    `update sys_user set ${column} = '丙${column}' where id = $1`,
    `丙${column}`,
  ]),
  ['users', `update sys_user set gender = '女' where id = $1`, '"gender":"女"'],
  ['users', `update sys_user set enabled = false where id = $1`, '"enabled":false'],
  ['users', `update sys_user set version = 777 where id = $1`, '"version":777'],
  [
    'users',
    `update sys_user set pwd_reset_time = '2001-02-03 12:00+08' where id = $1`,
    '"pwdResetTime":"2001-02-03 12:00:00"',
  ],
  [
    'users',
    `update dept set name = '丙一部' where id = (select dept_id from sys_user where id = $1)`,
    '"name":"丙一部"',
  ],
  [
    'users',
    `update role set name = '丙二角色' where id = (select role_id from user_role where user_id = $1)`,
    '"name":"丙二角色"',
  ],
  ['users', `delete from user_role where user_id = $1`, '"roles":[]'],
  ['users', `insert into user_job (user_id, job_id) select $1, id from job`, '"name":"丙三岗"'],
  ['users', `update job set name = '丙四岗' where $1 > 0`, '"name":"丙四岗"'],
  ['school', `update school set note = '丁一' where dept_id = $1`, '"note":"丁一"'],
  ['school', `update dept set name = '丁二大学' where id = $1`, '"name":"丁二大学"'],
  [
    'school',
    `update dept set name = '丁三教育' where id = (select pid from dept where id = $1)`,
    '"parentName":"丁三教育"',
  ],
  ['school', `insert into dept (pid, name) values ($1, '丁四学院')`, '"subCount":1'],
  ['subject', `update subject set professional_class = '戊一' where id = $1`, '戊一'],
  [
    'subject',
    `update dict_detail set label = '戊二目录' where value = 'undergraduate' and $1 > 0`,
    '戊二目录',
  ],
];

let server: TestServer;
let admin: string;
const ids = {} as Record<keyof typeof lists, number>;

beforeAll(async () => {
  server = await startTestServer(expertEnv);
  const pool = await openPool(server);
  admin = (await signedIn(server.db, { roleIds: [1] })).token;
  await server.db.insertInto('job').values({ name: '丙三岗', job_sort: 1 }).execute();
  const teacher = await server.call(teacherApi.create, { token: admin, body: newTeacher(pool.tianjin) });
  const subject = await server.db
    .selectFrom('subject')
    .select('id')
    .where('catalog', '=', 'undergraduate')
    .where('professional_class_code', 'is not', null)
    .executeTakeFirstOrThrow();
  Object.assign(ids, {
    expert: await pool.added(),
    teacher: teacher.body.id,
    users: pool.school.id,
    school: pool.nankai,
    subject: subject.id,
  });
});
afterAll(() => server.close());

test.each(changes)('%s: %s', async (list, statement, shown) => {
  const read = async () =>
    JSON.stringify((await server.call(lists[list], { token: admin, query: { id: ids[list] } })).body.content);
  expect(await read()).not.toContain(shown);
  await server.pool.query(statement, [ids[list]]);
  await expect.poll(read, { timeout: 2000, interval: 20 }).toContain(shown);
});

/** A handle whose first answer comes only once it is let go. */
const holdFirst = () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  let isFirst = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        reach();
        await gate;
      }
      return result;
    },
  };
  return { db: server.db.withPlugin(plugin), reached, letGo };
};

type Find = (db: Db, answers: Answers, departmentId: number) => Promise<{ totalElements: number }>;
const everywhere = { deptScope: null, userId: 0 } as Principal;
const byDepartment: [list: 'users' | 'teachers', find: Find][] = [
  [
    'users',
    (db, users, deptId) =>
      findUsers({ db, answersOn: { users } as never }, everywhere, { page: 0, size: 20, deptId }),
  ],
  [
    'teachers',
    async (db, teachers, schoolId) =>
      findTeachers(
        {
          db,
          identity: await loadIdentity(server.pool),
          remember: (_question, read) => read(),
          answersOn: { teachers } as never,
        },
        everywhere,
        { page: 0, size: 20, schoolId, createTime: undefined },
      ),
  ],
];

test.each(byDepartment)(
  '%s of a department are counted anew when it moved while they were being asked for',
  async (list, find) => {
    const home = await server.db
      .selectFrom(list === 'users' ? 'sys_user' : 'teacher')
      .select(list === 'users' ? 'dept_id as id' : 'school_id as id')
      .where('id', '=', list === 'users' ? ids.users : ids.teacher)
      .$castTo<{ id: number }>()
      .executeTakeFirstOrThrow();
    const { pid } = await server.db
      .selectFrom('dept')
      .select('pid')
      .where('id', '=', home.id)
      .$narrowType<{ pid: number }>()
      .executeTakeFirstOrThrow();
    let tell = (_topic: string) => {};
    const answers = createAnswerCache(
      {
        healthy: true,
        on: (listener) => (tell = (topic) => listener(topic, '')),
        onReset: () => {},
        settled: async () => {},
        close: async () => {},
      },
      [list],
    );
    const before = await find(server.db, answers, pid);
    tell(list);
    const held = holdFirst();
    const early = find(held.db, answers, pid);
    await held.reached;
    await server.db.updateTable('dept').set({ pid: null }).where('id', '=', home.id).execute();
    tell(list);
    held.letGo();
    await early;
    const after = await find(server.db, answers, pid);
    await server.db.updateTable('dept').set({ pid }).where('id', '=', home.id).execute();
    expect(after.totalElements).toBeLessThan(before.totalElements);
  },
);
