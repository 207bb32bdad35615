import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, optionalText, reference, searchText, sortNumber, text, version } from '../schemas.ts';

export const Dict = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number(),
  createTime: dateTime,
});
export type Dict = z.output<typeof Dict>;

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

const DictWrite = z.object({
  name: text('字典名称', 50).regex(/^\w+$/, '字典名称只能包含字母、数字和下划线'),
  description: optionalText('描述', 200),
});

const DetailWrite = z.object({
  dict: reference,
  label: text('字典标签', 100),
  value: text('字典值', 100),
  dictSort: sortNumber,
});

const filters = { blurry: searchText.optional() };

export const dictApi = {
  list: endpoint('GET', '/api/dict', {
    summary: '字典列表',
    access: 'dict:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(Dict),
  }),
  all: endpoint('GET', '/api/dict/all', { summary: '全部字典', access: 'dict:list', result: z.array(Dict) }),
  create: endpoint('POST', '/api/dict', {
    summary: '新增字典',
    access: 'dict:add',
    status: 201,
    body: DictWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/dict', {
    summary: '编辑字典',
    access: 'dict:edit',
    status: 204,
    body: DictWrite.extend({ id, version }),
  }),
  /** Details go too; refused for dictionaries that the product itself relies on. */
  remove: endpoint('DELETE', '/api/dict', { summary: '删除字典', access: 'dict:del', body: Ids }),
  download: endpoint('GET', '/api/dict/download', {
    summary: '导出字典',
    access: 'dict:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  details: endpoint('GET', '/api/dictDetail', {
    summary: '字典项列表',
    access: 'signedIn',
    atGate: true,
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
    atGate: true,
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
