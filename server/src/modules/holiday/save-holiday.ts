import type { z } from 'zod';
import type { holidayApi } from '@zhiping/shared/contracts/holiday.ts';
import { dayAfter, dayKinds } from '@zhiping/shared/rules/holiday/working-days.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { type Entity, insertRows, lockRow, saving, updateRow } from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';

export const entity: Entity<'holiday'> = {
  table: 'holiday',
  noun: '工作日更正',
  constraints: { holiday_day_key: ['day', '这一天刚刚被其他人更正，请刷新后查看'] },
};

type Create = z.output<typeof holidayApi.create.body>;
type Update = z.output<typeof holidayApi.update.body>;

const daysOf = ({ day: first, toDay: last = first }: Create): string[] => {
  const days = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
};

const refuseCorrected = async (tx: Tx, days: readonly string[]) => {
  const known = await tx
    .selectFrom('holiday')
    .select(['day', 'kind'])
    .where('day', 'in', [...days])
    .orderBy('day')
    .executeTakeFirst();
  if (known)
    throw fieldError('holiday.taken', 'day', `${known.day} 已更正为${dayKinds[known.kind]}，请编辑那一条`);
};

/** Correct a day, or several in a row: all of them or none. */
export const correctDays = (db: Db, actor: Principal, body: Create): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    const days = daysOf(body);
    await refuseCorrected(tx, days);
    const { kind, name, remark } = body;
    const rows = days.map((day) => ({
      values: { day, kind, name, remark },
      detail: { day, kind, name, remark },
    }));
    const [id] = await insertRows(tx, actor, entity, rows);
    return { id: id as number };
  });

export const updateHoliday = (db: Db, actor: Principal, { id, version, ...values }: Update): Promise<void> =>
  saving(db, entity, async (tx) => {
    const stored = await lockRow(tx, entity, { id, version });
    await updateRow(tx, actor, entity, stored, { values, detail: { day: stored.day, ...values } });
  });
