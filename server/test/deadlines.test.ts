import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { advanceDueCycles } from '../src/modules/cycle/advance-cycles.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { later } from '../src/platform/clock.ts';
import { moveCycle, readCycle } from './cycle-helpers.ts';
import { createProject, newApplicant, publishedCycle, readProject } from './project-helpers.ts';
import {
  inState,
  isTaken,
  newDraft,
  type One,
  openWorld,
  START,
  stepsOf,
  type StepWorld,
  storedOf,
} from './project-steps.ts';

/**
 * Every deadline of a project: its last second is included to the last thousandth, the next one is not, and the next
 * stage begins with that. Deadlines of the review are in opinion-guards.test.ts, of publicities below.
 */

const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`);
const WINDOW = at('2026-09-30 23:59:59');
const REPORT = at('2026-10-15 23:59:59');
/** Five working days after the Thursday on which everything begins. */
const SUPPLEMENT = at('2026-09-17 23:59:59');

let world: StepWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());
beforeEach(async () => {
  world.clock.travelTo(START);
  // Undoes the progress of other tests.
  await world.pool.query(`update cycle set state = 'applying', suspended_reason = null where id = $1`, [
    world.cycleId,
  ]);
});

const travel = async (moment: Date) => {
  world.clock.travelTo(moment);
  await advanceDueCycles(world.server.db, moment);
  await lapseSupplements(world.server.db, moment);
};
const take = async (one: One, event: string, token: string | undefined) => {
  const { version } = await storedOf(world, one);
  const outcome = await stepsOf(world)
    .find(({ events }) => events.some((name) => name === event))!
    .call(one, token, version);
  return isTaken(outcome) ? 'taken' : outcome.message;
};

/** End of each step: actor, state, and message afterwards. */
const ends: [event: string, who: 'applicant' | 'school', from: ProjectState, end: Date, said: RegExp][] = [
  ['submit', 'applicant', 'draft', WINDOW, /申报时间为/],
  ['recall', 'applicant', 'submitted', WINDOW, /申报时间为/],
  ['submit', 'applicant', 'returned', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  // Its applicant has a day to change it.
  ['return', 'school', 'submitted', later(REPORT, -86_400_000), /距 2026-10-15 23:59:59 截止不足一天/],
  ['recommend', 'school', 'submitted', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['decline', 'school', 'submitted', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['decline', 'school', 'unitPublicity', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['reconsider', 'school', 'notRecommended', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['report', 'school', 'unitPublicity', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['retract', 'school', 'reported', REPORT, /报送已于 2026-10-15 23:59:59 截止/],
  ['submit', 'applicant', 'supplementing', SUPPLEMENT, /已放弃|补正期限/],
];

describe.each(ends)('%s by the %s (%s)', (event, who, from, end, said) => {
  const subject = async () => {
    const one = await inState(world, from);
    const step = stepsOf(world).find(({ events }) => events.some((name) => name === event))!;
    await step.prepare?.(one);
    if (from === 'supplementing') {
      // Asked for on the day on which everything begins.
      await world.pool.query('alter table project_return disable trigger user');
      await world.pool.query('update project_return set due_at = $2 where project_id = $1', [
        one.id,
        SUPPLEMENT,
      ]);
      await world.pool.query('alter table project_return enable trigger user');
    }
    return { one, token: who === 'applicant' ? one.token : world.people['school'] };
  };

  test.each([
    [0, true],
    [999, true],
    [1000, false],
  ])('%i thousandths after its end: %s', async (late, isTime) => {
    const { one, token } = await subject();
    await travel(later(end, late));
    expect(await take(one, event, token)).toEqual(isTime ? 'taken' : expect.stringMatching(said));
  });

  test('is refused to all while the cycle is suspended, before the end and after it', async () => {
    const { one, token } = await subject();
    const before = await storedOf(world, one);
    await moveCycle(world.server, world.office, { id: world.cycleId, event: 'suspend', reason: '核查' });
    for (const moment of [end, later(end, 1000)]) {
      await travel(moment);
      expect(await take(one, event, token)).toBe('批次已暂停：核查');
    }
    expect(await storedOf(world, one)).toEqual(before);
  });
});

describe('a submission begun in time', () => {
  test.each([
    ['2026-09-30 23:59:59.999', '2026-10-01 00:04:59.999', 'taken'],
    ['2026-09-30 23:59:59.999', '2026-10-01 00:05:00.000', expect.stringContaining('申报时间为')],
    ['2026-10-01 00:00:00.000', '2026-10-01 00:00:00.001', expect.stringContaining('申报时间为')],
  ])('begun %s, arrived %s', async (begun, arrived, expected) => {
    const one = await newDraft(world);
    await travel(at(begun));
    await world.server.call(projectApi.begin, { token: one.token, params: { id: one.id } });
    await travel(at(arrived));
    expect(await take(one, 'submit', one.token)).toEqual(expected);
    expect((await readProject(world.server, one.token, one.id)).isLate).toBe(expected === 'taken');
  });
});

describe('a cycle', () => {
  const stateAt = async (id: number, moment: string) => {
    await travel(at(moment));
    return (await readCycle(world.server, world.office, id)).state;
  };
  const fresh = async () => {
    world.clock.travelTo(at('2026-08-01 10:00:00'));
    return publishedCycle(world.server, world.office);
  };

  test('opens with its first thousandth and closes after its last', async () => {
    const id = await fresh();
    const applicant = await newApplicant(world.server);
    expect(await stateAt(id, '2026-08-31 23:59:59.999')).toBe('published');
    expect((await createProject(world.server, applicant, id)).error.message).toContain('申报时间为');
    expect(await stateAt(id, '2026-09-01 00:00:00.000')).toBe('applying');
    expect(await stateAt(id, '2026-09-30 23:59:59.999')).toBe('applying');
    expect((await createProject(world.server, applicant, id)).status).toBe(201);
    expect(await stateAt(id, '2026-10-01 00:00:00.000')).toBe('checking');
    const other = await newApplicant(world.server);
    expect((await createProject(world.server, other, id)).error.message).toContain('申报时间为');
  });

  test('comes to its review once schools cannot report any more, not in their last second', async () => {
    const id = await fresh();
    await travel(at('2026-10-01 00:00:00'));
    const review = async (moment: string) => {
      await travel(at(moment));
      return (await moveCycle(world.server, world.office, { id, event: 'review' })).error?.message ?? 'begun';
    };
    expect(await review('2026-10-15 23:59:59.999')).toContain('尚未到时');
    expect(await review('2026-10-16 00:00:00.000')).toBe('begun');
  });

  test('that is suspended over its times stands still, and gets the time back', async () => {
    const id = await fresh();
    await travel(at('2026-09-30 12:00:00'));
    await moveCycle(world.server, world.office, { id, event: 'suspend', reason: '核查' });
    expect(await stateAt(id, '2026-10-01 00:00:01')).toBe('applying');
    await moveCycle(world.server, world.office, { id, event: 'resume' });
    expect(await readCycle(world.server, world.office, id)).toMatchObject({
      state: 'applying',
      applyClosesAt: '2026-10-01 23:59:59',
    });
    expect(await stateAt(id, '2026-10-02 00:00:00')).toBe('checking');
  });
});

/** First day, last day, and the first moment of a report; over Mid-Autumn, National Day and the Saturday that is worked for it. */
const publicities = [
  ['2026-09-10', '2026-09-16', '2026-09-17'],
  ['2026-09-16', '2026-09-21', '2026-09-22'],
  ['2026-09-24', '2026-10-08', '2026-10-09'],
  ['2026-10-08', '2026-10-13', '2026-10-14'],
] as const;

test.each(publicities)(
  'a publicity from %s to %s is over with the first moment of %s',
  async (from, last, next) => {
    world.clock.travelTo(START);
    const one = await inState(world, 'unitPublicity');
    const token = world.people['school'] as string;
    await travel(at(`${from} 08:00:00`));
    const started = await world.server.call(publicityApi.create, {
      token,
      body: { ids: [one.id], startsOn: from, place: '公告栏', contact: '人事处', notice: '公示' },
    });
    expect(started.status, started.error?.message).toBe(201);
    const read = await world.server.call(publicityApi.read, { token, params: { id: started.body.id } });
    expect(read.body.endsOn).toBe(last);
    await travel(at(`${last} 23:59:59.999`));
    expect(await take(one, 'report', token)).toContain('已公示 4 个工作日');
    await travel(at(`${next} 00:00:00`));
    expect(await take(one, 'report', token)).toBe('taken');
  },
);

test('a supplement over National Day is due after it, and lapses with the second after', async () => {
  const one = await inState(world, 'reported');
  await travel(at('2026-09-24 10:00:00'));
  expect(await take(one, 'supplement', world.office)).toBe('taken');
  expect((await readProject(world.server, one.token, one.id)).lastReturn?.dueAt).toBe('2026-10-09 23:59:59');
  await travel(at('2026-10-09 23:59:59.999'));
  expect((await storedOf(world, one)).state).toBe('supplementing');
  await travel(at('2026-10-10 00:00:00'));
  expect((await storedOf(world, one)).state).toBe('withdrawn');
});

test('the deadline of a supplement stops with its cycle, and ends as many days later', async () => {
  const one = await inState(world, 'supplementing');
  // Five working days after the report, which is a week after everything began; the Sunday between is worked.
  expect((await readProject(world.server, one.token, one.id)).lastReturn?.dueAt).toBe('2026-09-23 23:59:59');
  await travel(at('2026-09-23 10:00:00'));
  await moveCycle(world.server, world.office, { id: world.cycleId, event: 'suspend', reason: '核查' });
  await travel(at('2026-09-28 10:00:00'));
  await moveCycle(world.server, world.office, { id: world.cycleId, event: 'resume' });
  await travel(at('2026-09-28 10:00:01'));
  expect(await readProject(world.server, one.token, one.id)).toMatchObject({
    state: 'supplementing',
    lastReturn: { dueAt: '2026-09-28 23:59:59' },
  });
  await travel(at('2026-09-28 23:59:59.999'));
  expect(await take(one, 'submit', one.token)).toBe('taken');
});

test('a supplement that lapsed before a suspension lapses when the cycle continues', async () => {
  const one = await inState(world, 'supplementing');
  // The worker has not run in the second between.
  world.clock.travelTo(at('2026-09-25 00:00:00'));
  await moveCycle(world.server, world.office, { id: world.cycleId, event: 'suspend', reason: '核查' });
  await travel(at('2026-09-28 10:00:00'));
  expect((await storedOf(world, one)).state).toBe('supplementing');
  await moveCycle(world.server, world.office, { id: world.cycleId, event: 'resume' });
  await travel(at('2026-09-28 10:00:01'));
  expect((await storedOf(world, one)).state).toBe('withdrawn');
});
