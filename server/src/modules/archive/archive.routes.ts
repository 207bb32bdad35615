import { databaseApi, deployApi } from '@zhiping/shared/contracts/archive.ts';
import { findTrustedKeys } from '../../backup/signing-key.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { deleteArchives, findArchives, storeArchive, type Kind, readArchive } from './archive.queries.ts';
import { checkBackup, checkRelease } from './check-archive.ts';

const commonRoutes = (deps: Deps, kind: Kind, api: typeof deployApi | typeof databaseApi) => [
  on(api.list, ({ query }) => findArchives(deps, kind, query)),
  on(api.read, ({ params, user }) => readArchive(deps, user, kind, params.id)),
  on(api.remove, ({ body, user }) => deleteArchives(deps, user, kind, body)),
];

export const archiveRoutes = (deps: Deps) => [
  ...commonRoutes(deps, 'release', deployApi),
  ...commonRoutes(deps, 'backup', databaseApi),
  on(deployApi.upload, async ({ received, body, user }) => {
    const checked = await checkRelease(received, body.signature, deps.config.RELEASE_PUBLIC_KEY);
    return storeArchive(deps, user, 'release', received, checked);
  }),
  on(databaseApi.upload, async ({ received, user }) => {
    const checked = await checkBackup(received, await findTrustedKeys(deps.config));
    return storeArchive(deps, user, 'backup', received, checked);
  }),
];
