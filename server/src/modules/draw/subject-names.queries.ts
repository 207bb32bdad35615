import type { Db } from '../../platform/database/db.ts';
import { subjectNameKey } from './subject-names.ts';

/** Names of all first-level subjects, including those of former editions. */
export const findSubjectNames = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('subject')
    .select(['catalog', 'professional_category_code as code', 'professional_category as name'])
    .distinct()
    .execute();
  return new Map(rows.map(({ catalog, code, name }) => [subjectNameKey([catalog, '', code]), name]));
};
