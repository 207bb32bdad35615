import type { Tx } from '../../platform/database/db.ts';
import { lockSubjects } from '../subject/lock-subjects.ts';

/** Replace the subjects that an expert stands for, the first one first. */
export const writeSubjects = async (
  tx: Tx,
  expertId: number,
  subjects: readonly { path: string[]; keywords: string[] }[],
) => {
  await lockSubjects(
    tx,
    'subjects',
    subjects.map(({ path }) => path),
  );
  await tx.deleteFrom('expert_subject').where('expert_id', '=', expertId).execute();
  if (subjects.length > 0)
    await tx
      .insertInto('expert_subject')
      .values(subjects.map((subject, index) => ({ expert_id: expertId, rank: index + 1, ...subject })))
      .execute();
};
