import { afterEach, expect, test } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import type { CutOpinions } from './cut-opinion-calls.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { wholeOpinion } from './review-helpers.ts';
import type { Task } from './round-helpers.ts';

const loader = { NODE_OPTIONS: `--import=${new URL('kill-at.ts', import.meta.url).href}` };

/** A file to write about, while processes that know no other clock than the real one are killed. */
export const opinionKills = (opened: () => CutOpinions) => {
  const { startProcess, stop } = processesOn(() => opened().server);
  afterEach(() => killProcesses());

  const save = (address: string, { expert, id }: Task, version: number) =>
    fetch(`${address.replace(API_BASE, '')}${API_BASE}/api/review/${id}`, {
      method: 'PUT',
      headers: { authorization: expert.token, 'content-type': 'application/json' },
      body: JSON.stringify({ version, opinion: wholeOpinion(), client: 'tab1', seconds: 1 }),
    });
  const storedOf = async ({ id }: Task) => {
    const { rows } = await opened().server.pool.query<{ version: number; revisions: number; state: string }>(
      `select coalesce(review.version, 0) as version, state,
         (select count(*)::int from review_revision where assignment_id = assignment.id) as revisions
       from assignment left join review on assignment_id = assignment.id where assignment.id = $1`,
      [id],
    );
    return rows[0]!;
  };
  const timelessTask = async () => {
    const { server, signed } = opened();
    const task = await signed();
    await server.pool.query('update assignment set due_at = null where id = $1', [task.id]);
    await server.pool.query(
      'update expert set confirmed_at = now(), term_start = current_date - 30, term_ends_at = current_date + 300',
    );
    return task;
  };
  return { startProcess, stop, save, storedOf, timelessTask };
};

const opinionKillPoints = {
  'before the words are stored': 0,
  'before they are in the history': 1,
  'before the commit': 3,
} as const;

export const testOpinionKills = (
  opened: () => CutOpinions,
  names: readonly (keyof typeof opinionKillPoints)[],
) => {
  const { startProcess, save, storedOf, timelessTask } = opinionKills(opened);
  test.each(names)(
    'a kill %s leaves what was there',
    async (name) => {
      const task = await timelessTask();
      const before = await storedOf(task);
      const { address } = await startProcess({
        ...loader,
        KILL_AFTER: 'insert into "review" ',
        KILL_AT: String(opinionKillPoints[name]),
      });
      await expect(save(address, task, before.version)).rejects.toThrow('fetch failed');
      expect(await storedOf(task)).toEqual(before);
    },
    120_000,
  );
};
