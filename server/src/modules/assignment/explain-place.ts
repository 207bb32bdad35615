import pg from 'pg';
import { conflict } from '../../platform/errors.ts';

/** Last denials, by database constraint, when another change came first. */
const words: Record<string, string> = {
  assignment_slot: '这个位置刚刚已安排了专家，请刷新后查看',
  assignment_pair: '这位专家刚刚已安排评审这份材料，请刷新后查看',
  assignment_conflict: '专家刚刚出现回避情形，请刷新后重新安排',
};

/** Runs a change of assignments; reports as 409 if another change or a conflict came first. */
export const explainPlace = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof pg.DatabaseError ? words[error.constraint ?? ''] : undefined;
    if (message) throw conflict('assignment.taken', message);
    throw error;
  }
};
