import { afterEach, expect, test } from 'vitest';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import type { DrawWorld } from './draw-steps.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { readDraw } from './review-helpers.ts';
import { ended, placesOf } from './round-helpers.ts';

type Kill = readonly [name: string, after: string, at: number];

const drawKills = {
  'before the pairs are stored': ['insert into "assignment"', 0],
  'between pairs and result': ['insert into "assignment"', 1],
  'before the commit': ['insert into "state_event"', 1],
} as const;

/** A process is killed while it computes, and another one computes the same, once. */
export const testDrawKills = (opened: () => DrawWorld, names: readonly (keyof typeof drawKills)[]) => {
  const { startProcess, taskOf, endLease, takeOver } = processesOn(() => opened().server);
  afterEach(() => killProcesses());

  test.each(names.map((name): Kill => [name, ...drawKills[name]]))(
    'a kill of a computation %s: another node computes the same, once',
    async (_, after, at) => {
      const { server, office, ceremony, taskOf: idOfTask } = opened();
      const draw = await ceremony.opened();
      const taskId = await idOfTask(draw, 'compute');
      await server.pool.query(
        `update task set state = 'done' where id <> $1 and state in ('waiting', 'running')`,
        [taskId],
      );
      await endLease(taskId);
      const { child } = await startProcess({
        NODE_OPTIONS: `--import=${new URL('kill-at.ts', import.meta.url).href}`,
        KILL_AFTER: after,
        KILL_AT: String(at),
      });
      await expect.poll(() => child.signalCode).toBe('SIGKILL');
      const held = async () =>
        (await placesOf(server, draw.cycleId)).filter(({ state }) => !ended.includes(state));
      expect((await readDraw(server, office, draw.id)).state).toBe('frozen');
      expect(await held()).toEqual([]);
      await endLease(taskId);
      await takeOver(taskId);
      expect((await taskOf(taskId)).state).toBe('done');
      expect(await held()).toHaveLength(6);
      const { body } = await server.call(drawApi.read, { token: office, params: { id: draw.id } });
      expect(body.steps.filter(({ event }) => event === 'compute')).toHaveLength(1);
    },
    240_000,
  );
};
