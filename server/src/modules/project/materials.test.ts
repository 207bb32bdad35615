import { PDFDocument } from '@cantoo/pdf-lib';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { pdf, png, readablePdf, sendFile } from '../../../test/file-helpers.ts';
import { countsOf } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
  withoutFiles,
} from '../../../test/project-helpers.ts';
import { readConfig } from '../../config.ts';
import { cleanFiles } from '../../platform/files/clean-files.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let cycleId: number;
let person: Awaited<ReturnType<typeof newApplicant>>;
let projectId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
  const { token } = await signedIn(server.db, { roleIds: [3] });
  cycleId = await publishedCycle(server, token);
});
beforeEach(async () => {
  person = await newApplicant(server);
  projectId = await completeProject(server, person, cycleId);
});
afterAll(() => server.close());

const uploaded = async (bytes: Buffer, { name = '论文.pdf', token = person.token } = {}) => {
  const { body } = await server.call(uploadApi.create, { token, body: { name, bytes: bytes.length } });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const part = { name: 'part', bytes, fields: { offset: '0', sha256 } };
  const sent = await sendFile(server, uploadApi.append, part, { token, params: { id: body.id } });
  expect(sent.status).toBe(200);
  return body.id;
};
type Change = Partial<{ type: string; entryKey: string; proof: string; replaces: number; token: string }>;
const add = (uploadId: string, { token = person.token, ...change }: Change = {}) =>
  server.call(api.addMaterial, {
    token,
    params: { id: projectId },
    body: { uploadId, type: 'research', ...change } as never,
  });
let files = 0;
const added = async (change: Change = {}) => {
  files += 1;
  const { status, body } = await add(
    await uploaded(await readablePdf(`${files}`), { name: `材料${files}.pdf` }),
    change,
  );
  expect(status).toBe(201);
  return body;
};
const names = async () => (await readProject(server, person.token, projectId)).materials.map(({ id }) => id);
const read = (id: number, token: string) =>
  server.app.inject({ url: `/title/api/project/material/${id}`, headers: { authorization: token } });

describe('a material', () => {
  test('is stored, and only its applicant reads it', async () => {
    const bytes = await readablePdf('全文');
    const { body } = await add(await uploaded(bytes), { type: 'representativeWork', entryKey: 'r1' });
    expect(body).toMatchObject({ name: '论文', format: 'pdf', pages: 1, entryKey: 'r1' });
    expect(await names()).toEqual([body.id]);
    const answer = await read(body.id, person.token);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    const stranger = await newApplicant(server);
    const admin = await signedIn(server.db, { roleIds: [1] });
    for (const { token } of [stranger, admin]) expect((await read(body.id, token)).statusCode).toBe(404);
    const office = await signedIn(server.db, { roleIds: [3] });
    expect((await read(body.id, office.token)).statusCode).toBe(404);
  });

  test('keeps its position, and all positions change in one call', async () => {
    const [a, b, c] = [await added(), await added(), await added()];
    const order = (ids: number[]) =>
      server.call(api.orderMaterials, { token: person.token, params: { id: projectId }, body: { ids } });
    expect((await order([c.id, a.id, b.id])).status).toBe(204);
    expect(await names()).toEqual([c.id, a.id, b.id]);
    // Materials that are not listed follow at the end; unknown ids are ignored.
    expect((await order([b.id, 999_999])).status).toBe(204);
    expect(await names()).toEqual([b.id, c.id, a.id]);
  });

  test('that is replaced passes on its position and stays readable in the history', async () => {
    const [a, b] = [await added(), await added()];
    const next = await added({ replaces: a.id });
    expect(await names()).toEqual([next.id, b.id]);
    expect((await read(a.id, person.token)).statusCode).toBe(200);
    // A second replacement lists both former ones, newest first.
    const last = await added({ replaces: next.id });
    expect(last.former.map(({ id }) => id)).toEqual([next.id, a.id]);
    expect(last.former[0]).toMatchObject({ name: next.name, by: expect.stringMatching(/./) });
    const { materials } = await readProject(server, person.token, projectId);
    expect(materials.map(({ former }) => former.length)).toEqual([2, 0]);
    // A replaced material cannot be replaced again.
    expect((await add(await uploaded(await readablePdf('x')), { replaces: a.id })).status).toBe(404);
  });

  test('is replaced once by simultaneous replacements', async () => {
    const a = await added();
    const uploads = [];
    for (const each of ['1', '2', '3', '4', '5'])
      uploads.push(await uploaded(png(each), { name: `${each}.png` }));
    const answers = await Promise.all(uploads.map((uploadId) => add(uploadId, { replaces: a.id })));
    expect(countsOf(answers)).toEqual({ 201: 1, 404: 4 });
    expect(await names()).toHaveLength(1);
  });

  test('that is removed leaves the list, and its content is kept if it was submitted', async () => {
    const { id } = await added();
    await submit(server, person.token, projectId);
    const { version } = await readProject(server, person.token, projectId);
    const move = {
      token: person.token,
      params: { id: projectId, event: 'recall' as const },
      body: { version },
    };
    expect((await server.call(api.move, move)).status).toBe(204);
    const remove = { token: person.token, params: { id: projectId, materialId: id } };
    expect((await server.call(api.removeMaterial, remove)).status).toBe(200);
    expect((await server.call(api.removeMaterial, remove)).status).toBe(404);
    expect(await names()).toEqual([]);
    const later = new Date(clock.now().getTime() + 3 * 86_400_000);
    await cleanFiles(server.db, readConfig({ DATA_DIR: server.dataDir }), later);
    expect((await read(id, person.token)).statusCode).toBe(200);
  });
});

describe('is refused if it is', () => {
  test.each([
    ['a page called PDF', Buffer.from('<html><script>alert(1)</script>'), 'a.pdf'],
    ['a sheet', Buffer.from('a,b\n1,2'), 'a.csv'],
  ])('%s', async (_, bytes, name) => {
    const answer = await add(await uploaded(bytes, { name }));
    expect([answer.status, answer.error.errors?.[0]?.message]).toEqual([
      400,
      '只能上传 PDF 文件和 JPG、PNG 图片（按内容判断）',
    ]);
    expect(await names()).toEqual([]);
    expect(await readdir(`${server.dataDir}/incoming`)).toEqual([]);
  });

  test('a PDF that cannot be opened; scripts are removed from others', async () => {
    const broken = await add(await uploaded(pdf('没有页')));
    expect(broken.error.errors?.[0]?.message).toContain('已损坏');
    const document = await PDFDocument.create();
    document.addPage([100, 100]);
    document.addJavaScript('main', 'app.alert(1)');
    const { body } = await add(await uploaded(Buffer.from(await document.save())));
    expect(body.pages).toBe(1);
    const stored = await PDFDocument.load((await read(body.id, person.token)).rawPayload);
    expect(stored.catalog.toString()).not.toContain('JavaScript');
  });

  test('for an unknown entry, from an upload of another user, or from an unfinished upload', async () => {
    const uploadId = await uploaded(await readablePdf('y'));
    expect((await add(uploadId, { entryKey: 'none' })).error.errors?.[0]?.field).toBe('entryKey');
    // The refusal loses nothing.
    expect((await add(uploadId)).status).toBe(201);
    const stranger = await newApplicant(server);
    expect((await add(await uploaded(await readablePdf('z'), stranger))).status).toBe(404);
    const { body } = await server.call(uploadApi.create, {
      token: person.token,
      body: { name: 'a.pdf', bytes: 10 },
    });
    expect((await add(body.id)).error.code).toBe('upload.incomplete');
  });

  test('the sixty-first', async () => {
    await server.db
      .insertInto('project_material')
      .values(
        Array.from({ length: 59 }, (_, index) => ({
          project_id: projectId,
          position: index + 1,
          type: 'other' as const,
          name: `${index}`,
          format: 'pdf' as const,
          sha256: '0'.repeat(64),
          bytes: 1,
          whole: true,
          create_time: clock.now(),
        })),
      )
      .execute();
    const uploads = [
      await uploaded(png('1'), { name: 'a.png' }),
      await uploaded(png('2'), { name: 'b.png' }),
    ];
    const answers = await Promise.all(uploads.map((uploadId) => add(uploadId)));
    expect(countsOf(answers)).toEqual({ 201: 1, 400: 1 });
  });

  test('added or removed after the submission, or by another user', async () => {
    const { id } = await added();
    const stranger = await newApplicant(server);
    const uploadId = await uploaded(await readablePdf('s'), stranger);
    const params = { id: projectId, materialId: id };
    expect((await add(uploadId, { token: stranger.token })).status).toBe(404);
    expect((await server.call(api.removeMaterial, { token: stranger.token, params })).status).toBe(404);
    await submit(server, person.token, projectId);
    expect((await add(await uploaded(await readablePdf('late')))).error.code).toBe('project.locked');
    expect((await server.call(api.removeMaterial, { token: person.token, params })).error.code).toBe(
      'project.locked',
    );
  });
});

test('a project without a material that the rules require cannot be submitted', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const { M1: _none, ...others } = withoutFiles;
  const asking = await publishedCycle(server, token, {
    ...others,
    M1: {
      values: {
        least: {
          education: 0,
          title: 0,
          assessment: 0,
          teaching: 0,
          research: 1,
          representativeWork: 0,
          other: 0,
        },
      },
    },
  });
  person = await newApplicant(server);
  projectId = await completeProject(server, person, asking);
  expect((await submit(server, person.token, projectId)).error.code).toBe('project.incomplete');
  const { id } = await added();
  expect((await submit(server, person.token, projectId)).status).toBe(204);
  const { content } = await server.db
    .selectFrom('project_snapshot')
    .select('content')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(content.files).toMatchObject([
    { type: 'research', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(id).toBeGreaterThan(0);
});
