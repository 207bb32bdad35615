import { cycleApi as api } from '@zhiping/shared/contracts/cycle.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { saveStep } from './change-rules.ts';
import { findCycle, findCycles } from './cycle.queries.ts';
import { moveCycle } from './move-cycle.ts';
import { readFrozen } from './rule-set.ts';
import { askEarlierEnd } from './save-schedule.ts';
import { createCycle, deleteCycles } from './save-cycle.ts';

export const cycleRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findCycles(db, user, query)),
  on(api.detail, ({ params, user }) => findCycle(db, user, params.id)),
  on(api.frozen, ({ params }) => readFrozen(db, params)),
  on(api.create, ({ body, user }) => createCycle(db, user, body)),
  on(api.saveBasic, ({ body, user }) => saveStep(db, user, 'basic', body)),
  on(api.saveScope, ({ body, user }) => saveStep(db, user, 'scope', body)),
  on(api.saveSchedule, ({ body, user }) => saveStep(db, user, 'schedule', body)),
  on(api.bringForward, ({ params, body, user }) => askEarlierEnd(db, user, { ...params, ...body })),
  on(api.saveRules, ({ body, user }) => saveStep(db, user, 'rules', body)),
  on(api.saveMaterials, ({ body, user }) => saveStep(db, user, 'materials', body)),
  on(api.saveForm, ({ body, user }) => saveStep(db, user, 'form', body)),
  on(api.saveTexts, ({ body, user }) => saveStep(db, user, 'texts', body)),
  on(api.remove, ({ body, user }) => deleteCycles(db, user, body)),
  on(api.move, ({ params, body, user }) => moveCycle(db, user, { ...params, ...body })),
];
