import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentApi, fileMarks } from '@zhiping/shared/contracts/assignment.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { confirmOne } from '../../../test/confirm-waiting.ts';
import { requestOf, type TestServer } from '../../../test/harness.ts';
import { type OfficeUser, startCovered } from '../../../test/mapping-helpers.ts';
import { releaseDraw } from '../../../test/review-helpers.ts';

/** Facts beside an expert's name in other lists that would reveal their projects. */

let server: TestServer;
let office: OfficeUser;
let second: OfficeUser;
let cycleId: number;
let experts: { id: number }[];

beforeAll(async () => {
  const covered = await startCovered();
  ({ server, office, second, cycleId } = covered);
  await releaseDraw(server, office.token, covered.drawId);
  experts = (await server.pool.query('select id from expert')).rows;
});
afterAll(() => server.close());

test('the list of an expert’s assignments is readable only by the expert', async () => {
  for (const { id } of experts) {
    const params = { id };
    const all = await server.call(reviewApi.list, { token: office.token, params });
    expect([all.body.totalElements, all.body.content, all.body.summary.assigned]).toEqual([0, [], 0]);
    const asked = await server.call(reviewApi.list, { token: office.token, params, query: { cycleId } });
    expect(asked.error?.code).toBe('mapping.hidden');
  }
  const { rows } = await server.pool.query<{ expert_id: number; user_id: number }>(
    'select expert_id, user_id from assignment join expert on expert.id = expert_id where cycle_id = $1 limit 1',
    [cycleId],
  );
  await server.pool.query('update expert set user_id = $1 where id = $2', [second.id, rows[0]!.expert_id]);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 6)', [second.id]);
  const own = await server.call(reviewApi.list, {
    token: second.token,
    params: { id: rows[0]!.expert_id },
    query: { cycleId },
  });
  expect(own.body.totalElements, own.error?.message).toBeGreaterThan(0);
  await server.pool.query('update expert set user_id = $1 where id = $2', [
    rows[0]!.user_id,
    rows[0]!.expert_id,
  ]);
  await server.pool.query('delete from user_role where user_id = $1 and role_id = 6', [second.id]);
});

test('the preview of a reminder shows no deadline of a single project', async () => {
  const { token } = office;
  const { rows } = await server.pool.query<{ id: number; expert_id: number }>(
    'select id, expert_id from assignment where cycle_id = $1 order by id limit 1',
    [cycleId],
  );
  const preview = async () =>
    (
      await server.call(reviewBoardApi.reminders, {
        token,
        body: { cycleId, expertIds: experts.map(({ id }) => id) },
      })
    ).body;
  const before = await preview();
  await server.pool.query(`update assignment set due_at = '2026-09-13T15:59:59Z' where id = $1`, [
    rows[0]!.id,
  ]);
  expect(await preview()).toEqual(before);
  expect(before.length).toBeGreaterThan(1);
  expect(JSON.stringify(before)).not.toMatch(/2026-\d\d-\d\d/);
});

test('no mark tells by a disabled expert, or by a conflict of one, whose project is whose', async () => {
  const { token } = office;
  const files = async (query: object = {}) =>
    server.call(assignmentApi.files, { token, query: { cycleId, size: 100, ...query } });
  const board = async (by: 'school' | 'subject') =>
    (await server.call(reviewBoardApi.board, { token, query: { cycleId, by } })).body;
  const seen = async () => [
    (await files()).body,
    (await board('school')).rows,
    (await board('subject')).rows,
  ];
  const before = await seen();
  const { rows } = await server.pool.query<{ expert_id: number; project_id: number }>(
    'select expert_id, project_id from assignment where cycle_id = $1 order by id',
    [cycleId],
  );
  const [disabled, conflicting] = [rows[0]!, rows.find((row) => row.expert_id !== rows[0]!.expert_id)!];
  await server.pool.query('update expert set enabled = false where id = $1', [disabled.expert_id]);
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '核对', now(), '举报', 'office', now())`,
    [cycleId, conflicting.project_id, conflicting.expert_id],
  );
  expect(await seen()).toEqual(before);
  for (const path of ['/api/assignment', '/api/assignment/score/download']) {
    const query = { cycleId, mark: 'flagged' };
    const answer = await server.app.inject(
      requestOf({ ...assignmentApi.files, path } as never, { token, query }),
    );
    expect([path, answer.json().code]).toEqual([path, 'mapping.hidden']);
  }
  // The whole round says that there is something to do, and the start page leads to no project.
  const summary = await server.call(assignmentApi.summary, { token, query: { cycleId } });
  expect(summary.body.marks.flagged).toBeGreaterThan(0);
  const { body } = await server.call(dashboardApi.read, { token });
  expect(JSON.stringify(body)).toContain(fileMarks.flagged);
  expect(JSON.stringify(body)).not.toContain('mark=flagged');
  const asked = await server.call(mappingApi.ask, { token, body: { cycleId, reason: '更换专家' } });
  expect((await confirmOne(server, asked.body.id)).status).toBe(204);
  const found = (await files({ mark: 'flagged' })).body.content.map(({ projectId }) => projectId);
  expect(found).toEqual(expect.arrayContaining([disabled.project_id, conflicting.project_id]));
});
