import { applyApi as api } from '@zhiping/shared/contracts/apply.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findOpenCycles } from './open-cycles.queries.ts';

export const applyRoutes = ({ db }: Deps) => [on(api.cycles, () => findOpenCycles(db))];
