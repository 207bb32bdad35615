import { PDFDocument } from '@cantoo/pdf-lib';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { materialArchiveApi as api } from '@zhiping/shared/contracts/material-archive.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { findSchoolId, newTeacher, nextIdCard, signedIn } from '../../../../test/factories.ts';
import { pdf, png, readablePdf } from '../../../../test/file-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../../test/harness.ts';
import { gbk, uploadArchive } from '../../../../test/import-helpers.ts';
import { zip, type ZipEntry, zipOf } from '../../../../test/zip-file.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../../test/project-helpers.ts';
import { patience } from '../../../../test/idle.ts';

const SCHOOL = '天津大学';
const NAME = '慕容教书';
const DAY_MS = 86_400_000;
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let officer: string;
let schoolId: number;
let cycleId: number;
let person: Awaited<ReturnType<typeof newApplicant>>;
let projectId: number;
let no: string;
let numbers = 0;

/** Tasks are due by the clock of the database, so the test's clock follows it. */
const moveOn = () => {
  clock.travelTo(new Date(Date.now() + 3_600_000));
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  return server.db
    .updateTable('cycle')
    .set({ apply_opens_at: at(-5), apply_closes_at: at(5), report_closes_at: at(10) })
    .where('id', '=', cycleId)
    .execute();
};

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const office = await signedIn(server.db, { roleIds: [3] });
  schoolId = await findSchoolId(server.db, SCHOOL);
  cycleId = await publishedCycle(server, office.token);
  await moveOn();
  officer = (await signedIn(server.db, { roleIds: [9], deptId: schoolId })).token;
  await server.db.updateTable('cycle').set({ state: 'applying' }).where('id', '=', cycleId).execute();
});
beforeEach(async () => {
  person = await newApplicant(server, SCHOOL);
  numbers += 1;
  no = `A${String(numbers).padStart(4, '0')}`;
  await server.db.updateTable('teacher').set({ staff_no: no }).where('id', '=', person.teacherId).execute();
  projectId = await completeProject(server, person, cycleId);
});
afterAll(() => server.close());

const named = (kind: string, title: string, { who = no, name = NAME, order = '1' } = {}) =>
  `${who}_${name}_${kind}_${order}_${title}.pdf`;
const ended = async (state: string) => {
  const stateNow = async () => (await server.call(api.latest, { token: officer })).body.archive?.state;
  await expect.poll(stateNow, patience).toBe(state);
};
const filesOf = async (id: number) => (await server.call(api.files, { token: officer, params: { id } })).body;

const check = async (bytes: Buffer, state = 'checked') => {
  const uploadId = await uploadArchive(server, officer, bytes);
  const { status, body, error } = await server.call(api.create, {
    token: officer,
    body: { uploadId, cycleId },
  });
  expect(status, error?.message).toBe(201);
  await ended(state);
  return body.id;
};
const commit = async (id: number) => {
  expect((await server.call(api.commit, { token: officer, params: { id } })).status).toBe(204);
  await ended('done');
};
const materials = async () =>
  (await readProject(server, person.token, projectId)).materials.map(({ name, type, entryKey }) => [
    name,
    type,
    entryKey,
  ]);
const problemOf = async () => {
  const { rows } = await server.pool.query<{ error: string }>(
    `select error from task where kind = 'materials.check' order by id desc limit 1`,
  );
  return rows[0]?.error;
};

describe('an archive of materials', () => {
  test('is checked, then imported by its file names, and the applicants are notified', async () => {
    const paper = await readablePdf('一篇');
    const entries: ZipEntry[] = [
      { name: '材料/', data: Buffer.alloc(0) },
      { name: `材料/${named('代表作全文', '一篇论文')}`, data: paper },
      // File names as Chinese Windows writes them (GBK, without the flag), and with the extra entries of macOS.
      { name: gbk(named('科研业绩证明', '结题证书', { order: '2' })), data: await readablePdf('结题') },
      { name: named('科研', '获奖证书', { order: '1' }), data: png('获奖') },
      { name: `__MACOSX/._${named('科研', '获奖证书')}`, data: Buffer.from('x') },
      { name: named('其他材料', '重复'), data: paper },
      { name: named('其他材料', '别人的', { name: '不是他' }), data: paper },
      { name: named('其他材料', '查无此人', { who: 'NOBODY' }), data: paper },
      { name: named('成绩单', '某'), data: paper },
      { name: '随便.pdf', data: paper },
      { name: named('其他材料', '网页'), data: Buffer.from('<html><script>1</script>') },
    ];
    const id = await check(zipOf(entries));
    const found = await filesOf(id);
    expect(found.map(({ outcome, reason, place }) => [outcome, reason ?? place])).toEqual([
      ['ready', '代表作全文：一篇论文'],
      ['ready', '科研业绩证明'],
      ['ready', '科研业绩证明'],
      ['present', '这份申报已有内容相同的文件'],
      ['refused', '姓名与登记的不一致'],
      ['refused', '本校教师名册中没有这个工号或证件号后六位'],
      ['refused', expect.stringContaining('材料类型「成绩单」不存在')],
      ['refused', expect.stringContaining('文件名应为')],
      ['refused', '只能上传 PDF 文件和 JPG、PNG 图片（按内容判断）'],
    ]);
    expect(found[1]).toMatchObject({
      path: named('科研业绩证明', '结题证书', { order: '2' }),
      teacher: NAME,
      staffNo: no,
    });
    expect(await materials()).toEqual([]);
    await commit(id);
    expect(await materials()).toEqual([
      ['一篇论文', 'representativeWork', 'r1'],
      ['获奖证书', 'research', null],
      ['结题证书', 'research', null],
    ]);
    const project = await readProject(server, person.token, projectId);
    expect(project.lastPrefill).toMatchObject({ note: '材料 3 个文件' });
    const { rows } = await server.pool.query(
      `select action, count(*)::int as count from audit_event where entity = 'project' and entity_id = $1 group by action
       order by action`,
      [String(projectId)],
    );
    expect(rows).toEqual([
      { action: 'project.created', count: 1 },
      { action: 'project.material_added', count: 3 },
      { action: 'project.prefilled', count: 1 },
    ]);
    // The same archive again adds nothing, and no temporary file is left.
    const again = await check(zipOf(entries));
    expect((await filesOf(again)).filter(({ outcome }) => outcome === 'ready')).toEqual([]);
    expect((await server.call(api.commit, { token: officer, params: { id: again } })).error.code).toBe(
      'archive.nothing',
    );
    expect(await readdir(`${server.dataDir}/incoming`)).toEqual([]);
  });

  test('passes the checks of single uploads: broken files are reported, scripts removed, duplicates found', async () => {
    const document = await PDFDocument.create();
    document.addPage([100, 100]);
    document.addJavaScript('main', 'app.alert(1)');
    const scripted = Buffer.from(await document.save());
    const bytes = zipOf([
      { name: named('其他材料', '带脚本'), data: scripted },
      { name: named('其他材料', '坏的', { order: '2' }), data: pdf('没有页') },
    ]);
    const id = await check(bytes);
    await commit(id);
    expect((await filesOf(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['imported', null],
      ['failed', expect.stringContaining('已损坏')],
    ]);
    expect(await materials()).toEqual([['带脚本', 'other', null]]);
    expect((await filesOf(await check(bytes))).map(({ outcome }) => outcome)).toEqual(['present', 'ready']);
  });

  test('keeps files of one name, and tells which of them is there twice', async () => {
    const [one, other] = [await readablePdf('一'), await readablePdf('二')];
    const name = named('其他材料', '证明');
    const id = await check(
      zipOf([
        { name, data: one },
        { name, data: other },
        { name: `另一个文件夹/${name}`, data: await readablePdf('三') },
        { name: `再一个文件夹/${name}`, data: one },
      ]),
    );
    expect((await filesOf(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ready', null],
      ['ready', null],
      ['ready', null],
      ['present', '这份申报已有内容相同的文件'],
    ]);
    await commit(id);
    expect(await materials()).toEqual(Array.from({ length: 3 }, () => ['证明', 'other', null]));
  });

  test('finds teachers of the own school also by the end of their identity number', async () => {
    const idCard = nextIdCard();
    const { token } = await signedIn(server.db, { roleIds: [3] });
    const change = { ...newTeacher(schoolId, { idCard }), id: person.teacherId, version: 0 };
    expect((await server.call(teacherApi.update, { token, body: change as never })).status).toBe(204);
    const own = { name: named('其他材料', '本人', { who: idCard.slice(-6) }), data: await readablePdf('本') };
    expect(await filesOf(await check(zipOf([own])))).toMatchObject([{ outcome: 'ready', teacher: NAME }]);
    const elsewhere = await newApplicant(server, '南开大学');
    await server.db
      .updateTable('teacher')
      .set({ staff_no: 'ELSEWHERE' })
      .where('id', '=', elsewhere.teacherId)
      .execute();
    await completeProject(server, elsewhere, cycleId);
    const data = await readablePdf('某');
    const found = await filesOf(
      await check(zipOf([{ name: named('其他材料', '外校', { who: 'ELSEWHERE' }), data }])),
    );
    expect(found).toMatchObject([
      {
        outcome: 'refused',
        reason: '本校教师名册中没有这个工号或证件号后六位',
        teacher: null,
        staffNo: null,
      },
    ]);
  });

  test('changes no project that was submitted meanwhile', async () => {
    const id = await check(zipOf([{ name: named('其他材料', '迟到'), data: await readablePdf('迟') }]));
    await submit(server, person.token, projectId);
    await commit(id);
    expect(await filesOf(id)).toMatchObject([
      { outcome: 'failed', reason: '申报目前为「已提交」，不能「添加材料」' },
    ]);
    const late = await filesOf(
      await check(zipOf([{ name: named('其他材料', '更迟'), data: await readablePdf('更') }])),
    );
    expect(late).toMatchObject([{ outcome: 'refused', reason: '申报目前为「已提交」，不能「添加材料」' }]);
    expect(await materials()).toEqual([]);
  });
});

/** Zeros: they compress to almost nothing. */
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);

describe('is refused as a whole', () => {
  test.each([
    ['what is no archive', () => Buffer.from('PK not a zip at all, really'), '无法打开'],
    ['an empty one', () => zipOf([]), '没有文件'],
    ['a path that leads up', () => zipOf([{ name: '../../etc/passwd', data: Buffer.from('x') }]), '指向外部'],
    [
      'one with backslashes',
      () => zipOf([{ name: '材料\\..\\..\\a.pdf', data: Buffer.from('x') }]),
      '指向外部',
    ],
    ['an absolute path', () => zipOf([{ name: '/etc/passwd', data: Buffer.from('x') }]), '指向外部'],
    ['a drive', () => zipOf([{ name: 'C:\\a.pdf', data: Buffer.from('x') }]), '指向外部'],
    ['an encrypted entry', () => zipOf([{ name: 'a.pdf', data: Buffer.from('x'), flags: 1 }]), '加了密码'],
    [
      'more than ten thousand files',
      () => zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, 'x']))),
      '最多 10000 个文件',
    ],
    ['a bomb that says so', () => zipOf([{ name: 'a.pdf', data: zeros(45) }]), '过大'],
    [
      'a bomb that lies',
      () =>
        zipOf(
          Array.from({ length: 3 }, (_, index) => ({
            name: named('其他材料', `炸弹${index}`, { order: String(index) }),
            data: zeros(30),
            packed: deflateRawSync(zeros(30)),
            size: 0xff,
          })),
        ),
      null,
    ],
  ])(
    '%s',
    async (_, make, problem) => {
      if (problem === null) {
        // No more is unpacked than the entry declares.
        const found = await filesOf(await check(make()));
        expect(found.map(({ reason }) => reason)).toEqual(
          Array.from({ length: 3 }, () => '文件在压缩包中已损坏，请重新压缩'),
        );
        return;
      }
      const id = await check(make(), 'failed');
      expect(await problemOf()).toContain(problem);
      expect(await filesOf(id)).toEqual([]);
    },
    60_000,
  );

  test('a single file that is too large or damaged is reported for itself', async () => {
    // Random bytes do not compress: a high ratio would count as a bomb.
    const large = randomBytes(51 * 1024 * 1024);
    const data = await readablePdf('好');
    const bytes = zipOf([
      { name: named('其他材料', '大'), data: large, packed: deflateRawSync(large, { level: 0 }) },
      { name: named('其他材料', '好', { order: '2' }), data },
      { name: named('其他材料', '损', { order: '3' }), data, packed: Buffer.from('not deflated') },
      { name: Buffer.concat([Buffer.of(0xff, 0xff), Buffer.from('.pdf')]), data },
      { name: named('其他材料', '空', { order: '4' }), data: Buffer.alloc(0) },
    ]);
    const found = await filesOf(await check(bytes));
    expect(found.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      '文件不能超过 50 MB',
      'ready',
      '文件在压缩包中已损坏，请重新压缩',
      '文件名无法识别，请改名后重新压缩',
      '文件是空的',
    ]);
  });
});

test('archives are limited to title officers of schools, each to its owner', async () => {
  const id = await check(zipOf([{ name: named('其他材料', '甲'), data: await readablePdf('甲') }]));
  const other = await signedIn(server.db, { roleIds: [9], deptId: schoolId });
  const office = await signedIn(server.db, { roleIds: [3] });
  const admin = await signedIn(server.db, { roleIds: [1] });
  const statuses = async (token: string) => [
    (await server.call(api.files, { token, params: { id } })).status,
    (await server.call(api.commit, { token, params: { id } })).status,
    (await server.call(api.create, { token, body: { uploadId: crypto.randomUUID(), cycleId } })).status,
    (
      await server.call(uploadApi.create, {
        token,
        body: { name: 'a.zip', bytes: 10, purpose: 'archive' },
      })
    ).status,
  ];
  expect(await statuses('')).toEqual([401, 401, 401, 401]);
  for (const { token } of [person, office]) expect(await statuses(token)).toEqual([403, 403, 403, 403]);
  expect(await statuses(other.token)).toEqual([404, 404, 404, 201]);
  expect((await statuses(admin.token)).slice(1, 3)).toEqual([403, 403]);
  expect((await server.call(api.latest, { token: other.token })).body).toEqual({ archive: null });
  // An upload for an archive cannot become a material, since its size limit is larger.
  const uploadId = await uploadArchive(server, officer, zeros(1));
  const added = await server.call(projectApi.addMaterial, {
    token: person.token,
    params: { id: projectId },
    body: { uploadId, type: 'other' } as never,
  });
  expect(added.status).toBe(404);
  const tooLarge = { name: 'a.zip', bytes: 2049 * 1024 * 1024, purpose: 'archive' };
  expect((await server.call(uploadApi.create, { token: officer, body: tooLarge })).status).toBe(413);
});
