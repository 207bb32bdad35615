import { subjectApi as api } from '@zhiping/shared/contracts/subject.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { findSubjects } from './subject.queries.ts';

export const subjectRoutes = ({ db, remember }: Deps) => [
  on(api.list, ({ query }) => remember(`subject ${JSON.stringify(query)}`, () => findSubjects(db, query))),
];
