import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_DIRECT_MAX } from '@zhiping/shared/constants.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { s3StorageApi } from '@zhiping/shared/contracts/file.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { expertEnv, openPool } from '../../../test/expert-helpers.ts';
import { png, sendFile } from '../../../test/file-helpers.ts';
import { nextIdCard, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer } from '../../../test/harness.ts';
import { startS3 } from '../../../test/s3-server.ts';
import { insertExperts } from '../expert/pool/insert-experts.ts';
import { insertTeachers } from '../teacher/save-teacher.ts';
import { loadIdentity } from '../../platform/identity.ts';
import { loadPrincipal, type Principal } from '../../platform/auth/principal.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

const COUNT = EXPORT_DIRECT_MAX + 200;

/** Takes orders only; a node beside it fulfils them when the test wants. */
let server: TestServer;
let s3: Awaited<ReturnType<typeof startS3>>;
let pool: Awaited<ReturnType<typeof openPool>>;
let admin: { id: number; token: string };
beforeAll(async () => {
  s3 = await startS3();
  server = await startTestServer({ env: { ...expertEnv.env, ...s3.env } });
  pool = await openPool(server);
  admin = await signedIn(server.db, { roleIds: [1] });
});
afterAll(async () => {
  await server.close();
  s3.close();
});

const ask = async (path: string, token: string, query = '') => {
  const { status, body } = await server.call(exportApi.create, {
    token,
    body: { path, query, total: COUNT },
  });
  expect(status).toBe(200);
  return body.taskId;
};

/** Let a node work until these are done. */
const fulfil = async (orders: { taskId: number; token: string }[]) => {
  const worker = await startTestServer({
    connection: server.connection,
    env: { ...s3.env, DATA_DIR: server.dataDir },
    work: {},
  });
  try {
    for (const { taskId, token } of orders)
      await expect
        .poll(async () => (await server.call(taskApi.get, { token, params: { id: taskId } })).body.state)
        .toBe('done');
  } finally {
    await worker.close();
  }
};

const cellsOf = async (taskId: number, token: string, header: string) => {
  const file = await server.app.inject(requestOf(exportApi.read, { token, params: { taskId } }));
  expect(file.statusCode).toBe(200);
  return (await readSheet(file.rawPayload, [header], 20_000)).map(({ values }) => values[header] ?? '');
};

describe('more rows than are exported within a call', () => {
  beforeAll(async () => {
    const identity = await loadIdentity(server.pool);
    const actor = (await loadPrincipal(server.db, pool.office.id, new Date())) as Principal;
    const common = {
      name: '大批',
      gender: null,
      email: null,
      schoolId: pool.tianjin,
      titleSeries: '1',
      titleLevel: 'fullSenior',
      titleName: '教授',
      note: null,
    };
    const people = Array.from({ length: COUNT }, (_, index) => ({
      ...common,
      idCard: nextIdCard(),
      phone: `184${String(index).padStart(8, '0')}`,
    }));
    await server.db.transaction().execute(async (tx) => {
      const experts = { department: null, retired: false, maxLoad: null, subjects: [] };
      await insertExperts(
        tx,
        identity,
        actor,
        people.map((one) => ({ ...one, ...experts })),
        'none',
      );
      const teachers = { type: 'teaching', staffNo: null, subject: null, entryDate: null, enabled: true };
      await insertTeachers(
        tx,
        identity,
        actor,
        people.map((one) => ({ ...one, ...teachers })),
      );
    });
    await sql`insert into operation_log (description, method, path, status, request_id, ip, duration_ms)
      select '大批操作', 'PUT', '/', 204, n::text, '127.0.0.1', 1 from generate_series(1, ${COUNT}) as n`.execute(
      server.db,
    );
  });

  test.each([
    ['teachers', teacherApi.download.path, '大批', '身份证号码', /^\d{4}\*{10}\d{3}[\dX]$/],
    ['experts', expertPoolApi.download.path, '大批', '身份证号码', /^\d{4}\*{10}\d{3}[\dX]$/],
    ['users', userApi.download.path, '大批', '用户名', /^184\d{8}$/],
    ['the operation log', logApi.download.path, '大批操作', '操作', /^大批操作$/],
  ])('of %s go as a job, every one of them', async (_, path, text, header, form) => {
    const token = admin.token;
    const taskId = await ask(path, token, `blurry=${encodeURIComponent(text)}`);
    await fulfil([{ taskId, token }]);
    expect((await server.call(taskApi.get, { token, params: { id: taskId } })).body).toMatchObject({
      done: COUNT,
      total: COUNT,
      result: { rows: COUNT },
    });
    const cells = await cellsOf(taskId, token, header);
    expect(cells).toHaveLength(COUNT);
    expect(cells.filter((cell) => !form.test(cell))).toEqual([]);
  });

  test('of a bucket too', async () => {
    const { token } = admin;
    await sendFile(server, s3StorageApi.create, { name: '云上.png', bytes: png('bucket') }, { token });
    const taskId = await ask(s3StorageApi.download.path, token);
    await fulfil([{ taskId, token }]);
    expect(await cellsOf(taskId, token, '文件名')).toEqual(['云上.png']);
  });
});

describe('an officer of a school', () => {
  const lists = [
    ['teachers', teacherApi.download.path, '姓名'],
    ['experts', expertPoolApi.download.path, '姓名'],
    ['schools', schoolApi.download.path, '学校名称'],
  ] as const;
  const query = `blurry=${encodeURIComponent('范围')}`;

  /** A school with a unit below it and an officer, and of each a teacher and an expert who are called like it. */
  const addSchool = async (name: string) => {
    const add = async (unit: string, pid: number) => {
      const { body } = await server.call(schoolApi.create, {
        token: pool.office.token,
        body: { pid, name: unit, deptSort: 999 },
      });
      await pool.added({ name: unit, schoolId: body.id, subjects: [] });
      const teacher = { name: unit, idCard: nextIdCard(), type: 'teaching', schoolId: body.id };
      await server.call(teacherApi.create, { token: pool.office.token, body: teacher as never });
      return body.id;
    };
    const id = await add(`范围${name}`, 30);
    const unit = await add(`范围${name}下`, id);
    const officer = await signedIn(server.db, { roleIds: [9], deptId: id });
    return { id, unit, officer };
  };
  type School = Awaited<ReturnType<typeof addSchool>>;
  let schools: { stays: School; officerMoves: School; unitMoves: School };
  beforeAll(async () => {
    schools = {
      stays: await addSchool('甲'),
      officerMoves: await addSchool('乙'),
      unitMoves: await addSchool('丙'),
    };
  });

  test.each(lists)('gets %s of the own subtree, as it is when the job runs', async (_, path, header) => {
    const { stays, officerMoves, unitMoves } = schools;
    const orders: { taskId: number; token: string }[] = [];
    for (const { officer } of [stays, officerMoves, unitMoves])
      orders.push({ taskId: await ask(path, officer.token, query), token: officer.token });
    // Between the order and the run one officer goes to a unit, and another loses one.
    const move = (user: number, deptId: number) =>
      server.db.updateTable('sys_user').set({ dept_id: deptId }).where('id', '=', user).execute();
    const hang = (unit: number, pid: number) =>
      server.db.updateTable('dept').set({ pid }).where('id', '=', unit).execute();
    await move(officerMoves.officer.id, officerMoves.unit);
    await hang(unitMoves.unit, 30);
    await fulfil(orders);
    const seen = await Promise.all(
      orders.map(async ({ taskId, token }) => (await cellsOf(taskId, token, header)).toSorted()),
    );
    expect(seen).toEqual([['范围甲', '范围甲下'], ['范围乙下'], ['范围丙']]);
    await move(officerMoves.officer.id, officerMoves.id);
    await hang(unitMoves.unit, unitMoves.id);
  });
});
