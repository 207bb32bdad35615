import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  LEAST_REPLAYS,
  repeatShare,
  REPLAYS,
  replaySeeds,
} from '@zhiping/shared/rules/assignment/repeat-share.ts';
import { resultFigures, type ResultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import {
  RUN_STEPS,
  runSelection,
  type SelectedPair,
} from '@zhiping/shared/rules/assignment/run-selection.ts';
import type { SubjectPath } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import type { Selection, SelectionMode } from '@zhiping/shared/rules/assignment/selection.ts';
import { rosterAgain } from '@zhiping/shared/rules/draw/solve-again.ts';
import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import {
  EXPLAIN_STEPS,
  explainProject,
  type ProjectQuestion,
} from '@zhiping/shared/rules/draw/explain-project.ts';
import { countAvoided } from '@zhiping/shared/rules/assignment/exclusion.ts';
import { computeDraw } from '@zhiping/shared/rules/draw/run-draw.ts';
import { describeGain } from '@zhiping/shared/rules/draw/describe-gain.ts';
import { subjectNameKey } from '../subject-names.ts';
import type { FromWorker, NamedWork } from './in-worker.ts';

/** Requests have priority over computations. Only on Linux: elsewhere it would affect the whole process. */
if (process.platform === 'linux') setPriority(10);

/** Limit for all replays together; in a province one replay takes ten seconds. */
const REPLAYS_MS = 15 * 60_000;

const work = workerData as NamedWork;
const send = (message: FromWorker) => parentPort?.postMessage(message);
const roster = JSON.parse(work.roster) as Roster;

/** Name with its code: subjects of different catalogues can have the same name. */
const subjectName = (path: SubjectPath) =>
  [path[2], work.names.get(subjectNameKey(path))].filter(Boolean).join(' ');

/** Result of a roster; when solved again also the gain compared with the present pairs. */
const compute = (from: Roster, now?: readonly { file: number; expert: number }[]) => {
  const computed = computeDraw(from, work.seed, (done) => send({ done, total: RUN_STEPS }));
  send(
    'problem' in computed
      ? computed
      : {
          answer: {
            result: computed.result,
            shortages: computed.shortages(subjectName),
            avoided: countAvoided({ ...from, params: { ...from.params, seed: work.seed } }),
            ...(now && describeGain(from, work.seed, { before: now, after: computed.result.pairs })),
          },
        },
  );
};

const figuresOf = ({ files, experts }: Selection, pairs: readonly SelectedPair[]): ResultFigures =>
  resultFigures(
    files.map(({ need }, id) => ({ id, need })),
    pairs.map(({ file, expert, parts }) => ({ file, expert, match: parts.match })),
    (expert) => experts[expert]!.openLoad,
  );

const runIn = (selection: Selection, mode: SelectionMode) => {
  const run = runSelection({ ...selection, params: { ...selection.params, mode } });
  return 'errors' in run ? null : run.result.pairs;
};

const repeat = () => {
  const selection: Selection = { ...roster, params: { ...roster.params, seed: work.seed } };
  const run = runSelection(selection);
  if ('errors' in run) return send({ problem: run.errors.join('；') });
  const until = performance.now() + REPLAYS_MS;
  const share = repeatShare(selection, run.result.pairs, replaySeeds(work.seed, REPLAYS), (done) => {
    send({ done, total: REPLAYS });
    return done < LEAST_REPLAYS || performance.now() < until;
  });
  const beside = (mode: SelectionMode) => {
    const pairs = runIn(selection, mode);
    return pairs && figuresOf(selection, pairs);
  };
  return send({ answer: { share, beside: { optimise: beside('optimise'), draw: beside('draw') } } });
};

const why = (question: ProjectQuestion) =>
  send({
    answer: explainProject(roster, work.seed, question, (done) => send({ done, total: EXPLAIN_STEPS })),
  });

if (work.kind === 'repeat') repeat();
else if (work.kind === 'why') why(work);
else if (work.kind === 'solve') compute(rosterAgain(roster, work.inputs), work.now);
else compute(roster);
