import { expertPoolApi as pool } from '@zhiping/shared/contracts/expert-pool.ts';

import { expertApi as own } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import type { UploadedFile } from '../../platform/files/upload.ts';
import { deleteExperts, enableExperts, rateExperts } from './pool/bulk-experts.ts';
import { decideChange } from './change-requests/change-requests.ts';
import { readExpert, readIdentity } from './pool/expert-detail.queries.ts';
import { findExperts } from './pool/expert.queries.ts';
import { exportExperts } from './pool/export-experts.ts';
import { expertImport, importRecords, importTemplate } from './import/import-experts.ts';
import { readInspection } from './pool/inspect-expert.queries.ts';
import { findOwnExpert } from './own-profile/own-profile.queries.ts';
import { remindExpert } from './pool/remind-expert.ts';
import { createExpert, saveAffiliations, saveUnavailability, updateExpert } from './pool/save-expert.ts';
import {
  confirmOwnExpert,
  saveOwnAbsences,
  saveOwnExpert,
  withdrawOwnChange,
} from './own-profile/save-own-profile.ts';

export const expertRoutes = (deps: Deps) => [...ownRoutes(deps), ...poolRoutes(deps)];

const ownRoutes = (deps: Deps) => [
  on(own.own, ({ user }) => findOwnExpert(deps, user)),
  on(own.saveOwn, ({ user, body }) => saveOwnExpert(deps, user, body)),
  on(own.confirm, ({ user, body }) => confirmOwnExpert(deps, user, body ?? null)),
  on(own.saveOwnUnavailability, ({ user, body }) => saveOwnAbsences(deps, user, body)),
  on(own.withdrawChange, ({ params, user }) => withdrawOwnChange(deps, user, params.id)),
];

/** JSON that is no list comes without a file too. */
const requireFile = (file: UploadedFile | undefined): UploadedFile => {
  if (!file) throw badRequest('import.empty', '请上传表格，或提交专家数组');
  return file;
};

const poolRoutes = (deps: Deps) => {
  const { db } = deps;
  const imports = expertImport(deps);
  return [
    on(pool.list, ({ query, user }) => findExperts(deps, user, query)),
    on(pool.read, ({ params, user }) => readExpert(deps, user, params.id)),
    on(pool.identity, ({ params, user }) => readIdentity(deps, user, params.id)),
    on(pool.create, ({ body, user }) => createExpert(deps, user, body)),
    on(pool.update, ({ body, user }) => updateExpert(deps, user, body)),
    on(pool.remove, ({ body, user }) => deleteExperts(db, user, body)),
    on(pool.setRating, async ({ body, user }) => void (await rateExperts(db, user, body, 'all'))),
    on(pool.setEnabled, async ({ body, user }) => void (await enableExperts(db, user, body, 'all'))),
    on(pool.rateMany, ({ body, user }) => rateExperts(db, user, body, 'some')),
    on(pool.enableMany, ({ body, user }) => enableExperts(db, user, body, 'some')),
    on(pool.saveAffiliations, ({ params, body, user }) => saveAffiliations(db, user, params.id, body)),
    on(pool.saveUnavailability, ({ params, body, user }) => saveUnavailability(db, user, params.id, body)),
    on(pool.remind, ({ params, user }) => remindExpert(deps, user, params.id)),
    on(pool.decideChange, ({ params, body, user }) => decideChange(deps, user, params.id, body)),
    on(pool.inspect, ({ params, user }) => readInspection(deps, user, params.id)),
    on(pool.download, ({ query, user }) => exportExperts(deps, user, query)),
    on(pool.template, () => importTemplate(deps)),
    on(pool.import, async ({ query, body, file, user }) =>
      body
        ? importRecords(deps, user, body, query)
        : { ...(await imports.receive(user, requireFile(file), query)), updated: 0 },
    ),
    on(pool.commitImport, async ({ params, query, user }) => ({
      ...(await imports.commitChecked(user, params.taskId, query.partial)),
      updated: 0,
    })),
  ];
};
