import { rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isWarned } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { blindStateOf } from '@zhiping/shared/rules/blind-copy/states.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { keepBlob } from '../../platform/files/keep-blob.ts';
import { hashFile } from '../../platform/files/partial-upload.ts';
import { incomingDirectory } from '../../platform/files/upload.ts';
import { withStoredFile } from '../../platform/files/with-stored-file.ts';
import { findBlindFacts, hashOfFacts } from './blind-facts.queries.ts';
import { maskWords } from './mask-words.ts';
import {
  type CopiedMark,
  type Covered,
  ENGINE,
  type CopyProblem,
  type MarkDecision,
  MAX_OUTSIDE,
  RECOGNISING,
} from './pipeline/job.ts';
import { recognisedPath } from './pipeline/recognise-page.ts';
import { coverFile } from './pipeline/run-pipeline.ts';
import { recognitionModule } from './recognition/add-on.ts';
import { withRecogniser } from './recognition/recogniser.ts';

export type CopyDeps = Pick<Deps, 'db' | 'files' | 'config' | 'identity' | 'clock'>;
export type Source = { id: number; projectId: number; sha256: string; format: string };

type Actor = { userId: number | null };
type Watch = Parameters<typeof coverFile>[1];

/** Decisions and rectangles made so far. */
const findMarks = (db: Deps['db'] | Tx, id: number) =>
  db.selectFrom('blind_mark').selectAll().where('material_id', '=', id).orderBy('id').execute();
type StoredMark = Awaited<ReturnType<typeof findMarks>>[number];

const decisionsOf = (marks: readonly StoredMark[]): MarkDecision[] =>
  marks
    .filter(({ source, decided_at }) => source === 'machine' && decided_at !== null)
    .flatMap(({ kind, places, state }) =>
      places.slice(0, 1).map((place) => ({ kind, place, isCovered: state === 'covered' })),
    );

const isSame = (mark: CopiedMark, { kind, places }: StoredMark) =>
  mark.kind === kind &&
  mark.places.some((one) =>
    places.some(
      (other) => one.page === other.page && Math.abs(one.x - other.x) < 2 && Math.abs(one.y - other.y) < 2,
    ),
  );

const stateOfMark = ({ kind, isCovered }: CopiedMark) => {
  if (isCovered) return 'covered';
  return isWarned(kind) ? 'open' : 'ignored';
};

const BATCH = 200;

/** The finds of a run in place of those of the last one, with what people decided on them. */
const replaceMarks = async (tx: Tx, id: number, found: readonly CopiedMark[]) => {
  const before = (await findMarks(tx, id)).filter(({ source }) => source === 'machine');
  const decided = before.filter(({ decided_at }) => decided_at !== null);
  await tx.deleteFrom('blind_mark').where('material_id', '=', id).where('source', '=', 'machine').execute();
  const rows = found.map((mark) => {
    const known = decided.find((one) => isSame(mark, one));
    return {
      material_id: id,
      page: mark.places[0]?.page ?? 1,
      kind: mark.kind,
      words: maskWords(mark.kind, mark.words),
      places: JSON.stringify(mark.places),
      source: 'machine' as const,
      state: known?.state ?? stateOfMark(mark),
      reason: known?.reason ?? null,
      decided_by: known?.decided_by ?? null,
      decided_at: known?.decided_at ?? null,
    };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insertInto('blind_mark')
      .values(rows.slice(from, from + BATCH))
      .execute();
};

/** Stores the pages of a run; a page stays checked as long as it has no other doubts. */
const replacePages = async (tx: Tx, id: number, pages: Covered['pages']) => {
  const before = await tx.selectFrom('blind_page').selectAll().where('material_id', '=', id).execute();
  await tx.deleteFrom('blind_page').where('material_id', '=', id).execute();
  const rows = pages.map(({ width, height, doubts }, index) => {
    const known = before.find(
      ({ page, doubts: seen }) => page === index + 1 && seen.join() === doubts.join(),
    );
    return {
      material_id: id,
      page: index + 1,
      width,
      height,
      doubts,
      checked_by: known?.checked_by ?? null,
      checked_at: known?.checked_at ?? null,
    };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insertInto('blind_page')
      .values(rows.slice(from, from + BATCH))
      .execute();
};

export const isDoubted = sql<boolean>`cardinality(doubts) > 0`;

/** How many finds are open or covered and pages doubted, and the state that follows. */
export const recount = async (tx: Tx, id: number, set: { is_changed?: boolean } = {}) => {
  const marks = await tx.selectFrom('blind_mark').select('state').where('material_id', '=', id).execute();
  const pages = await tx
    .selectFrom('blind_page')
    .select('page')
    .where('material_id', '=', id)
    .where(isDoubted)
    .where('checked_at', 'is', null)
    .execute();
  const stored = await tx
    .selectFrom('blind_copy')
    .selectAll()
    .where('material_id', '=', id)
    .executeTakeFirstOrThrow();
  const count = (state: string) => marks.filter((mark) => mark.state === state).length;
  const now = {
    ...set,
    open_marks: count('open'),
    covered_marks: count('covered'),
    doubted_pages: pages.length,
  };
  const { state, problem, result_sha256, left_over, is_changed } = { ...stored, ...now };
  await tx
    .updateTable('blind_copy')
    .set({
      ...now,
      state: blindStateOf({
        hasCopy: result_sha256 !== null,
        problem,
        isChanged: is_changed,
        isReleased: state === 'released',
        left: left_over,
        open: now.open_marks,
        doubted: now.doubted_pages,
      }),
    })
    .where('material_id', '=', id)
    .execute();
};

/** The row of a copy, as it is before its first run. */
const begin = (deps: CopyDeps, { id, sha256 }: Source) =>
  inTransaction(deps.db, async (tx) => {
    const known = await tx
      .selectFrom('blind_copy')
      .selectAll()
      .where('material_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (known?.source_sha256 === sha256)
      return { edits: known.edits, isReleased: known.state === 'released' };
    if (known) await tx.deleteFrom('blind_copy').where('material_id', '=', id).execute();
    await tx
      .insertInto('blind_copy')
      .values({ material_id: id, source_sha256: sha256, state: 'unchecked' })
      .execute();
    return { edits: 0, isReleased: false };
  });

const recordProblem = (
  deps: CopyDeps,
  actor: Actor,
  { id, projectId }: Source,
  problem: CopyProblem | 'gone',
) =>
  inTransaction(deps.db, async (tx) => {
    await tx
      .updateTable('blind_copy')
      .set({
        problem,
        state: 'needsWork',
        engine: ENGINE,
        covered_at: deps.clock.now(),
        pending_sha256: null,
      })
      .where('material_id', '=', id)
      .where('state', '<>', 'released')
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'blind.failed',
      entity: 'project',
      entityId: projectId,
      detail: { material: id, problem },
    });
  });

/**
 * Make the blind copy of one material: the whole of it, its finds and its pages at once, or nothing of it. What is released is left
 * alone.
 */
export const makeCopy = async (
  deps: CopyDeps,
  actor: Actor,
  source: Source,
  watch?: Watch,
): Promise<void> => {
  const { db, files, config, clock } = deps;
  const { id, projectId } = source;
  const startedAt = clock.now();
  const started = await begin(deps, source);
  if (started.isReleased) return;
  const facts = await findBlindFacts(deps, projectId);
  const marks = await findMarks(db, id);
  const directory = incomingDirectory(config);
  const out = `${directory}/blind-${randomUUID()}`;
  try {
    const made = await withStoredFile(files, `${source.sha256}.${source.format}`, directory, (path) =>
      withRecogniser((read) =>
        coverFile(
          {
            path,
            out,
            isPicture: source.format !== 'pdf',
            facts,
            decisions: decisionsOf(marks),
            drawn: marks.filter((mark) => mark.source === 'person').flatMap(({ places }) => places),
          },
          { ...watch, read },
        ),
      ),
    );
    if (!made || 'problem' in made) return await recordProblem(deps, actor, source, made?.problem ?? 'gone');
    const { covered } = made;
    const sha256 = await hashFile(out);
    const { size: bytes } = await stat(out);
    await keepBlob(
      db,
      files,
      { file: { path: out, sha256, bytes }, name: `${sha256}.pdf` },
      {
        announce: (tx) =>
          tx
            .updateTable('blind_copy')
            .set({ pending_sha256: sha256 })
            .where('material_id', '=', id)
            .execute(),
        finish: async (tx) => {
          const stored = await tx
            .selectFrom('blind_copy')
            .selectAll()
            .where('material_id', '=', id)
            .forUpdate()
            .executeTakeFirst();
          if (!stored || stored.state === 'released' || stored.source_sha256 !== source.sha256) return;
          await replaceMarks(tx, id, covered.marks);
          await replacePages(tx, id, covered.pages);
          await tx
            .updateTable('blind_copy')
            .set({
              problem: null,
              result_sha256: sha256,
              pending_sha256: null,
              bytes,
              pages: covered.pages.length,
              left_over: covered.left + covered.words + (covered.outside > MAX_OUTSIDE ? 1 : 0),
              engine: recognitionModule === null ? ENGINE : RECOGNISING,
              facts_hash: hashOfFacts(deps, facts),
              // Decisions made during the run are not included.
              covered_at: startedAt,
              update_time: clock.now(),
              version: stored.version + 1,
            })
            .where('material_id', '=', id)
            .execute();
          await recount(tx, id, { is_changed: stored.edits !== started.edits });
          await audit(tx, {
            actorId: actor.userId,
            action: 'blind.covered',
            entity: 'project',
            entityId: projectId,
            detail: {
              material: id,
              sha256,
              marks: covered.marks.length,
              left: covered.left,
              recognised: covered.recognised,
            },
          });
        },
        withdraw: () =>
          db.updateTable('blind_copy').set({ pending_sha256: null }).where('material_id', '=', id).execute(),
      },
    );
  } finally {
    for (const left of [out, recognisedPath(out)]) await rm(left, { force: true });
  }
};
