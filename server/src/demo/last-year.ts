import type pg from 'pg';
import { standardForm } from '@zhiping/shared/rules/opinion/form.ts';
import { disagreedIn, evaluateOpinions } from '../modules/round/close-round.ts';
import { findHolding } from '../modules/review-rule/held-rules.queries.ts';
import { daysAfter, daysBefore } from '../platform/clock.ts';
import { dbOf } from './database.ts';
import { loadOpinions } from './opinions.ts';
import { plainWorks } from './papers.ts';
import { move } from './project-steps.ts';
import { type Demo, fillPlaces, findCycle, loadFiles, REVIEWED, sendOut } from './review.ts';

const FILES = 20;
const DAYS_AGO = 365;
/** After its release: the round is closed, then its results are published. */
const CLOSED_AFTER = 15;
const PUBLISHED_AFTER = 18;

type Holding = Awaited<ReturnType<typeof findHolding>>;
type Opinion = Parameters<typeof evaluateOpinions>[1]['opinions'][number];

/** End the round: opinions are locked, each file has its result, and schools and applicants know. */
const closeRound = async (
  client: pg.ClientBase,
  { cycleId, at }: { cycleId: string; at: Date },
): Promise<void> => {
  const holding: Holding = await findHolding(dbOf(client), Number(cycleId));
  const { rows } = await client.query<{ projectId: string; opinions: Opinion[] }>(
    `with locked as (
       update assignment set state = 'locked', update_time = $2 where cycle_id = $1 and state = 'submitted' returning id, project_id
     ) select project_id as "projectId", jsonb_agg(opinion) as opinions
       from locked join review on assignment_id = locked.id group by project_id order by project_id`,
    [cycleId, daysAfter(at, CLOSED_AFTER)],
  );
  await client.query(
    `insert into review_round (cycle_id, closed_at, closed_by, released_at, update_by, update_time)
     select $1, $2, id, $3, username, $3 from sys_user where username = 'office'`,
    [cycleId, daysAfter(at, CLOSED_AFTER), daysAfter(at, PUBLISHED_AFTER)],
  );
  for (const { projectId, opinions } of rows) {
    const { level, message } = evaluateOpinions(holding, { asked: opinions.length, opinions });
    const outcome = level === 'block' ? 'fail' : 'pass';
    const disagreed = disagreedIn(message);
    await client.query(
      `insert into external_result (project_id, cycle_id, outcome, asked, returned, disagreed, message, rule_version, computed_at)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
      [
        projectId,
        cycleId,
        outcome,
        opinions.length,
        disagreed,
        message,
        holding.version,
        daysAfter(at, CLOSED_AFTER),
      ],
    );
    await move(client, projectId, {
      event: outcome,
      from: 'inExternalReview',
      to: outcome === 'pass' ? 'externalPassed' : 'externalFailed',
      by: 'office',
      at: daysAfter(at, PUBLISHED_AFTER).toISOString(),
    });
  }
};

/** The cycle of a year ago, with its results: what experts and conflicts have a history from. */
export const loadLastYear = async (client: pg.ClientBase, demo: Demo): Promise<void> => {
  const cycle = await findCycle(client, 'closed');
  if (!cycle) return;
  const past = { ...demo, now: daysBefore(demo.now, DAYS_AGO) };
  const ids = await loadFiles(client, past, { cycle, from: REVIEWED, count: FILES, worksOf: plainWorks });
  // A round is closed only when each file has all its opinions.
  await sendOut(client, { cycle, ids, at: past.now, adjust: () => fillPlaces(client, ids) });
  await loadOpinions(client, {
    cycleId: cycle.id,
    form: standardForm,
    at: past.now,
    now: demo.now,
    lateSince: null,
  });
  await closeRound(client, { cycleId: cycle.id, at: past.now });
};
