import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi, type outcomeWords, verdictWords } from '@zhiping/shared/contracts/assignment.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { assignmentStates, isEnded } from '@zhiping/shared/rules/assignment/states.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { answerWords, answerOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';
import { isAwaitedPlace, type Place, type Stage } from './pair-stage.ts';

/** What pages, sheets and the supervisor are told of a round, beside what has happened in it. */

const MAX_ROWS = 100;
const sheetOf = async ({ server, cycleId, people }: Stage, path: string, headers: readonly string[]) => {
  const answer = await server.app.inject({
    url: `${API_BASE}${path}?cycleId=${cycleId}`,
    headers: { authorization: people.office.token },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const rows = await readSheet(answer.rawPayload, headers, MAX_ROWS);
  return rows.map(({ values }) => values as Record<string, string>);
};

const read = async (stage: Stage, { project }: Place) => {
  const { server, cycleId, people } = stage;
  const { token } = people.office;
  const [files, opinions, summary, supervised, board] = await Promise.all([
    server.call(assignmentApi.files, { token, query: { cycleId, size: MAX_ROWS } }),
    server.call(assignmentApi.opinions, { token, params: { id: project } }),
    server.call(assignmentApi.summary, { token, query: { cycleId } }),
    server.call(assignmentApi.summary, { token: people.supervisor.token, query: { cycleId } }),
    server.call(reviewBoardApi.board, {
      token: people.supervisor.token,
      query: { cycleId, by: 'school' },
    }),
  ]);
  const columns = ['编号', '状态', '合计', '结论', '评审意见'];
  return {
    files: files.body.content,
    opinions: opinions.body,
    summary: summary.body,
    supervised: supervised.body,
    board: board.body,
    handedIn: await sheetOf(stage, reviewBoardApi.opinionSheet.path, columns),
    scores: await sheetOf(stage, reviewBoardApi.scoreSheet.path, ['编号', '结果', '计算']),
  };
};
type Read = Awaited<ReturnType<typeof read>>;

/** So many experts a project is to have. */
const WANTED = 3;
const holdsPlace = ({ state }: Place) => !isEnded(state);
/** Its expert knows of it. */
const isSent = (place: Place) => holdsPlace(place) && place.state !== 'proposed';

/** The outcome of a project from the opinions that were handed in and not excluded. */
const verdictOf = ({ places, most }: Stage, project: number) => {
  const held = places.filter((place) => place.project === project && isSent(place));
  const given = held.flatMap(({ handed }) => handed ?? []);
  const disagreed = given.filter(({ conclusion }) => conclusion === 'disagree').length;
  const undecided = given.length < Math.max(held.length, WANTED) ? ('warn' as const) : ('ok' as const);
  return {
    level: disagreed > most ? ('block' as const) : undecided,
    words: `${held.length} 份中返回 ${given.length} 份，不同意 ${disagreed} 份`,
  };
};

/** An exclusion with both names; null for an opinion that counts. */
const exclusionOf = ({ excludedBy }: Place) =>
  excludedBy && `已剔除：发现回避情形；${excludedBy[0]}提出，${excludedBy[1]}复核`;

const wordsOf = (value: unknown) => canonicalJson(value ?? null);

type Compare = (what: string, told: unknown, happened: unknown) => void;

const comparePage = (stage: Stage, { project }: Place, { opinions, files }: Read, same: Compare) => {
  const own = stage.places.filter((place) => place.project === project);
  for (const place of own.filter(({ handed }) => handed !== null)) {
    const row = opinions.experts.find(({ assignmentId }) => assignmentId === place.id);
    same('the page has the opinion', row?.opinion, place.handed);
    same('the page has its exclusion', row?.exclusion, exclusionOf(place));
    const listed = files
      .find(({ projectId }) => projectId === project)
      ?.experts.find(({ assignmentId }) => assignmentId === place.id);
    same('the list has its state', listed?.state, place.state);
    same('the list has its exclusion', listed?.exclusion, exclusionOf(place));
  }
  const { level, words } = verdictOf(stage, project);
  same('the page has the verdict', opinions.verdict.level, level);
  same('the page has its arithmetic', opinions.verdict.message.split('，至多')[0], words);
};

const compareSheets = ({ places, ...stage }: Stage, told: Read, same: Compare) => {
  const noOf = new Map(told.files.map(({ projectId, no }) => [projectId, no]));
  const rows = places.flatMap((place) =>
    place.handed === null
      ? []
      : [
          [
            noOf.get(place.project),
            exclusionOf(place) ?? assignmentStates[place.state],
            answerWords[answerOf(place.handed)!],
            place.handed.texts['opinion'],
          ].join(),
        ],
  );
  const listed = told.handedIn.map((row) => [row['编号'], row['状态'], row['结论'], row['评审意见']].join());
  same('the sheet of opinions', listed.toSorted(), rows.toSorted());
  for (const [project, no] of noOf) {
    const row = told.scores.find((one) => one['编号'] === no);
    const { level, words } = verdictOf({ places, ...stage }, project);
    same(`the sheet of scores on ${no}`, row?.['结果'], verdictWords[level]);
    same(`its arithmetic on ${no}`, row?.['计算']?.split('，至多')[0], words);
  }
};

/** Assignments whose time is over. */
const findLate = async ({ server, cycleId, clock }: Stage): Promise<Set<number>> => {
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from assignment where cycle_id = $1 and due_at < $2',
    [cycleId, clock.now()],
  );
  return new Set(rows.map(({ id }) => Number(id)));
};

/** A supervisor reads numbers alone: each opinion is in one of them. */
const compareCounts = async (stage: Stage, { supervised, summary, board }: Read, same: Compare) => {
  const late = await findLate(stage);
  const held = stage.places.filter(holdsPlace);
  const isIn = (place: Place) =>
    place.state === 'submitted' ||
    place.state === 'locked' ||
    (place.handed !== null && isAwaitedPlace(place) && late.has(place.id));
  const projects = [...Map.groupBy(stage.places, ({ project }) => project).values()];
  const has = (is: (place: Place) => boolean) => projects.filter((own) => own.some(is)).length;
  const isDone = (own: Place[]) => {
    const present = own.filter(holdsPlace);
    return present.length >= WANTED && present.every(isIn);
  };
  const isBegun = (own: Place[]) =>
    own.some((place) => isIn(place) || place.state === 'reviewing' || place.state === 'returned');
  const counts = {
    filled: held.length,
    submitted: held.filter(isIn).length,
    overdue: held.filter((place) => isAwaitedPlace(place) && late.has(place.id)).length,
  };
  const marks = {
    done: projects.filter(isDone).length,
    underway: projects.filter((own) => isBegun(own) && !isDone(own)).length,
    notBegun: projects.filter((own) => !isBegun(own)).length,
    returned: has(({ state }) => state === 'returned'),
    excluded: has(({ state }) => state === 'excluded'),
  };
  for (const [name, count] of Object.entries(counts)) {
    same(`the supervisor is told ${name}`, supervised[name as keyof typeof counts], count);
    same(`the office is told ${name}`, summary[name as keyof typeof counts], count);
  }
  for (const [name, count] of Object.entries(marks)) {
    same(`the supervisor is told ${name}`, supervised.marks[name as keyof typeof marks], count);
    same(`the board has ${name}`, board.marks[name as keyof typeof marks], count);
  }
};

/** Results are fixed when the round is closed. */
const compareOutcomes = (stage: Stage, { files, summary }: Read, same: Compare) => {
  if (!stage.isClosed) return same('no outcome before the end', summary.outcomes, null);
  const outcomes = files.map(({ projectId }) => stage.outcomes!.get(projectId));
  for (const [at, { no, outcome }] of files.entries()) same(`the outcome of ${no}`, outcome, outcomes[at]);
  same('outcomes in numbers', summary.outcomes, {
    pass: outcomes.filter((one) => one === 'pass').length,
    fail: outcomes.filter((one) => one === 'fail').length,
  });
};

/** What applicant and school read once it is published, and the expert at the desk. */
const compareReaders = async (stage: Stage, place: Place, same: Compare) => {
  const { server, people, projects } = stage;
  const one = projects.find(({ id }) => id === place.project)!;
  const given = stage.places
    .filter((own) => own.project === one.id && holdsPlace(own))
    .flatMap(({ handed }) => handed?.texts['opinion'] ?? []);
  for (const [reader, token] of Object.entries({ applicant: one.token, school: people.school.token })) {
    const { body } = await server.call(projectApi.read, { token, params: { id: one.id } });
    const external = body.view === 'office' ? null : body.external;
    const texts = external?.opinions.flatMap((opinion) => opinion.texts.map(({ text }) => text));
    same(`the ${reader} reads the outcome`, external?.outcome, published(stage, one.id));
    same(`the ${reader} reads opinions`, texts?.toSorted(), stage.isPublished ? given.toSorted() : undefined);
  }
  if (place.handed === null || isEnded(place.state)) return;
  const desk = await server.call(reviewApi.read, { token: place.expert.token, params: { id: place.id } });
  // A disabled expert, or one with a conflict, is shut out; the office goes on reading the opinion.
  if (desk.status === 200) same('the expert reads the opinion', desk.body.opinion, place.draft);
};
const published = ({ isPublished, outcomes }: Stage, project: number) =>
  isPublished ? outcomes!.get(project) : undefined;

/** Notes the results at the moment when the round is closed. */
export const noteOutcomes = (stage: Stage) => {
  if (!stage.isClosed || stage.outcomes !== null) return;
  const projects = new Set(stage.places.map(({ project }) => project));
  stage.outcomes = new Map(
    [...projects].map((id): [number, keyof typeof outcomeWords] => [
      id,
      verdictOf(stage, id).level === 'block' ? 'fail' : 'pass',
    ]),
  );
};

/** All that the results depend on, and the results, as it happened. */
export const resultOf = (stage: Stage): string =>
  wordsOf({
    opinions: stage.places
      .filter(({ handed }) => handed !== null)
      .map(({ id, handed, excludedBy }) => ({ id, handed, excludedBy })),
    verdicts: stage.projects.map(({ id }) => verdictOf(stage, id).level),
    outcomes: [...(stage.outcomes ?? [])],
  });

/** What is told otherwise than it happened. */
export const readTold = async (stage: Stage, place: Place): Promise<string[]> => {
  noteOutcomes(stage);
  const told = await read(stage, place);
  const faults: string[] = [];
  const same: Compare = (what, seen, happened) => {
    const [is, was] = [wordsOf(seen), wordsOf(happened)];
    if (is !== was) faults.push(`${what}: ${is}, and not ${was}`);
  };
  comparePage(stage, place, told, same);
  compareSheets(stage, told, same);
  await compareCounts(stage, told, same);
  compareOutcomes(stage, told, same);
  await compareReaders(stage, place, same);
  return faults;
};
