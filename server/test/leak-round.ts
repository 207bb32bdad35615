import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import { expertEnv } from './expert-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { markOf } from './leak-marks.ts';
import type { People } from './leak-people.ts';
import { addReviews, handIn } from './leak-reviews.ts';
import { addStates } from './leak-states.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';

const at = new Date('2026-06-01T02:00:00Z');
const parts = { match: 8000, ring: 0, rating: 0, warning: 0, noise: 0, load: 75, total: 7925 };
const hash = 'ab'.repeat(32);

/** Submitted while their cycles are open, on another day than that of the test. */
const addProjects = async ({ connection }: TestServer, people: People) => {
  const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
  const server = await startTestServer({ ...expertEnv, connection, clock });
  const office = people.office.token;
  const cycleId = await publishedCycle(server, office, withoutFiles, { bodyClosesAt: '2026-10-20' });
  const { id: projectId } = await handIn(server, cycleId, { school: '南开大学', name: 'applicant' });
  const states = await addStates(server, people, cycleId);
  const reviews = await addReviews(server, people, office);
  await server.close();
  return { cycleId, projectId, ...states, ...reviews };
};

/** One file that is drawn for, one expert who has it and one who must not: all that the office alone knows of a round. */
export const addRound = async (server: TestServer, people: People) => {
  const { db } = server;
  const { foreign, vanishing, own, office } = people;
  const { cycleId, projectId, ...reviews } = await addProjects(server, people);
  await db.updateTable('project').set({ state: 'eligible' }).where('id', '=', projectId).execute();
  await db.updateTable('cycle').set({ state: 'reviewing' }).where('id', '=', cycleId).execute();
  await db
    .insertInto('declared_relation')
    .values({
      expert_id: foreign,
      kind: 'advisor',
      name: markOf('relation')[0],
      unit: null,
      reason: markOf('relation')[0],
      declared_by: 'office',
    })
    .execute();
  const conflict = (expertId: number, evidence: string) =>
    db
      .insertInto('conflict')
      .values({
        cycle_id: cycleId,
        project_id: projectId,
        expert_id: expertId,
        kind: 'advisor',
        severity: 'block',
        evidence,
        source: 'office',
        computed_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  await conflict(foreign, markOf('evidence')[0]);
  const { id: conflictId } = await conflict(vanishing, '消失专家与申报人为师生');
  // Only the parts that the tested calls read.
  const roster: Pick<Roster, 'form' | 'experts' | 'conflicts'> &
    Record<'cycle' | 'params', object> & { files: object[] } = {
    form: 1,
    cycle: { id: cycleId, ruleVersion: 1, ruleHash: hash },
    params: {},
    files: [
      {
        id: projectId,
        need: 1,
        subjects: [['graduate', '08', '0812']],
      },
    ],
    experts: [],
    conflicts: [],
  };
  const { id: drawId } = await db
    .insertInto('draw')
    .values({
      cycle_id: cycleId,
      no: 1,
      plan: JSON.stringify({ mode: 'optimise', isWitnessed: false, noise: 0, reserves: 0 }),
      state: 'drawn',
      office_commit: hash,
      office_by: office.id,
      office_secret: hash,
      roster: JSON.stringify(roster),
      roster_hash: hash,
      seed: hash,
      result: JSON.stringify({ form: 1, pairs: [], reserves: [], short: [], unfilled: 0 }),
      result_hash: hash,
      create_time: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: assignmentId } = await db
    .insertInto('assignment')
    .values({
      cycle_id: cycleId,
      project_id: projectId,
      expert_id: own,
      draw_id: drawId,
      slot: 1,
      parts: JSON.stringify(parts),
      by_hand: markOf('byHand')[0],
      is_fixed: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const held = { expert: own, parts, byHand: markOf('byHand')[0], isFixed: true };
  await db
    .insertInto('draw_step')
    .values({
      draw_id: drawId,
      no: 1,
      kind: 'change',
      undoes: null,
      changes: JSON.stringify([{ file: projectId, slot: 1, out: null, in: held }]),
      inputs: null,
      reason: markOf('stepReason')[0],
      actor_id: office.id,
      at,
    })
    .execute();
  return { cycleId, projectId, conflictId, drawId, assignmentId, ...reviews };
};
