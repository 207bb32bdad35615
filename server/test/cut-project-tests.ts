import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { later } from '../src/platform/clock.ts';
import { type CutCall, type Cuttable, cuttable, whole } from './cut-server.ts';
import { completeForm, readProject, saveForm } from './project-helpers.ts';
import {
  inState,
  newDraft,
  type One,
  openWorld,
  START,
  stepsOf,
  type StepWorld,
  storedOf,
  takerOf,
  triedElsewhere,
} from './project-steps.ts';

/** One line for each event: from where it is taken does not change what it writes. */
const lines = [
  ...new Map(
    projectMachine.transitions
      // Returns by a supervising body are cut in cut-check-tests.ts.
      .filter(({ event, who }) => !(event in triedElsewhere) && !who.includes('body'))
      .map((line) => [line.event, line]),
  ).values(),
];

/** Every step of a project is done as a whole, or not at all, wherever it is cut. */
export const testProjectCuts = (cutCall: CutCall) => {
  let world: StepWorld;
  let server: Cuttable;
  beforeAll(async () => {
    world = await openWorld();
    server = cuttable(world.server);
  });
  afterAll(async () => {
    await server.close();
    await world.server.close();
  });

  /** Some messages are left once until they are read: each cut begins with all of them read. */
  const readAll = () =>
    world.server.pool.query('update notification set read_time = now() where read_time is null');

  test.each(lines.map((line) => [line.event, line] as const))('%s', async (event, line) => {
    const { reference, ...found } = await cutCall(server, async () => {
      const one = await inState(world, line.from);
      const step = stepsOf(world).find(({ events }) => events.includes(event))!;
      await step.prepare?.(one);
      const { version } = await storedOf(world, one);
      await readAll();
      return () => step.call(one, takerOf(world, one, line.who), version);
    });
    expect(found).toEqual(whole(reference));
  });

  test('typed values', async () => {
    const { reference, ...found } = await cutCall(server, async () => {
      const one = await newDraft(world);
      const { form, version } = await readProject(world.server, one.token, one.id);
      const typed = { ...completeForm(form), statement: { text: '改过的述职' } };
      return () => saveForm(world.server, one.token, { id: one.id, version, form: typed });
    });
    expect(found).toEqual(whole(reference));
  });

  describe('a publicity', () => {
    const school = () => world.people['school'];
    const plan = { startsOn: '2026-09-10', place: '公告栏', contact: '人事处', notice: '公示' };
    const start = (one: One) =>
      world.server.call(publicityApi.create, { token: school(), body: { ids: [one.id], ...plan } });
    const started = async () => {
      const one = await inState(world, 'unitPublicity');
      const { body } = await start(one);
      return { one, params: { id: body.id } };
    };
    const object = async ({ one, params }: Awaited<ReturnType<typeof started>>) =>
      world.server.call(publicityApi.object, {
        token: school(),
        params,
        body: { projectId: one.id, name: '李四', content: '署名不实', receivedOn: plan.startsOn },
      });
    const cases: [string, () => Promise<() => Promise<unknown>>][] = [
      [
        'that is put up',
        async () => {
          const one = await inState(world, 'unitPublicity');
          return () => start(one);
        },
      ],
      [
        'that is taken down',
        async () => {
          const { params } = await started();
          const body = { reason: '日期有误' };
          return () => world.server.call(publicityApi.cancel, { token: school(), params, body });
        },
      ],
      [
        'with an objection',
        async () => {
          const found = await started();
          return () => object(found);
        },
      ],
      [
        'whose objection is answered',
        async () => {
          const { body: objection } = await object(await started());
          const body = { version: 0, verdict: 'dismissed' as const, answer: '经核实' };
          const params = { id: objection.id };
          return () => world.server.call(publicityApi.answer, { token: school(), params, body });
        },
      ],
    ];
    test.each(cases)('%s', async (_, fresh) => {
      const { reference, ...found } = await cutCall(server, fresh);
      expect(found).toEqual(whole(reference));
    });
  });

  test('a lapse', async () => {
    const late = later(START, 20 * 86_400_000);
    const { reference, ...found } = await cutCall(server, async () => {
      // Leftovers of other tests are not part of the cut.
      await lapseSupplements(world.server.db, late);
      await inState(world, 'supplementing');
      await readAll();
      return () => lapseSupplements(world.server.db, late);
    });
    expect(found).toEqual(whole(reference));
  });
};
