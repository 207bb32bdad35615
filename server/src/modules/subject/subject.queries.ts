import type { Subject } from '@zhiping/shared/contracts/subject.ts';
import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import {
  pathKey,
  type SubjectKey,
  subjectFullName,
  subjectOfPath,
  subjectPath,
} from '@zhiping/shared/rules/subject/path.ts';
import type { Deps } from '../../deps.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { type Ordering, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { paginateLarge } from '../../platform/lists/paginate-large.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findDictLabels } from '../dict/dict.queries.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

type SubjectFilters = {
  id?: number;
  catalog?: string;
  professionalCategoryCode?: string;
  blurry?: string;
  enabled?: boolean;
};
type SubjectQuery = Paging & SubjectFilters;

const columns = [
  'id as subjectId',
  'catalog',
  'subject_category as subjectCategory',
  'subject_category_code as subjectCategoryCode',
  'professional_category as professionalCategory',
  'professional_category_code as professionalCategoryCode',
  'professional_class as professionalClass',
  'professional_class_code as professionalClassCode',
  'enabled',
  'version',
] as const;

const sortable = {
  subjectId: 'id',
  catalog: 'catalog',
  professionalCategoryCode: 'professional_category_code',
  professionalClassCode: 'professional_class_code',
  enabled: 'enabled',
} as const;

type Row = Omit<Subject, 'fullName'>;

const withFullName = (row: Row, labels: Map<string, string>): Subject => ({
  ...row,
  fullName: subjectFullName(row, labels.get(row.catalog) ?? row.catalog),
});

/** In the order of their catalogue. */
const ordering = {
  sortable,
  order: [
    ['catalog', 'asc'],
    ['professional_category_code', 'asc'],
    ['professional_class_code', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'subject'>;

/** A code of 2 characters is a category, of 4 a professional category. */
const selectSubjects = (db: Db, filters: SubjectFilters) => {
  const { id, catalog, professionalCategoryCode: code, blurry, enabled } = filters;
  return db
    .selectFrom('subject')
    .select(columns)
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(catalog, (rows, given) => rows.where('catalog', '=', given)))
    .$if(code?.length === 2, (rows) => rows.where('subject_category_code', '=', code as string))
    .$if(code?.length === 4, (rows) => rows.where('professional_category_code', '=', code as string))
    .$call(whereGiven(blurry, (rows, given) => rows.where('search_text', 'like', likePattern(given))))
    .$call(whereGiven(enabled, (rows, given) => rows.where('enabled', '=', given)));
};

export const findSubjects = async (db: Db, { page, size, sort, ...filters }: SubjectQuery) => {
  const list = { db, query: selectSubjects(db, filters), ordering };
  const [found, labels] = await Promise.all([
    paginateLarge(list, { page, size, sort }),
    findDictLabels(db, SUBJECT_CATALOG_DICT),
  ]);
  return { ...found, content: found.content.map((row) => withFullName(row, labels)) };
};

/** Every subject of a list for its export. */
export async function* streamSubjects(
  db: Db,
  query: Pick<Paging, 'sort'> & SubjectFilters,
): AsyncGenerator<Subject & { catalogLabel: string }> {
  const labels = await findDictLabels(db, SUBJECT_CATALOG_DICT);
  for await (const row of streamed(selectSubjects(db, query), query.sort, ordering))
    yield { ...withFullName(row, labels), catalogLabel: labels.get(row.catalog) ?? row.catalog };
}

/**
 * Full names of the subjects that these paths name, by the joined path. A path that names none, or only disabled ones,
 * is missing unless those are asked for too. A path of 3 parts names a professional category, whether or not it has classes.
 */
export const findFullNames = async (
  db: Db,
  paths: readonly string[][],
  { withDisabled = false } = {},
): Promise<Map<string, string>> => {
  const keys = paths.flatMap((path) => {
    const key = subjectOfPath(path);
    return key ? [{ path, key }] : [];
  });
  if (keys.length === 0) return new Map();
  const [rows, labels] = await Promise.all([
    db
      .selectFrom('subject')
      .select(columns)
      .$if(!withDisabled, (found) => found.where('enabled', '=', true))
      .where((where) =>
        where.or(
          keys.map(({ key }) =>
            where.and({
              catalog: key.subjectCatalog,
              professional_category_code: key.professionalCategoryCode,
            }),
          ),
        ),
      )
      .execute(),
    findDictLabels(db, SUBJECT_CATALOG_DICT),
  ]);
  return new Map(
    keys.flatMap(({ path, key }) => {
      const row = rows.find((candidate) => isNamedBy(candidate, key));
      const named = row && {
        ...row,
        professionalClass: key.professionalClassCode ? row.professionalClass : null,
      };
      return named ? [[pathKey(path), withFullName(named, labels).fullName] as const] : [];
    }),
  );
};

/** Names for subjects that the catalogue no longer has, by the joined path: their last name, marked. */
export const findFormerNames = async (db: Db, paths: readonly string[][]): Promise<Map<string, string>> => {
  const names = await findFullNames(db, paths, { withDisabled: true });
  return new Map([...names].map(([key, name]) => [key, `${name}（已不在现行目录中）`]));
};

/** Placeholder for the name of a removed subject. */
export const OBSOLETE_SUBJECT = '（该学科已停用，请重新选择）';

/** Full names of all enabled subjects and of the professional categories above them, by the joined path: what lists show. */
export const findAllFullNames = ({
  db,
  registerCache,
}: Pick<Deps, 'db' | 'registerCache'>): Promise<Map<string, string>> =>
  registerCache('full names of subjects', async () => {
    const [rows, labels] = await Promise.all([
      db.selectFrom('subject').select(columns).where('enabled', '=', true).execute(),
      findDictLabels(db, SUBJECT_CATALOG_DICT),
    ]);
    return new Map(
      rows.flatMap((row) => {
        const { catalog: subjectCatalog, professionalCategoryCode, professionalClassCode } = row;
        const name = (professionalClass: string | null) =>
          withFullName({ ...row, professionalClass }, labels).fullName;
        const keyOf = (code: string | null) =>
          pathKey(subjectPath({ subjectCatalog, professionalCategoryCode, professionalClassCode: code }));
        return [
          [keyOf(null), name(null)] as const,
          [keyOf(professionalClassCode), name(row.professionalClass)] as const,
        ];
      }),
    );
  });

const isNamedBy = (row: Row, key: SubjectKey) =>
  row.catalog === key.subjectCatalog &&
  row.professionalCategoryCode === key.professionalCategoryCode &&
  (key.professionalClassCode === null || row.professionalClassCode === key.professionalClassCode);
