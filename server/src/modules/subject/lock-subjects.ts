import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findFormerNames, findFullNames } from './subject.queries.ts';

/**
 * Keep the catalogue as it is until the end of the transaction that gives these subjects to people: a new edition waits
 * for it and moves them along (`lockSubjects`). What went since it was chosen is refused, on this field.
 */
export const lockSubjects = async (tx: Tx, field: string, paths: readonly string[][]) => {
  const wanted = [...new Map(paths.map((path) => [pathKey(path), path])).values()];
  if (wanted.length === 0) return;
  // Many may hold it so at a time; it keeps out only who changes the catalogue.
  await sql`lock table subject in row exclusive mode`.execute(tx);
  // A statement of its own: one that waited would still read the catalogue as it was before.
  const names = await findFullNames(tx, wanted);
  const gone = wanted.find((path) => !names.has(pathKey(path)));
  if (!gone) return;
  const former = (await findFormerNames(tx, [gone])).get(pathKey(gone)) ?? gone.join('/');
  throw fieldError('subject.gone', field, `学科目录刚刚有变：${former}，请重新选择`);
};
