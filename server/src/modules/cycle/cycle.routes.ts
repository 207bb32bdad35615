import { cycleApi as api } from '@zhiping/shared/contracts/cycle.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findCycle, findCycles } from './cycle.queries.ts';
import { moveCycle } from './move-cycle.ts';
import { readFrozen } from './rule-set.ts';
import { saveBasic, saveForm, saveMaterials, saveRules, saveScope, saveTexts } from './cycle-steps.ts';
import { askEarlierEnd, saveSchedule } from './save-schedule.ts';
import { createCycle, deleteCycles } from './save-cycle.ts';

export const cycleRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findCycles(db, user, query)),
  on(api.detail, ({ params, user }) => findCycle(db, user, params.id)),
  on(api.frozen, ({ params }) => readFrozen(db, params)),
  on(api.create, ({ body, user }) => createCycle(db, user, body)),
  on(api.saveBasic, ({ body, user }) => saveBasic(db, user, body)),
  on(api.saveScope, ({ body, user }) => saveScope(db, user, body)),
  on(api.saveSchedule, ({ body, user }) => saveSchedule(db, user, body)),
  on(api.bringForward, ({ params, body, user }) => askEarlierEnd(db, user, { ...params, ...body })),
  on(api.saveRules, ({ body, user }) => saveRules(db, user, body)),
  on(api.saveMaterials, ({ body, user }) => saveMaterials(db, user, body)),
  on(api.saveForm, ({ body, user }) => saveForm(db, user, body)),
  on(api.saveTexts, ({ body, user }) => saveTexts(db, user, body)),
  on(api.remove, ({ body, user }) => deleteCycles(db, user, body)),
  on(api.move, ({ params, body, user }) => moveCycle(db, user, { ...params, ...body })),
];
