import type { z } from 'zod';
import type { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { groupFigures } from '@zhiping/shared/rules/assignment/group-figures.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { findBasis } from './result-basis.ts';
import { findPairs, requireDrawn } from './result.queries.ts';
import { findChangedExperts } from './since-frozen.queries.ts';

const findNames = async (db: Db, codes: readonly string[]) => {
  const rows = await db
    .selectFrom('subject')
    .select(['catalog', 'professional_category_code as code', 'professional_category as name'])
    .distinct()
    .where('professional_category_code', 'in', [...codes, ''])
    .execute();
  return new Map(rows.map(({ catalog, code, name }) => [`${catalog} ${code}`, name]));
};

/** What each first-level subject needs, what there is for it, and what it got, the scarcest first. */
export const readSubjects = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof drawResultApi.subjects.result>> => {
  const draw = await requireDrawn(db, reader, id);
  const basis = await findBasis(db, draw);
  const pairs = await findPairs(db, id);
  const changed = await findChangedExperts(db, id, basis);
  const loads = new Map(basis.experts.map((expert) => [Number(expert.id), expert.openLoad]));
  for (const one of changed) loads.set(one.id, one.openLoad);
  const figures = groupFigures(basis.subjects, pairs, (expert) => loads.get(expert) ?? 0);
  const names = await findNames(
    db,
    figures.map(({ path }) => path[2] ?? ''),
  );
  return figures.map(({ path, ...one }) => {
    const [catalog = '', , code = ''] = path;
    return { code, name: names.get(`${catalog} ${code}`) ?? '', ...one };
  });
};
