import { dictApi as api } from '@zhiping/shared/contracts/dict.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { findDictDetails, findDictMap } from './dict.queries.ts';

const MAX_DICTS = 50;

export const dictRoutes = ({ db }: Deps) => [
  on(api.details, ({ query }) => findDictDetails(db, query)),
  on(api.map, ({ query }) => findDictMap(db, [...new Set(query.dictName.split(','))].slice(0, MAX_DICTS))),
];
