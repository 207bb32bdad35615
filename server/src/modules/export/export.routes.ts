import { exportApi as api } from '@zhiping/shared/contracts/export.ts';
import { on } from '../../platform/http/http.ts';
import type { BackgroundExports } from './background-exports.ts';

export const exportRoutes = (exports: BackgroundExports) => [
  on(api.create, ({ body, user }) => exports.request(user, body)),
  on(api.read, ({ params, user }) => exports.read(user, params.taskId)),
];
