import type { z } from 'zod';
import type { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { forbidden } from '../../platform/errors.ts';
import { orderTerms } from '../../platform/lists/paginate.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { expertOrdering, type LoadSchema, streamExpertProgress } from './expert-progress.queries.ts';

/** The cycle of an export; without one the newest that has assignments. Null where none has. */
export const findExportedCycle = async (db: Db, asked: number | undefined): Promise<number | null> => {
  if (asked !== undefined) return asked;
  const newest = await db
    .selectFrom('cycle')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('assignment').select('assignment.id').whereRef('cycle_id', '=', 'cycle.id')),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
};

/** A sheet in whose file name its cycle stands: those of several lie in one folder. */
export const ofCycle = async (db: Db, cycleId: number | null, sheet: Bytes): Promise<Bytes> => {
  const cycle = await db
    .selectFrom('cycle')
    .select('name')
    .where('id', '=', cycleId ?? 0)
    .executeTakeFirst();
  return cycle ? { ...sheet, fileName: `${cycle.name}-${sheet.fileName}` } : sheet;
};

export type RoundSheet = 'progress' | 'scores' | 'opinions' | 'figures';

/** Put on record who took which sheet of a round away, and whether experts are named in it. Only who runs the review may. */
export const recordExport = async (
  db: Db,
  reader: Principal,
  { cycleId, sheet, isNamed }: { cycleId: number | null; sheet: RoundSheet; isNamed: boolean },
): Promise<void> => {
  if (reader.deptScope !== null) throw forbidden();
  await inTransaction(db, (tx) =>
    audit(tx, {
      actorId: reader.userId,
      action: 'review.sheet_exported',
      entity: 'cycle',
      entityId: cycleId,
      detail: { sheet, isNamed },
    }),
  );
};

export async function* none(): AsyncGenerator<never> {}

type Query = z.output<typeof reviewBoardApi.expertSheet.query>;

/** How far each expert of a round is, as a sheet. */
export const exportExpertProgress = async (db: Db, reader: Principal, query: Query) => {
  orderTerms<LoadSchema, 'load' | 'expert'>(query.sort, expertOrdering);
  const cycleId = await findExportedCycle(db, query.cycleId);
  const rows = cycleId === null ? none() : streamExpertProgress(db, reader, { ...query, cycleId });
  await recordExport(db, reader, { cycleId, sheet: 'progress', isNamed: true });
  const sheet = exportSheet('专家评审进度', rows, [
    ['专家', (row) => row.name],
    ['单位', (row) => row.schoolName],
    ['份数', (row) => row.tasks],
    ['待签承诺', (row) => row.unsigned],
    ['评审中', (row) => row.open],
    ['已退回', (row) => row.returned],
    ['逾期', (row) => row.late],
    ['延期', (row) => row.extended],
    ['已提交', (row) => row.submitted],
    ['未交意见的最近保存', (row) => row.draftAt],
    ['最近的截止时间', (row) => row.dueAt],
    ['最近提交', (row) => row.submittedAt],
  ]);
  return ofCycle(db, cycleId, sheet);
};
