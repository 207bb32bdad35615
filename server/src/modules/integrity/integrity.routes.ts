import { integrityApi as api } from '@zhiping/shared/contracts/integrity.ts';
import type { Deps } from '../../deps.ts';
import { integrityRoles } from '@zhiping/shared/rules/integrity/roles.ts';
import { on } from '../../platform/http/http.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { findIntegrity, streamIntegrity } from '../person/integrity-records.queries.ts';
import { askChange, askRemoval } from './change-by-two.ts';
import { changeRecord, recordBreach, removeRecords } from './save-integrity.ts';

export const integrityRoutes = (deps: Deps) => [
  on(api.list, ({ query, user }) => findIntegrity(deps, query, user)),
  on(api.download, ({ query, user }) =>
    exportSheet('失信记录', streamIntegrity(deps, query, user), [
      ['姓名', (row) => row.name],
      ['身份证号码', (row) => row.idCard],
      ['身份', (row) => integrityRoles[row.role]],
      ['记录起始日', (row) => row.since],
      ['记录截止日', (row) => row.until],
      ['记录期内', (row) => row.isActive],
      ['待复核', (row) => row.isWaiting],
      ['违规情形', (row) => row.reason],
      ['认定依据', (row) => row.basis],
      ['最后修改人', (row) => row.updateBy],
      ['最后修改时间', (row) => row.updateTime],
    ]),
  ),
  on(api.create, ({ body, user }) => recordBreach(deps, user, body)),
  on(api.update, ({ body, user }) => changeRecord(deps.db, user, body)),
  on(api.remove, ({ body, user }) => removeRecords(deps.db, user, body)),
  on(api.askChange, ({ params, body, user }) => askChange(deps.db, user, { ...params, ...body })),
  on(api.askRemoval, ({ params, body, user }) => askRemoval(deps.db, user, { ...params, ...body })),
];
