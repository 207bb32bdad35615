import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { expect } from 'vitest';
import { cuttable } from './cut-server.ts';
import { type DrawWorld, openDrawWorld, type Subject } from './draw-steps.ts';

/** Each kind of call at a draw, to be cut. */

type Fresh = () => Promise<() => Promise<unknown>>;

const casesOf = ({ server, ceremony, calls, office, supervisor, changeByHand, compute }: DrawWorld) => {
  const ask = async (call: string, draw: Subject, token = office) => {
    const { status, message } = await calls[call]!(draw, token);
    expect(status, message).toBeLessThan(300);
  };
  const from =
    (make: () => Promise<Subject>, call: (draw: Subject) => Promise<unknown>): Fresh =>
    async () => {
      const draw = await make();
      return () => call(draw);
    };
  const { planned, promised, frozen, opened, drawn } = ceremony;
  const unplanned = async () => {
    const draw = await planned();
    await ask('abort', draw);
    return draw;
  };
  const openedOnce = async () => {
    const draw = await frozen();
    await ask('open', draw);
    return draw;
  };
  const changedOnce = async () => {
    const draw = await drawn();
    await changeByHand(draw);
    return draw;
  };
  return {
    'a plan': from(unplanned, (draw) => ask('create', draw)),
    'a promise': from(planned, (draw) => ask('commit', draw)),
    'a frozen roster': from(promised, (draw) => ask('freeze', draw)),
    'the first number': from(frozen, (draw) => ask('open', draw)),
    'the second number, which asks for the result': from(openedOnce, (draw) => ask('open', draw, supervisor)),
    'a computation that is cancelled': from(opened, (draw) => ask('result.cancel', draw)),
    'the result': from(opened, compute),
    'a change by hand': from(drawn, changeByHand),
    'a change that is taken back': from(changedOnce, (draw) => ask('result.undo', draw)),
    'a result that is solved again': from(drawn, (draw) => ask('result.solve', draw)),
    'a draw that is aborted with its result': async () => {
      const { body } = await server.call(drawApi.abort, {
        token: office,
        params: { id: (await drawn()).id },
        body: { reason: '方案有误' },
      });
      const params = { id: body.confirmationId! };
      return () => server.call(confirmationApi.confirm, { token: supervisor, params, body: { note: null } });
    },
    'a result that is sent out': from(drawn, (draw) => ask('release', draw)),
  };
};

/** The number of notified users depends on the drawn experts and other accounts. */
export const anyMember = (delta: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(delta).map(([table, rows]) => [
      table,
      table === 'notification' || table === 'outbox' ? Math.min(1, rows) : rows,
    ]),
  );

type DrawCase = keyof ReturnType<typeof casesOf>;
/** Their names, which tests have before there is a server. */
export const drawCases: readonly DrawCase[] = [
  'a plan',
  'a promise',
  'a frozen roster',
  'the first number',
  'the second number, which asks for the result',
  'a computation that is cancelled',
  'the result',
  'a change by hand',
  'a change that is taken back',
  'a result that is solved again',
  'a draw that is aborted with its result',
  'a result that is sent out',
];

/** A world of draws whose server is cut. It does nothing but what it is asked. */
export const openCutDraws = async () => {
  const world = await openDrawWorld();
  const cut = cuttable(world.server);
  const close = async () => {
    await cut.close();
    await world.server.close();
  };
  return { world, cut, cases: casesOf(world), close };
};
