import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { personColumns } from '../src/modules/project/import/import-columns.ts';
import { importProjects } from './import-helpers.ts';
import { completeProject, newApplicant, readProject, saveForm, submit } from './project-helpers.ts';
import { inState, newDraft, openWorld, stepsOf, type StepWorld, storedOf } from './project-steps.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/** Malformed input in place of projects; files are tested in check-pdf, materials and import-archive. */

let world: StepWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());

type Change = (form: Awaited<ReturnType<typeof readProject>>['form']) => object;
const edit = async (one: { id: number; token: string }, change: Change) => {
  const { form, version } = await readProject(world.server, one.token, one.id);
  return saveForm(world.server, one.token, {
    id: one.id,
    version,
    form: { ...form, ...change(form) } as never,
  });
};

describe('texts that are too long', () => {
  const work = (contribution: string) => ({ works: { works: [{ key: 'w1', entry: 'r1', contribution }] } });
  test.each<[string, Change, boolean]>([
    ['3000 characters', () => ({ statement: { text: '述'.repeat(3000) } }), true],
    ['3001 characters', () => ({ statement: { text: '述'.repeat(3001) } }), false],
    ['a contribution of 501', () => work('献'.repeat(501)), false],
  ])('%s', async (_, change, isTaken) => {
    const one = await newDraft(world);
    // Typed values are stored, so that nothing is lost; submitting requires valid ones.
    expect((await edit(one, change)).status).toBe(200);
    const sent = await submit(world.server, one.token, one.id);
    expect([sent.status, sent.error?.code]).toEqual(isTaken ? [204, undefined] : [400, 'project.incomplete']);
  });

  test('beyond any form are refused before they are kept', async () => {
    const one = await newDraft(world);
    const before = await rowMarks(world.server);
    for (const text of ['述'.repeat(200_000), '述\0职', '\ud800']) {
      const { status, error } = await edit(one, () => ({ statement: { text } }));
      expect([status, /[一-鿿]/.test(error?.message ?? '')]).toEqual([400, true]);
    }
    expect(writtenBetween(before, await rowMarks(world.server))).toEqual([]);
  });
});

describe('a subject that is abolished meanwhile', () => {
  const office = () => world.office;
  const abolish = async (enabled: boolean) => {
    const { rows } = await world.pool.query<{ id: number }>(
      `select id from subject where professional_category_code = '0812' and catalog = 'graduate'`,
    );
    const { status, error } = await world.server.call(subjectApi.setEnabled, {
      token: office(),
      body: { ids: rows.map(({ id }) => id), enabled },
    });
    expect(status, error?.message).toBe(200);
  };

  test('prevents the submission of a draft, by its name, and submitted projects go on', async () => {
    const [draft, sent] = [await newDraft(world), await inState(world, 'submitted')];
    await abolish(false);
    const refused = await submit(world.server, draft.token, draft.id);
    const read = await readProject(world.server, draft.token, draft.id);
    const step = stepsOf(world).find(({ events }) => events.includes('recommend'))!;
    const { version } = await storedOf(world, sent);
    const recommended = await step.call(sent, world.people['school'], version);
    await abolish(true);
    expect([refused.status, refused.error?.code]).toEqual([400, 'project.incomplete']);
    expect(read.form.target.subjects).toMatchObject([{ isObsolete: true }]);
    expect(recommended).toMatchObject({ status: 204 });
  });
});

describe('a sheet whose columns are not those of the template', () => {
  const headers = Object.values(personColumns);
  const fields = Object.keys(personColumns);
  const cells: Record<string, string> = {
    name: '慕容教书',
    'target.titleSeries': '高等学校教师',
    'target.titleLevel': '副高级',
    'target.titleName': '副教授',
    'target.kind': '正常晋升',
    'target.postType': '教学科研型',
    'target.subjects.0': 'graduate/08/0812',
    'basic.department': '计算机学院',
  };
  const sheet = async (rows: string[][]) =>
    Buffer.from((await writeXlsx({ sheets: [{ name: '申报人', rows }] })) as Uint8Array);
  const person = async (staffNo: string) => {
    const applicant = await newApplicant(world.server);
    await world.pool.query('update teacher set staff_no = $2 where id = $1', [applicant.teacherId, staffNo]);
    return { applicant, row: fields.map((field) => ({ who: staffNo, ...cells })[field] ?? '') };
  };
  const run = async (rows: string[][]) =>
    importProjects(world.server, world.people['school'] as string, await sheet(rows), {
      cycleId: world.cycleId,
    });
  const own = async (token: string) => (await world.server.call(projectApi.own, { token })).body;

  test('in another order is read by its headers', async () => {
    const { applicant, row } = await person('S1');
    const { body, error } = await run([headers.toReversed(), row.toReversed()]);
    expect(body, error?.message).toMatchObject({ created: 1, failed: 0 });
    const [found] = await own(applicant.token);
    const { form } = await readProject(world.server, applicant.token, found!.id);
    expect(form.basic.department).toBe('计算机学院');
    expect(form.target.titleName).toBe('副教授');
  });

  test('with an unknown one is read without it', async () => {
    const { row } = await person('S2');
    const { body, error } = await run([
      [...headers, '籍贯'],
      [...row, '天津'],
    ]);
    expect(body, error?.message).toMatchObject({ created: 1, failed: 0 });
  });

  test.each<[string, (row: string[]) => string[][]]>([
    ['values one column further than their headers', (row) => [headers, ['', ...row]]],
    ['values one column before their headers', (row) => [headers, row.slice(1)]],
    ['no headers', (row) => [row]],
    [
      'a column twice',
      (row) => [
        [...headers, headers[1]!],
        [...row, '另一个名字'],
      ],
    ],
    ['the column that says who is missing', (row) => [headers.slice(1), row.slice(1)]],
  ])('%s is told, and nothing is stored', async (name, rowsOf) => {
    const { applicant, row } = await person(`S${name.length}`);
    const before = await rowMarks(world.server);
    const { status, body, error } = await run(rowsOf(row));
    const told = status === 200 ? body.errors.map(({ message }) => message).join() : error.message;
    expect([name, status === 200 ? body.created : 0]).toEqual([name, 0]);
    expect(told).toMatch(/[一-鿿]/);
    expect(await own(applicant.token)).toEqual([]);
    expect(writtenBetween(before, await rowMarks(world.server))).toEqual([]);
  });
});

test('an applicant who left the school after submitting is still checked there, and cannot submit again', async () => {
  const applicant = await newApplicant(world.server);
  const id = await completeProject(world.server, applicant, world.cycleId);
  expect((await submit(world.server, applicant.token, id)).status).toBe(204);
  await world.pool.query('update teacher set enabled = false where id = $1', [applicant.teacherId]);
  const one = { id, token: applicant.token };
  const back = stepsOf(world).find(({ events }) => events.includes('return'))!;
  const { version } = await storedOf(world, one);
  expect(await back.call(one, world.people['school'], version)).toMatchObject({ status: 204 });
  expect((await submit(world.server, applicant.token, id)).error?.code).toBe('project.employer');
});
