import { projectImportApi as api } from '@zhiping/shared/contracts/project-import.ts';
import type { Deps } from '../../../deps.ts';
import { on } from '../../../platform/http/http.ts';
import { findOpenCycles } from '../open-cycle.queries.ts';
import { projectImport, projectTemplate } from './import-projects.ts';

export const projectImportRoutes = (deps: Deps) => {
  const imports = projectImport(deps);
  return [
    on(api.cycles, ({ user }) => findOpenCycles(deps.db, user)),
    on(api.template, () => projectTemplate(deps)),
    on(api.import, ({ file, query: { dryRun, partial, ...options }, user }) =>
      imports.receive(user, file, { dryRun, partial }, options),
    ),
    on(api.commitImport, ({ params, query, user }) =>
      imports.commitChecked(user, params.taskId, query.partial),
    ),
  ];
};
