import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { changes } from '../../../test/changes-past-program.ts';
import { changeByTwo, readCycle } from '../../../test/cycle-helpers.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { removeGuards } from '../../../test/remove-guards.ts';
import { closeRound, placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

import { recordLoaded } from './record-loaded.ts';
import { sha256 } from '../../platform/hash.ts';
import { inWords, runChecks } from './run-checks.ts';

/** Changes made past the program with all triggers off are found, and named by table, row and event. */

let server: TestServer;
let projectId: number;
let otherId: number;

/** A further version of the rules, by two persons. */
const changeRules = async (on: TestServer, office: string, cycleId: number) => {
  const { rules } = await readCycle(on, office, cycleId);
  await changeByTwo(on, cycleApi.saveRules, {
    token: office,
    body: { id: cycleId, reason: '上级规定', rules: { ...rules, R2: { values: { most: 0 } } } },
  });
};

beforeAll(async () => {
  const world = await startWorld('submitted', { clock: travellingClock(START) });
  ({ server } = world);
  const { office, cycleId } = world;
  [projectId, otherId] = world.projects.map(({ id }) => id) as [number, number];
  const [place] = await placesOf(server, cycleId);
  const asked = await server.call(assignmentApi.exclude, {
    token: office,
    params: { id: place!.id },
    body: { version: place!.version, cause: 'breach', reason: '泄露' },
  });
  const params = { id: asked.body.id };
  await server.call(confirmationApi.withdraw, { token: office, params });
  await changeRules(server, office, cycleId);
  const closed = await closeRound(server, office, cycleId);
  if (closed.status !== 204) throw new Error(closed.error?.message);
  const vote = {
    round: 1,
    expected: 10,
    heldOn: '2026-09-05',
    place: '会议室',
    present: 10,
    inFavour: 8,
    against: 2,
    abstain: 0,
    row: { opinion: sha256('同意'), at: START },
  };
  await server.pool.query(
    `with voted as (insert into project_recommendation (project_id, round, expected, held_on, place, present, in_favour,
        against, abstain, opinion, recommended_by, recommended_at)
      values ($1, 1, 10, '2026-09-05', '会议室', 10, 8, 2, 0, '同意', 1, $3))
    insert into audit_event (actor_id, action, entity, entity_id, detail)
      values (1, 'project.recommended', 'project', $1::text, $2)`,
    [projectId, JSON.stringify(vote), START],
  );
  await server.pool.query(
    `insert into eligibility_check (project_id, round, step, verdict, opinion, items, rule_version, decided_by, decided_at)
      values ($1, 1, 'decided', 'eligible', '合格', '[]', 1, 1, now())`,
    [projectId],
  );
  await server.pool.query(
    `with material as (
      insert into project_material (project_id, position, type, name, format, sha256, bytes, whole, create_time)
        values ($1, 1, 'representativeWork', '论文', 'pdf', repeat('a', 64), 100, true, now()) returning id)
    insert into blind_copy (material_id, source_sha256, state, result_sha256, bytes, pages, released_by, released_at)
      select id, repeat('a', 64), 'released', repeat('b', 64), 100, 1, 1, now() from material`,
    [projectId],
  );
  // Tests prepare rows by statements of their own.
  await recordLoaded(server.pool);
  await removeGuards(server.pool);
});
afterAll(() => server.close());

class RolledBack extends Error {}

/** What is found after a change with triggers off, which is taken back then. */
const foundAfter = async (change: string, { db }: Pick<TestServer, 'db'> = server) => {
  let lines: string[] = [];
  const undone = db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql.raw(change).execute(tx);
    expect(Number(numAffectedRows), change).toBeGreaterThan(0);
    lines = inWords(await runChecks(tx)).filter((line) => line.startsWith('不符'));
    throw new RolledBack();
  });
  await expect(undone).rejects.toThrow(RolledBack);
  return lines;
};

test('what the program did is what the record says', async () => {
  const results = await runChecks(server.db);
  expect(inWords(results).filter((line) => line.startsWith('不符'))).toEqual([]);
  for (const name of ['评审意见', '送审结果', '送审分配', '申报内容', '冻结的规则', '抽取', '双人复核'])
    expect(results.find((one) => one.name === name)?.compared, name).toBeGreaterThan(0);
});

test('results stay right when the rules change after the round is closed', async () => {
  const { server: own, office, cycleId } = await startWorld('closed', { clock: travellingClock(START) });
  await changeRules(own, office, cycleId);
  const results = await runChecks(own.db);
  await own.close();
  expect(results.find(({ name }) => name === '送审结果')).toMatchObject({ compared: 2, wrong: 0 });
});

test('an own term of an expert is the one that an officer gave', async () => {
  const {
    server: own,
    office,
    cycleId,
    experts,
  } = await startWorld('released', {
    clock: travellingClock(START),
  });
  const { body } = await own.call(reviewBoardApi.extend, {
    token: office,
    body: {
      cycleId,
      expertIds: experts.map(({ expertId }) => expertId),
      dueAt: '2026-12-20',
      reason: '因病',
    },
  });
  expect(body.succeeded).toBeGreaterThan(0);
  await removeGuards(own.pool);
  const lines = inWords(await runChecks(own.db)).filter((line) => line.startsWith('不符'));
  expect(lines.filter((line) => line.includes('截止时间'))).toEqual([]);
  for (const [columns, words] of [
    ['due_at', '截止时间既不是评审的'],
    ['own_due_at', '单独给的截止时间与事件不符'],
  ] as const) {
    const found = await foundAfter(`update assignment set ${columns} = '2026-12-31T15:59:59Z'`, own);
    expect(found.join('\n')).toContain(words);
  }
  await own.close();
});

describe('a change past the program', () => {
  test.each(changes)('of %s is found', async (_, change, words) => {
    const lines = await foundAfter(change);
    expect(lines.join('\n')).toContain(words);
  });

  test('is not seen in a project that is older than the events of its person', async () => {
    const older = `update audit_event set detail = detail - 'row' where entity = 'project' and entity_id = '${otherId}'`;
    expect((await foundAfter(older)).join('\n')).not.toContain('申报人');
  });

  test('of a submitted material is found', async () => {
    const files = `jsonb_build_array(jsonb_build_object('id', (select id from project_material), 'sha256', repeat('a', 64)))`;
    const submitted = `with prepared as (update project_snapshot set content = jsonb_set(content, '{files}', ${files})
      where project_id in (${projectId}, ${otherId})) `;
    const lines = await foundAfter(`${submitted} update project_material set sha256 = repeat('c', 64)`);
    expect(lines.join('\n')).toContain('不是提交时的那份材料');
    const gone = await foundAfter(`${submitted} delete from project_material`);
    expect(gone.join('\n')).toContain('提交的材料不见了');
  });
});
