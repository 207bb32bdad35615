import { materialArchiveApi as api } from '@zhiping/shared/contracts/material-archive.ts';
import type { Deps } from '../../../deps.ts';
import { on } from '../../../platform/http/http.ts';
import { assignFile, findChoices } from './assign-file.ts';
import { findArchiveFiles, findLatestArchive } from './archives.queries.ts';
import { commitArchive, createArchive } from './check-archive.ts';
import { IMPORT_KIND } from './import-archive.ts';

export const materialArchiveRoutes = (deps: Deps) => [
  on(api.create, ({ body, user }) => createArchive(deps, user, body)),
  on(api.latest, ({ user }) => findLatestArchive(deps.db, user)),
  on(api.files, ({ params, user }) => findArchiveFiles(deps.db, user, params.id)),
  on(api.choices, ({ params, user }) => findChoices(deps.db, user, params.id)),
  on(api.assign, ({ params, body, user }) => assignFile(deps.db, user, params, body)),
  on(api.commit, ({ params, user }) => commitArchive(deps, user, { ...params, kind: IMPORT_KIND })),
];
