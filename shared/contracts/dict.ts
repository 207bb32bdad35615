import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { searchText } from '../schemas.ts';

export const DictDetail = z.object({
  id: z.number(),
  dict: z.object({ id: z.number() }),
  dictName: z.string(),
  label: z.string(),
  value: z.string(),
  dictSort: z.number(),
});
export type DictDetail = z.output<typeof DictDetail>;

const dictName = z.string({ error: '请指定字典名称' }).trim().max(200, '字典名称过长');

export const dictApi = {
  details: endpoint('GET', '/api/dictDetail', {
    summary: '字典项列表',
    access: 'signedIn',
    query: z.object({ ...pageQuery, dictName: dictName.optional(), label: searchText.optional() }),
    result: pageOf(DictDetail),
  }),
  map: endpoint('GET', '/api/dictDetail/map', {
    summary: '多个字典的字典项',
    access: 'signedIn',
    /** Names joined by commas. */
    query: z.object({ dictName }),
    result: z.record(z.string(), z.array(DictDetail)),
  }),
};
