import { expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { openBlindRound } from '../../../test/blind-round.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, travellingClock } from '../../../test/harness.ts';
import { drawableExperts } from '../../../test/review-helpers.ts';

test('a draw is not released, nor a round closed, while an expert could not read a work', async () => {
  const server = await startTestServer({
    clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')),
    work: {},
  });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  await drawableExperts(server, 8);
  const cycle = await openBlindRound(server, office, { isUnreadable: true });
  // Named while there is time, too.
  expect(cycle.planned.notReady).toMatch(/^盲审副本还没有全部放行：2026-.*$/);
  expect(cycle.released.error).toMatchObject({
    code: 'draw.unreadable',
    message: expect.stringMatching(/^盲审副本还没有全部放行：2026-.*$/),
  });
  await server.pool.query(
    `update assignment set state = 'submitted', is_counted = true, released_at = now() where cycle_id = $1`,
    [cycle.cycleId],
  );
  await server.pool.query(`update project set state = 'inExternalReview' where cycle_id = $1`, [
    cycle.cycleId,
  ]);
  await server.pool.query(`update draw set state = 'released' where cycle_id = $1`, [cycle.cycleId]);
  const closed = await server.call(assignmentApi.close, { token: office, body: { cycleId: cycle.cycleId } });
  expect(closed.error?.message).toBe('有 1 份材料的盲审副本没有放行，专家读不到');
  await server.close();
});
