import { afterEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { confirmOne } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { startWorld } from '../../../test/worlds.ts';

let server: TestServer;
afterEach(() => server.close());

const open = async () => {
  const world = await startWorld('submitted');
  ({ server } = world);
  const { office, cycleId } = world;
  const close = (reason?: string) =>
    server.call(assignmentApi.close, { token: office, body: { cycleId, ...(reason && { reason }) } });
  const closedAt = async () =>
    (await server.call(assignmentApi.summary, { token: office, query: { cycleId } })).body.closedAt;
  return { ...world, close, closedAt };
};

test('before its end a round is closed by two persons with a reason, and both are named', async () => {
  const { office, cycleId, close, closedAt } = await open();
  expect((await close()).error).toMatchObject({ code: 'round.reason' });
  const { status, body } = await close('意见已交齐');
  expect(status).toBe(200);
  const id = body.confirmationId!;
  expect(await closedAt()).toBeNull();
  const own = await server.call(confirmationApi.confirm, {
    token: office,
    params: { id },
    body: { note: null },
  });
  expect(own.status).toBeGreaterThanOrEqual(400);
  expect(await closedAt()).toBeNull();
  expect((await confirmOne(server, id)).status).toBe(204);
  expect(await closedAt()).not.toBeNull();
  const { rows } = await server.pool.query<{ detail: { confirmation: number } }>(
    `select detail from audit_event where action = 'round.closed' and entity_id = $1`,
    [cycleId],
  );
  expect(rows.map(({ detail }) => detail.confirmation)).toEqual([id]);
});

test('what experts take back meanwhile is not closed over', async () => {
  const { experts, close, closedAt } = await open();
  const { body } = await close('意见已交齐');
  const { rows } = await server.pool.query<{ id: string; expert: string }>(
    `select id, expert_id as expert from assignment where state = 'submitted' order by id limit 1`,
  );
  const [{ id, expert }] = rows as [{ id: string; expert: string }];
  const { token } = experts.find(({ expertId }) => expertId === Number(expert))!;
  const recalled = await server.call(reviewApi.move, {
    token,
    params: { id: Number(id) },
    body: { event: 'recall', reason: null },
  });
  expect(recalled.status, recalled.error?.message).toBe(204);
  expect((await confirmOne(server, body.confirmationId!)).status).toBe(400);
  expect(await closedAt()).toBeNull();
});

test('a request is for the end that it names, and is asked for anew after another one', async () => {
  const { cycleId, close, closedAt } = await open();
  const first = await close('意见已交齐');
  expect((await close('再提一次')).error).toMatchObject({ code: 'confirmation.waiting' });
  await server.pool.query(`update cycle set review_closes_at = '2026-12-20T23:59:59+08:00' where id = $1`, [
    cycleId,
  ]);
  expect((await confirmOne(server, first.body.confirmationId!)).error).toMatchObject({
    code: 'round.changed',
  });
  expect(await closedAt()).toBeNull();
  const second = await close('意见已交齐');
  expect(second.status, second.error?.message).toBe(200);
  expect((await confirmOne(server, first.body.confirmationId!)).status).toBe(400);
  expect((await confirmOne(server, second.body.confirmationId!)).status).toBe(204);
  expect(await closedAt()).not.toBeNull();
});

test('after its end one person closes it, and no request waits any more', async () => {
  const { cycleId, close, closedAt } = await open();
  await close('意见已交齐');
  await server.pool.query(`update cycle set review_closes_at = '2026-09-09T23:59:59+08:00' where id = $1`, [
    cycleId,
  ]);
  await server.pool.query(`update assignment set due_at = '2026-09-09T23:59:59+08:00' where cycle_id = $1`, [
    cycleId,
  ]);
  const { status, body, error } = await close();
  expect(status, error?.message).toBe(200);
  expect(body).toEqual({ confirmationId: null });
  expect(await closedAt()).not.toBeNull();
  const { rows } = await server.pool.query<{ state: string }>('select state from confirmation');
  expect(rows).toEqual([{ state: 'lapsed' }]);
});

test('an officer who reviews in the cycle with another account does not confirm, and lists none of these projects', async () => {
  const { close, closedAt, cycleId } = await open();
  const { body } = await close('意见已交齐');
  const officer = await signedIn(server.db, { roleIds: [3] });
  const { token } = officer;
  const projects = async () =>
    (await server.call(assignmentApi.files, { token, query: { cycleId } })).body.content.length;
  expect(await projects()).toBe(2);
  await server.pool.query(
    `with human as (insert into person (id_card_hash, id_card_sealed) values (sha256('one'), 'one') returning id),
      known as (update expert set person_id = human.id from human
        where expert.id = (select min(expert_id) from assignment where cycle_id = $2))
    insert into applicant (person_id, user_id) select id, $1 from human`,
    [officer.id, cycleId],
  );
  const { rows: theirs } = await server.pool.query(
    `select distinct project_id from assignment where cycle_id = $1
      and expert_id = (select min(expert_id) from assignment where cycle_id = $1)`,
    [cycleId],
  );
  expect(await projects()).toBe(2 - theirs.length);
  const confirmed = await server.call(confirmationApi.confirm, {
    token,
    params: { id: body.confirmationId! },
    body: { note: null },
  });
  expect(confirmed.status).toBe(404);
  expect(await closedAt()).toBeNull();
});
