import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { EditionLine, EditionReport } from '@zhiping/shared/contracts/subject.ts';
import {
  type Change,
  codeOf,
  compareEditions,
  meaningsOf,
  nameInCatalog,
  suggestIn,
  touchedCodes,
} from '@zhiping/shared/rules/subject/edition.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, conflict } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { UploadedFile } from '../../platform/files/upload.ts';
import { readEdition } from './read-edition.ts';
import { columnsOf, findCatalog, lockSubjects, requireCatalog, type StoredLine } from './save-subject.ts';
import { countWaiting, findCodeUsers, movePeople } from './subject-users.ts';

type Wanted = { catalog: string; basis?: string | undefined; moves: Record<string, string> };
const MAX_ERRORS = 1000;

/** Stands for the state of a catalogue: any edit of any row makes another. */
const basisOf = (stored: readonly StoredLine[]) =>
  createHash('sha256')
    .update(stored.map(({ id, version }) => `${id}:${version}`).join(','))
    .digest('hex')
    .slice(0, 32);

/** People who stand for what the edition does not have any more, or means otherwise, and what they might take instead. */
const findTouched = async (
  db: Db,
  reader: Principal,
  catalog: string,
  [stored, rows]: [StoredLine[], EditionLine[]],
): Promise<EditionReport['touched']> => {
  const touched = touchedCodes(stored, rows);
  const codes = touched.map(({ code }) => code);
  const users = await findCodeUsers(db, reader, catalog, codes);
  const waiting = await countWaiting(db, catalog, codes);
  const suggest = suggestIn(rows);
  return touched.flatMap(({ code, own, full, kind, newName }) => {
    if (!users.has(code) && !waiting.has(code)) return [];
    const suggestions = suggest(code, own, full).map(({ full: fullName, ...one }) => ({ ...one, fullName }));
    const { experts, teachers, names } = users.get(code) ?? { experts: 0, teachers: 0, names: [] };
    const people = { experts, teachers, names, waiting: waiting.get(code) ?? 0 };
    return [{ code, fullName: full, kind, newName, ...people, suggestions }];
  });
};

const named = (row: StoredLine | EditionLine) => ({ code: codeOf(row), fullName: nameInCatalog(row) });

const reportOf = async (
  db: Db,
  reader: Principal,
  catalog: string,
  [stored, rows]: [StoredLine[], EditionLine[]],
): Promise<{ report: EditionReport; change: Change<StoredLine> }> => {
  const change = compareEditions(stored, rows);
  const report = {
    total: rows.length,
    errors: [],
    unchanged: change.unchanged,
    added: change.added.map(named),
    renamed: change.renamed.map(({ before, after }) => ({ ...named(after), before: nameInCatalog(before) })),
    returned: change.returned.map(({ after }) => named(after)),
    gone: change.gone.map(named),
    touched: await findTouched(db, reader, catalog, [stored, rows]),
    basis: basisOf(stored),
    committed: false,
  };
  return { report, change };
};

/** Only subjects of the edition may be replaced, and only by its own. */
const checkedMoves = (
  moves: Record<string, string>,
  touched: EditionReport['touched'],
  rows: readonly EditionLine[],
): Map<string, string> => {
  const from = new Set(touched.map(({ code }) => code));
  const to = meaningsOf(rows);
  for (const [code, other] of Object.entries(moves)) {
    if (!from.has(code)) throw badRequest('subject.move_from', `学科 ${code} 不需要替换`);
    if (!to.has(other)) throw badRequest('subject.move_to', `新版目录中没有学科 ${other}`);
  }
  return new Map(Object.entries(moves).filter(([code, other]) => code !== other));
};

const storeChange = async (
  tx: Tx,
  actor: Principal,
  catalog: string,
  { added, renamed, returned, gone }: Change<StoredLine>,
) => {
  const changed = [...renamed, ...returned].map(({ before, after }) => ({
    id: before.id,
    ...columnsOf(after),
  }));
  await sql`update subject set subject_category = f.subject_category, professional_category = f.professional_category,
      professional_class = f.professional_class, search_text = f.search_text, enabled = true, version = version + 1,
      update_by = ${actor.username}, update_time = ${actor.at}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as f (id bigint, subject_category text,
      professional_category text, professional_class text, search_text text)
    where subject.id = f.id`.execute(tx);
  await sql`update subject set enabled = false, version = version + 1, update_by = ${actor.username}, update_time = ${actor.at}
    where id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(tx);
  await sql`insert into subject (catalog, subject_category_code, subject_category, professional_category_code,
      professional_category, professional_class_code, professional_class, search_text, update_by)
    select ${catalog}, subject_category_code, subject_category, professional_category_code, professional_category,
      professional_class_code, professional_class, search_text, ${actor.username}
    from jsonb_to_recordset(${JSON.stringify(added.map(columnsOf))}::jsonb) as f (subject_category_code text,
      subject_category text, professional_category_code text, professional_category text,
      professional_class_code text, professional_class text, search_text text)`.execute(tx);
};

const commit = (db: Db, actor: Principal, rows: EditionLine[], { catalog, basis, moves }: Wanted) =>
  inTransaction(db, async (tx) => {
    await lockSubjects(tx);
    const stored = await findCatalog(tx, catalog);
    if (basisOf(stored) !== basis)
      throw conflict('subject.edition_stale', '预览之后目录已被修改，请重新预览');
    const { report, change } = await reportOf(tx, actor, catalog, [stored, rows]);
    const replaced = checkedMoves(moves, report.touched, rows);
    await storeChange(tx, actor, catalog, change);
    const moved = await movePeople(tx, actor, catalog, replaced);
    await audit(tx, {
      actorId: actor.userId,
      action: 'subject.edition_imported',
      entity: 'subject_catalog',
      entityId: catalog,
      detail: {
        added: report.added.map(({ code }) => code),
        renamed: report.renamed.map(({ code }) => code),
        returned: report.returned.map(({ code }) => code),
        disabled: report.gone.map(({ code }) => code),
        moves: Object.fromEntries(replaced),
        ...moved,
      },
    });
    return { ...report, committed: true };
  });

/**
 * A new edition of a catalogue replaces the whole: missing subjects are disabled, never deleted. Without `basis` it
 * only reports the effect.
 */
export const importEdition = async (
  db: Db,
  actor: Principal,
  file: UploadedFile,
  wanted: Wanted,
): Promise<EditionReport> => {
  await requireCatalog(db, wanted.catalog);
  const { total, rows, errors } = await readEdition(file.bytes, actor.userId);
  if (errors.length === 0 && wanted.basis !== undefined) return commit(db, actor, rows, wanted);
  const stored = await findCatalog(db, wanted.catalog);
  if (errors.length === 0) return (await reportOf(db, actor, wanted.catalog, [stored, rows])).report;
  const none = { added: [], renamed: [], returned: [], gone: [], touched: [] };
  return {
    ...none,
    total,
    errors: errors.slice(0, MAX_ERRORS),
    unchanged: 0,
    basis: basisOf(stored),
    committed: false,
  };
};
