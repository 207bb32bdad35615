import type { z } from 'zod';
import type { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { groupFigures } from '@zhiping/shared/rules/assignment/group-figures.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { findSubjectNames } from '../subject-names.queries.ts';
import { subjectNameKey } from '../subject-names.ts';
import { findBasis } from './result-basis.ts';
import { findPairs, requireDrawn } from './result.queries.ts';
import { findChangedExperts } from './since-frozen.queries.ts';

/** Demand, supply and result of each first-level subject, scarcest first. */
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
  const names = await findSubjectNames(db);
  return figures.map(({ path, ...one }) => {
    const name = names.get(subjectNameKey(path)) ?? '';
    return { code: path[2] ?? '', name, ...one };
  });
};
