import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import type { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { codeOf, type EditionRow, meaningsOf } from '@zhiping/shared/rules/subject/edition.ts';
import { pathOfCode, pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { audit, auditMany } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { recordSuccessors } from '../succession/succession.ts';
import { subjectSearchText } from './search-text.ts';
import { findCodeUsers } from './subject-users.ts';

type SubjectInput = z.output<typeof subjectApi.create.body>;
type SubjectChange = z.output<typeof subjectApi.update.body>;

const constraints = {
  uk_subject: ['professionalClassCode', '目录中已有这个代码'],
} satisfies Parameters<typeof explainBroken>[0];

/** One catalogue changes in one place at a time: names of categories stand in many rows. */
export const lockSubjects = (tx: Tx) => sql`lock table subject in share row exclusive mode`.execute(tx);

export const columnsOf = (row: EditionRow) => ({
  subject_category_code: row.subjectCategoryCode,
  subject_category: row.subjectCategory,
  professional_category_code: row.professionalCategoryCode,
  professional_category: row.professionalCategory,
  professional_class_code: row.professionalClassCode,
  professional_class: row.professionalClass,
  search_text: subjectSearchText(row),
});

const lineColumns = [
  'id',
  'catalog',
  'subject_category_code as subjectCategoryCode',
  'subject_category as subjectCategory',
  'professional_category_code as professionalCategoryCode',
  'professional_category as professionalCategory',
  'professional_class_code as professionalClassCode',
  'professional_class as professionalClass',
  'enabled',
  'version',
  'update_by',
  'update_time',
] as const;

/** All rows of a catalogue, disabled ones too. */
export const findCatalog = (db: Db, catalog: string) =>
  db.selectFrom('subject').select(lineColumns).where('catalog', '=', catalog).orderBy('id').execute();
export type StoredLine = Awaited<ReturnType<typeof findCatalog>>[number];

/** Refuse a catalogue that the dictionary does not have. */
export const requireCatalog = async (db: Db, catalog: string) => {
  const known = await db
    .selectFrom('dict_detail')
    .innerJoin('dict', 'dict.id', 'dict_detail.dict_id')
    .select('dict_detail.label')
    .where('dict.name', '=', SUBJECT_CATALOG_DICT)
    .where('dict_detail.value', '=', catalog)
    .executeTakeFirst();
  if (!known) throw fieldError('subject.unknown_catalog', 'catalog', '请选择学科目录');
  return known.label;
};

/** A code of a category has one name in its catalogue: a slip of the pen must not make a second. */
const refuseOtherNames = (rows: readonly StoredLine[], subject: SubjectInput) => {
  const category = rows.find(({ subjectCategoryCode: code }) => code === subject.subjectCategoryCode);
  if (category && category.subjectCategory !== subject.subjectCategory)
    throw fieldError(
      'subject.category_name',
      'subjectCategory',
      `门类 ${category.subjectCategoryCode} 的名称是「${category.subjectCategory}」`,
    );
  const professional = rows.find(
    ({ professionalCategoryCode: code }) => code === subject.professionalCategoryCode,
  );
  if (professional && professional.professionalCategory !== subject.professionalCategory)
    throw fieldError(
      'subject.professional_name',
      'professionalCategory',
      `专业类 ${professional.professionalCategoryCode} 的名称是「${professional.professionalCategory}」`,
    );
};

export const createSubject = (db: Db, actor: Principal, subject: SubjectInput) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await lockSubjects(tx);
      await requireCatalog(tx, subject.catalog);
      refuseOtherNames(await findCatalog(tx, subject.catalog), subject);
      const { catalog, enabled } = subject;
      const { id } = await tx
        .insertInto('subject')
        .values({ catalog, enabled, ...columnsOf(subject), update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actorId: actor.userId,
        action: 'subject.created',
        entity: 'subject',
        entityId: id,
        detail: subject,
      });
      return { id };
    }),
  );

/** Refuse what would leave people with a subject that exists no more, and say how many they are. */
const requireUnused = async (
  tx: Tx,
  actor: Principal,
  catalog: string,
  { before, after, what }: { before: readonly StoredLine[]; after: readonly EditionRow[]; what: string },
) => {
  const left = meaningsOf(after);
  const lost = [...meaningsOf(before)].filter(([code]) => !left.has(code));
  const users = await findCodeUsers(
    tx,
    actor,
    catalog,
    lost.map(([code]) => code),
  );
  for (const [code, { full }] of lost) {
    const { experts = 0, teachers = 0 } = users.get(code) ?? {};
    const people = [
      ...(experts > 0 ? [`${experts} 位专家`] : []),
      ...(teachers > 0 ? [`${teachers} 位教师`] : []),
    ].join('、');
    if (people) throw badRequest('subject.in_use', `「${full}」（${code}）正被 ${people}使用，${what}`);
  }
};

/** Give the categories above a subject their new names in all rows; only the names of that subject itself are its own. */
const renameAbove = async (tx: Tx, actor: Principal, rows: readonly StoredLine[], subject: SubjectChange) => {
  for (const row of rows) {
    if (row.id === subject.id) continue;
    const renamed = {
      ...row,
      ...(row.subjectCategoryCode === subject.subjectCategoryCode
        ? { subjectCategory: subject.subjectCategory }
        : {}),
      ...(row.professionalCategoryCode === subject.professionalCategoryCode
        ? { professionalCategory: subject.professionalCategory }
        : {}),
    };
    if (
      renamed.subjectCategory === row.subjectCategory &&
      renamed.professionalCategory === row.professionalCategory
    )
      continue;
    await tx
      .updateTable('subject')
      .set({ ...columnsOf(renamed), ...editedBy(actor, row) })
      .where('id', '=', row.id)
      .execute();
  }
};

const keyOf = (line: EditionRow & { catalog: string }) => pathKey(pathOfCode(line.catalog, codeOf(line)));

/** Codes stay while people stand for them; names of a category go for every subject below it. */
export const updateSubject = (db: Db, actor: Principal, subject: SubjectChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await lockSubjects(tx);
      const stored = await tx
        .selectFrom('subject')
        .select(lineColumns)
        .where('id', '=', subject.id)
        .executeTakeFirst();
      if (!stored) throw notFound('学科');
      await refuseStale(tx, stored, subject.version);
      await requireCatalog(tx, subject.catalog);
      const rows = await findCatalog(tx, subject.catalog);
      if (stored.catalog !== subject.catalog || codeOf(stored) !== codeOf(subject)) {
        const own = stored.catalog === subject.catalog ? rows : await findCatalog(tx, stored.catalog);
        const others = own.filter(({ id }) => id !== stored.id);
        const after = stored.catalog === subject.catalog ? [...others, subject] : others;
        await requireUnused(tx, actor, stored.catalog, {
          before: own,
          after,
          what: '不能修改目录或代码；请新增学科后停用旧的',
        });
        refuseOtherNames(
          rows.filter(({ id }) => id !== stored.id),
          subject,
        );
        // No expert has it, but waiting changes may name it. A category stays as long as it has classes.
        if (!meaningsOf(after).has(codeOf(stored)))
          await recordSuccessors(tx, new Map([[keyOf(stored), keyOf(subject)]]));
      } else await renameAbove(tx, actor, rows, subject);
      await tx
        .updateTable('subject')
        .set({
          catalog: subject.catalog,
          enabled: subject.enabled,
          ...columnsOf(subject),
          ...editedBy(actor, stored),
        })
        .where('id', '=', subject.id)
        .execute();
      await audit(tx, {
        actorId: actor.userId,
        action: 'subject.changed',
        entity: 'subject',
        entityId: subject.id,
        detail: subject,
        stored,
      });
    }),
  );

/** All of them or none. */
export const deleteSubjects = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    await lockSubjects(tx);
    const doomed = await tx.selectFrom('subject').select(lineColumns).where('id', 'in', ids).execute();
    for (const catalog of new Set(doomed.map((row) => row.catalog))) {
      const before = await findCatalog(tx, catalog);
      await requireUnused(tx, actor, catalog, {
        before,
        after: before.filter(({ id }) => !ids.includes(id)),
        what: '不能删除，请改为停用',
      });
    }
    await tx.deleteFrom('subject').where('id', 'in', ids).execute();
    await auditMany(
      tx,
      doomed.map((row) => ({
        actorId: actor.userId,
        action: 'subject.deleted',
        entity: 'subject',
        entityId: row.id,
        detail: { catalog: row.catalog, code: codeOf(row) },
      })),
    );
  });

type Report = z.input<typeof BulkReport>;

/** Disabled subjects cannot be chosen; their experts are asked to choose again. */
export const setSubjectsEnabled = (
  db: Db,
  actor: Principal,
  ids: number[],
  enabled: boolean,
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    await lockSubjects(tx);
    const rows = await tx
      .updateTable('subject')
      .set({ enabled, version: sql`version + 1`, update_by: actor.username, update_time: actor.at })
      .where('id', 'in', ids)
      .returning('id')
      .execute();
    if (rows.length === 0) throw notFound('学科');
    const known = new Set(rows.map(({ id }) => id));
    await auditMany(
      tx,
      rows.map(({ id }) => ({
        actorId: actor.userId,
        action: enabled ? 'subject.enabled' : 'subject.disabled',
        entity: 'subject',
        entityId: id,
      })),
    );
    const failed = ids
      .filter((id) => !known.has(id))
      .map((id) => ({ id, name: String(id), message: '学科不存在' }));
    return { succeeded: rows.length, failed };
  });

/** How many people stand for a subject. */
export const findUsage = async (db: Db, reader: Principal, id: number) => {
  const row = await db.selectFrom('subject').select(lineColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('学科');
  const users = await findCodeUsers(db, reader, row.catalog, [codeOf(row)]);
  const { experts = 0, teachers = 0 } = users.get(codeOf(row)) ?? {};
  return { experts, teachers };
};
