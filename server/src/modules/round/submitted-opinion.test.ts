import { beforeEach, describe, expect, test } from 'vitest';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { changeByTwo, readCycle } from '../../../test/cycle-helpers.ts';
import { requestOf, type TestServer, travellingClock } from '../../../test/harness.ts';
import { wholeOpinion } from '../../../test/review-helpers.ts';
import { closeRound, deskOf, officeOf, type RoundExpert, submitAll } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

/** One officer or expert alone cannot take a submitted opinion out of the count. */

type Office = ReturnType<typeof officeOf>;
let server: TestServer;
let office: string;
let cycleId: number;
let projects: { id: number; token: string }[];
let desk: ReturnType<typeof deskOf>;
let replace: Office['replace'];
let change: Office['change'];
let add: Office['add'];
let held: Office['held'];
let holdersOf: Office['holdersOf'];
let experts: RoundExpert[];

beforeEach(async () => {
  ({ server, office, experts, cycleId, projects } = await startWorld('released', {
    clock: travellingClock(START),
  }));
  desk = deskOf(server);
  ({ replace, change, add, held, holdersOf } = officeOf(server, office, cycleId));
  return () => server.close();
});

describe('a submitted opinion', () => {
  test('counts after it was returned or recalled, and its expert cannot be replaced', async () => {
    await submitAll(server, experts, cycleId);
    const [one] = projects;
    const places = (await held()).filter(({ project }) => project === one!.id);
    const [returned, recalled] = places.map((place) => ({
      ...place,
      expert: experts.find(({ expertId }) => expertId === place.expert)!,
    }));
    const disagreeing = wholeOpinion({ conclusion: 'disagree' });
    const edit = async (place: typeof returned, version: number, opinion: typeof disagreeing) =>
      expect((await desk.save(place!, version, opinion)).status).toBe(200);
    const verdict = async () =>
      (await server.call(api.opinions, { token: office, params: { id: one!.id } })).body.verdict.message;
    expect((await desk.move(returned!, 'recall')).status).toBe(204);
    await edit(returned, 1, disagreeing);
    expect((await desk.submit(returned!, 2)).status).toBe(204);
    const counted = await verdict();
    expect(counted).toContain('3 份中返回 3 份，不同意 1 份');

    const { version } = (await held()).find(({ id }) => id === returned!.id)!;
    const sent = await server.call(api.return, {
      token: office,
      params: { id: returned!.id },
      body: { version, reason: '意见笼统', dueAt: null },
    });
    expect(sent.status, sent.error?.message).toBe(204);
    expect((await desk.move(recalled!, 'recall')).status).toBe(204);
    await edit(returned, 2, wholeOpinion());
    await edit(recalled, 1, disagreeing);
    expect(await verdict()).toBe(counted);
    const free = experts.find(({ expertId }) => places.every(({ expert }) => expert !== expertId))!;
    for (const place of [returned!, recalled!]) {
      const current = (await held()).find(({ id }) => id === place.id)!;
      const attempts = [
        await replace(place.id, current.version),
        await change(place.id, free.expertId, current.version),
        await desk.move(place, 'recuse'),
      ];
      expect(attempts.map((answer) => answer.error?.code)).toEqual(attempts.map(() => 'assignment.counted'));
    }
    expect((await closeRound(server, office, cycleId)).error?.message).toContain('还有 2 份意见没有提交');
    await server.pool.query(`update assignment set due_at = '2026-09-01' where id = any($1)`, [
      [returned!.id, recalled!.id],
    ]);
    const closed = await closeRound(server, office, cycleId);
    expect(closed.status, closed.error?.message).toBe(204);
    const { rows } = await server.pool.query<{ message: string }>(
      'select message from external_result where project_id = $1',
      [one!.id],
    );
    expect(rows[0]!.message).toContain('3 份中返回 3 份，不同意 1 份');
    expect((await desk.read(returned!)).opinion.conclusion).toBe('disagree');
    expect((await desk.read(recalled!)).opinion.conclusion).toBe('agree');
  });

  test('is returned with a day to mend it at the least', async () => {
    const [task] = await submitAll(server, experts, cycleId);
    const giveBack = async (dueAt: string | null) => {
      const { version } = (await held()).find(({ id }) => id === task!.id)!;
      const body = { version, reason: '意见笼统', dueAt };
      const { status, error } = await server.call(api.return, {
        token: office,
        params: { id: task!.id },
        body,
      });
      return error?.message ?? status;
    };
    const tooSoon = '修改截止时间距现在不足一天，请给出更晚的时间';
    expect(await giveBack(START.toISOString().slice(0, 10))).toBe(tooSoon);
    await server.pool.query(
      `update assignment set due_at = $2::timestamptz + interval '90 seconds' where id = $1`,
      [task!.id, START],
    );
    expect(await giveBack(null)).toBe(tooSoon);
    await server.pool.query(
      `update assignment set due_at = $2::timestamptz + interval '1 day' where id = $1`,
      [task!.id, START],
    );
    expect(await giveBack(null)).toBe(204);
  });

  test('is judged by the rules of the result once the round is closed', async () => {
    const [task] = await submitAll(server, experts, cycleId);
    expect((await desk.move(task!, 'recall')).status).toBe(204);
    expect((await desk.save(task!, 1, wholeOpinion({ conclusion: 'disagree' }))).status).toBe(200);
    expect((await desk.submit(task!, 2)).status).toBe(204);
    const { project } = (await held()).find(({ id }) => id === task!.id)!;
    const tighten = async (most: number) => {
      const { rules, version } = await readCycle(server, office, cycleId);
      const body = {
        id: cycleId,
        version,
        reason: '上级规定',
        rules: { ...rules, R2: { values: { most } } },
      };
      await changeByTwo(server, cycleApi.saveRules, { token: office, body });
    };
    const told = async () => {
      const page = await server.call(api.opinions, { token: office, params: { id: project } });
      const sheet = await server.app.inject(
        requestOf(reviewBoardApi.scoreSheet, { token: office, query: { cycleId } }),
      );
      const rows = await readSheet(sheet.rawPayload, ['编号', '结果'], 10);
      const row = rows.find(({ values }) => values['编号'] === page.body.no);
      return [page.body.verdict.level, row?.values['结果']];
    };
    expect(await told()).toEqual(['ok', '通过']);
    await tighten(0);
    expect(await told()).toEqual(['block', '未通过']);
    await tighten(1);
    expect((await closeRound(server, office, cycleId)).status).toBe(204);
    await tighten(0);
    expect(await told()).toEqual(['ok', '通过']);
  });

  test('is not outweighed: experts beyond the rule are refused', async () => {
    await submitAll(server, experts, cycleId);
    const [one] = projects;
    const holders = await holdersOf(one!.id);
    for (const { expertId } of experts.filter((expert) => !holders.includes(expert.expertId)))
      expect((await add(one!.id, expertId)).error?.code).toBe('assignment.full');
    expect((await add(one!.id)).error?.code).toBe('assignment.full');
    expect(await holdersOf(one!.id)).toEqual(holders);
  });
});
