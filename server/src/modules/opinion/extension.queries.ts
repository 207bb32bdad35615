import type { Db } from '../../platform/database/db.ts';

type OfExpert = { expertId: number; cycleId: number };

/** The last request for more time; null where it was granted. */
export const findExtension = async (db: Db, { expertId, cycleId }: OfExpert) => {
  const last = await db
    .selectFrom('extension_request')
    .select(['answer', 'note', 'asked_at'])
    .where('expert_id', '=', expertId)
    .where('cycle_id', '=', cycleId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.answer === 'granted') return null;
  return { askedAt: last.asked_at, isRefused: last.answer === 'refused', note: last.note };
};

/** How to get more time in these cycles; there are one or two. */
export const findHelp = (db: Db, expertId: number, cycleIds: readonly number[]) =>
  Promise.all(
    cycleIds.map(async (cycleId) => {
      const { office_phone: officePhone } = await db
        .selectFrom('cycle')
        .select('office_phone')
        .where('id', '=', cycleId)
        .executeTakeFirstOrThrow();
      return { cycleId, officePhone, extension: await findExtension(db, { expertId, cycleId }) };
    }),
  );
