import { dictApi as api } from '@zhiping/shared/contracts/dict.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findAllDicts, findDictDetails, findDictMap, findDicts, streamDicts } from './dict.queries.ts';
import {
  createDetail,
  createDict,
  deleteDetail,
  deleteDicts,
  updateDetail,
  updateDict,
} from './save-dict.ts';

const MAX_DICTS = 50;

export const dictRoutes = ({ db }: Deps) => [
  on(api.list, ({ query }) => findDicts(db, query)),
  on(api.all, () => findAllDicts(db)),
  on(api.create, ({ body, user }) => createDict(db, user, body)),
  on(api.update, ({ body, user }) => updateDict(db, user, body)),
  on(api.remove, ({ body, user }) => deleteDicts(db, user, body)),
  on(api.download, ({ query }) =>
    exportSheet('字典', streamDicts(db, query), [
      ['字典名称', (dict) => dict.name],
      ['描述', (dict) => dict.description],
      ['创建时间', (dict) => dict.createTime],
    ]),
  ),
  on(api.details, ({ query }) => findDictDetails(db, query)),
  on(api.map, ({ query }) => findDictMap(db, [...new Set(query.dictName.split(','))].slice(0, MAX_DICTS))),
  on(api.createDetail, ({ body, user }) => createDetail(db, user, body)),
  on(api.updateDetail, ({ body, user }) => updateDetail(db, user, body)),
  on(api.removeDetail, ({ params, user }) => deleteDetail(db, user, params.id)),
];
