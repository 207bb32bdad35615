import { z } from 'zod';
import { Created, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, optionalText, reference, searchText, sortNumber, text, version } from '../schemas.ts';
import { resource, type RowOf } from '../resource.ts';

export const DictDetail = z.object({
  id: z.number(),
  dict: z.object({ id: z.number() }),
  dictName: z.string(),
  label: z.string(),
  value: z.string(),
  dictSort: z.number(),
  version: z.number(),
  createTime: dateTime,
});
export type DictDetail = z.output<typeof DictDetail>;

const dictName = z.string({ error: '请指定字典名称' }).trim().max(200, '字典名称过长');

const dicts = resource('/api/dict', {
  noun: '字典',
  permission: 'dict',
  row: { name: z.string(), description: z.string().nullable() },
  write: {
    name: text('字典名称', 50).regex(/^\w+$/, '字典名称只能包含字母、数字和下划线'),
    description: optionalText('描述', 200),
  },
  filters: { blurry: searchText.optional() },
});
export type Dict = RowOf<typeof dicts>;

const DetailWrite = z.object({
  dict: reference,
  label: text('字典标签', 100),
  value: text('字典值', 100),
  dictSort: sortNumber,
});

export const dictApi = {
  ...dicts,
  all: endpoint('GET', '/api/dict/all', {
    summary: '全部字典',
    access: 'dict:list',
    result: dicts.list.result.shape.content,
  }),
  details: endpoint('GET', '/api/dictDetail', {
    summary: '字典项列表',
    access: 'signedIn',
    atConfirmationGate: true,
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      dictName: dictName.optional(),
      label: searchText.optional(),
    }),
    result: pageOf(DictDetail),
  }),
  map: endpoint('GET', '/api/dictDetail/map', {
    summary: '多个字典的字典项',
    access: 'signedIn',
    atConfirmationGate: true,
    /** Names joined by commas. */
    query: z.object({ dictName }),
    result: z.record(z.string(), z.array(DictDetail)),
  }),
  createDetail: endpoint('POST', '/api/dictDetail', {
    summary: '新增字典项',
    access: 'dict:add',
    status: 201,
    body: DetailWrite,
    result: Created,
  }),
  updateDetail: endpoint('PUT', '/api/dictDetail', {
    summary: '编辑字典项',
    access: 'dict:edit',
    status: 204,
    body: DetailWrite.extend({ id, version }),
  }),
  /** Refused while rows use the value. */
  removeDetail: endpoint('DELETE', '/api/dictDetail/:id', {
    summary: '删除字典项',
    access: 'dict:del',
    params: z.object({ id }),
  }),
};
