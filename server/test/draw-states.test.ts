import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DrawEvent,
  drawMachine,
  type DrawState,
  drawStates,
} from '@zhiping/shared/rules/draw/states.ts';
import { type DrawWorld, openDrawWorld, type Outcome, type Subject } from './draw-steps.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/**
 * Every call at a draw and its result over HTTP in every state by every role: allowed ones succeed, all others are
 * refused in the words of the table and change no row.
 */

let world: DrawWorld;
beforeAll(async () => {
  world = await openDrawWorld();
});
afterAll(() => world.server.close());

/** States as calls distinguish them, with their names in the machine. */
const states = {
  planned: 'planned',
  promised: 'planned',
  frozen: 'frozen',
  opened: 'frozen',
  cancelled: 'frozen',
  drawn: 'drawn',
  changed: 'drawn',
  released: 'released',
  aborted: 'aborted',
  'planned, suspended': 'planned',
  'frozen, suspended': 'frozen',
  'changed, suspended': 'drawn',
} as const satisfies Record<string, DrawState>;
type State = keyof typeof states;

const words = {
  o: '这个批次有抽取正在进行，请先完成或中止',
  w: '等待评审办、监督员提交承诺值',
  u: '抽取还没有产生结果，没有完整的记录',
  n: '抽取还没有产生结果',
  m: '在此期间有变化',
  x: '没有正在进行的计算',
  y: '抽取不在等待计算',
  r: '正在计算，请等它完成',
  p: '批次已暂停：核查',
  t: '不能更改',
};

/**
 * Answers to the office, one letter a state in their order: ✓ succeeds, s is refused because of the state, a dot is an
 * empty list; the others are explained above.
 */
const table: Record<string, [cells: string, event?: DrawEvent]> = {
  list: ['✓✓✓✓✓✓✓✓✓✓✓✓'],
  read: ['✓✓✓✓✓✓✓✓✓✓✓✓'],
  create: ['ooooooo✓✓ppp'],
  commit: ['✓tssssssspss', 'commit'],
  freeze: ['w✓ssssssspss', 'freeze'],
  open: ['ss✓ttsssssps', 'open'],
  abort: ['✓✓✓✓✓✓✓ss✓✓✓', 'abort'],
  record: ['uuuuu✓✓✓✓uu✓'],
  release: ['sssss✓✓ssssp', 'release'],
  standing: ['✓✓✓✓✓✓✓✓✓✓✓✓'],
  'result.read': ['nnnnn✓✓✓✓nn✓'],
  'result.files': ['..✓✓✓✓✓✓✓.✓✓'],
  'result.subjects': ['nnnnn✓✓✓✓nn✓'],
  'result.fix': ['sssss✓✓ssssp', 'adjust'],
  'result.consequence': ['nnnnn✓✓ssnn✓', 'adjust'],
  'result.solve': ['sssss✓✓ssssp', 'adjust'],
  'result.startWhy': ['nnnnn✓✓✓✓nn✓'],
  'result.why': ['nnnnn✓✓✓✓nn✓'],
  'result.trial': ['nnnnn✓✓✓✓nn✓'],
  'result.apply': ['sssssm✓ssssp', 'adjust'],
  'result.undo': ['sssssm✓ssssp', 'adjust'],
  'result.repeat': ['nnnnn✓✓✓✓nn✓'],
  'result.cancel': ['xxx✓xxxxxxxx'],
  'result.compute': ['yyyr✓yyyyyyy'],
  'result.sheet': ['nnnnn✓✓✓✓nn✓'],
  'result.import': ['nnnnn✓✓ssnnp', 'adjust'],
};
/** The office's counterpart has a part in these, and hears the same. */
const supervised = ['list', 'read', 'commit', 'open', 'abort', 'record', 'standing'];
/** Of what is allowed these only read. */
const reading = [
  'list',
  'read',
  'record',
  'standing',
  'result.read',
  'result.files',
  'result.consequence',
].concat(['result.trial', 'result.why', 'result.subjects', 'result.sheet', 'result.import']);

test('every call is tried', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(world.calls).toSorted());
  for (const [cells] of Object.values(table)) expect([...cells]).toHaveLength(Object.keys(states).length);
});

/** Roles that get the answers of the table; all others have no access, and an officer of one school finds nothing. */
const hears = (name: string, call: string) =>
  name === 'office' ||
  name === 'the super administrator' ||
  (name === 'supervisor' && supervised.includes(call));

const cellOf = (call: string, state: State) => {
  const [cells, event] = table[call]!;
  return { cell: [...cells][Object.keys(states).indexOf(state)]!, event };
};

const isTold = ({ status, message }: Outcome, call: string, state: State) => {
  const { cell, event } = cellOf(call, state);
  if (cell === '✓') return status < 300 && message === '';
  if (cell === '.') return message === '没有数据';
  if (cell === 's')
    return (
      status === 400 &&
      message === `抽取目前为「${drawStates[states[state]]}」，不能「${drawMachine.events[event!]}」`
    );
  return [400, 409].includes(status) && message.includes(words[cell as keyof typeof words]);
};

/** Pairs before their release are for those who arrange them. */
const isUnreleased = (name: string, call: string, state: State) =>
  name === 'supervisor' && call === 'record' && cellOf(call, state).cell === '✓' && states[state] === 'drawn';

const isStranger = ({ status, message }: Outcome, name: string) => {
  if (name === 'nobody') return status === 401;
  if (name === 'an officer of one school') return status === 404 || message === '没有数据';
  return status === 403 && /[一-鿿]/.test(message);
};

test.each(Object.keys(states) as State[])(
  '%s: whatever is refused, or only looked at, changes nothing',
  async (state) => {
    const subject = await world.states[state]!();
    const before = await rowMarks(world.server);
    const wrong: string[] = [];
    for (const [call, ask] of Object.entries(world.calls))
      for (const [name, token] of Object.entries(world.people)) {
        const isHeard = hears(name, call);
        if (isHeard && cellOf(call, state).cell === '✓' && !reading.includes(call)) continue;
        const outcome = await ask(subject, token);
        const isRight = isUnreleased(name, call, state)
          ? outcome.status === 400 && outcome.message.startsWith('发布前')
          : isTold(outcome, call, state);
        if (!(isHeard ? isRight : isStranger(outcome, name)))
          wrong.push(`${call} by ${name}: ${JSON.stringify(outcome)}`);
      }
    expect(wrong).toEqual([]);
    // Readings of pairs before the release are on record.
    const isRecorded = (table: string) => table === 'audit_event' && states[state] === 'drawn';
    const written = writtenBetween(before, await rowMarks(world.server));
    expect(written.filter((table) => !isRecorded(table))).toEqual([]);
  },
  60_000,
);

const stateOf = async ({ id }: Subject) => {
  const { rows } = await world.server.pool.query<{ state: DrawState }>(
    'select state from draw where id = $1',
    [id],
  );
  return rows[0]!.state;
};

const allowed = (Object.keys(states) as State[]).flatMap((state) =>
  Object.keys(table)
    .filter((call) => cellOf(call, state).cell === '✓' && !reading.includes(call))
    .map((call) => [state, call] as const),
);
/** Each once in a state of the machine, and once while the cycle is suspended. */
const done = allowed.filter(
  ([state, call], at) =>
    allowed.findIndex(
      ([other, same]) =>
        same === call && states[other] === states[state] && /sus/.test(other) === /sus/.test(state),
    ) === at,
);

test.each(done)(
  '%s: %s succeeds for those who may',
  async (state, call) => {
    const { event } = cellOf(call, state);
    const line = drawMachine.transitions.find((one) => one.from === states[state] && one.event === event);
    // The super administrator heard above what the office hears.
    for (const name of supervised.includes(call) ? ['office', 'supervisor'] : ['office']) {
      const subject = await world.states[state]!();
      const outcome = await world.calls[call]!(subject, world.people[name]);
      expect(isTold(outcome, call, state), `${name}: ${JSON.stringify(outcome)}`).toBe(true);
      expect(await stateOf(subject), name).toBe(line?.to ?? states[state]);
    }
  },
  30_000,
);
