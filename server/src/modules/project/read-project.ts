import type { z } from 'zod';
import type { ProjectView } from '@zhiping/shared/contracts/project-views.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { notFound } from '../../platform/errors.ts';
import { checkedView } from './checked-project.queries.ts';
import { placedName } from './institution.queries.ts';
import { isOfBody, ownOf, viewOf, wasWithdrawnAfterReport } from './project.policy.ts';
import { applicantView, NOUN } from './project.queries.ts';

/** One project in the reader's view; 404 if the reader has none. */
export const readProject = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  reader: Principal,
  id: number,
): Promise<z.input<typeof ProjectView>> => {
  const project = await deps.db
    .selectFrom('project')
    .selectAll()
    .select(ownOf(reader).as('own'))
    .select(wasWithdrawnAfterReport.as('wasGivenUpLate'))
    .select(isOfBody(reader).as('isOfBody'))
    .where('id', '=', id)
    .executeTakeFirst();
  const view = project ? viewOf(reader, project) : null;
  if (!project || view === null) throw notFound(NOUN);
  const shown =
    view === 'applicant'
      ? await applicantView(deps, reader, project)
      : await checkedView(deps.db, reader, { project, view });
  const { person } = shown;
  const schoolName = await placedName(deps.db, project.school_id, person.schoolName);
  return { ...shown, person: { ...person, schoolName } };
};
