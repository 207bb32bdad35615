import { holidayApi as api } from '@zhiping/shared/contracts/holiday.ts';
import type { Deps } from '../../deps.ts';
import { deleteRows, saving } from '../../platform/edits/save-row.ts';
import { on } from '../../platform/http/http.ts';
import { findPeriod, findWorkingYear } from './holiday.queries.ts';
import { correctDays, entity, updateHoliday } from './save-holiday.ts';

export const holidayRoutes = ({ db }: Deps) => [
  on(api.year, ({ query }) => findWorkingYear(db, query.year)),
  on(api.period, ({ query }) => findPeriod(db, query)),
  on(api.create, ({ body, user }) => correctDays(db, user, body)),
  on(api.update, ({ body, user }) => updateHoliday(db, user, body)),
  on(api.remove, ({ body, user }) =>
    saving(db, entity, async (tx) => void (await deleteRows(tx, user, entity, body))),
  ),
];
