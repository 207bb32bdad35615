import { uploadApi as api } from '@zhiping/shared/contracts/upload.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { appendPart, createUpload, deleteUpload } from './change-upload.ts';
import { findUpload } from './upload.queries.ts';

export const uploadRoutes = (deps: Deps) => [
  on(api.create, ({ body, user }) => createUpload(deps, user, body)),
  on(api.append, ({ params, body, received, user }) =>
    appendPart(deps, user, params.id, { ...body, received }),
  ),
  on(api.read, ({ params, user }) => findUpload(deps, user, params.id)),
  on(api.remove, ({ params, user }) => deleteUpload(deps, user, params.id)),
];
