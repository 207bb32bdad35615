import { abilities } from '../rules/workflow/denial.ts';
import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { flag, id, numeric, optionalText, searchText, sortNumber, unitName, version } from '../schemas.ts';

const Named = z.object({ id: z.number(), name: z.string() });

export const School = z.object({
  id: z.number(),
  pid: z.number(),
  /** Name of the parent. */
  parentName: z.string(),
  /** The way down to it, as far up as the reader sees. */
  chain: z.string().nullable(),
  name: z.string(),
  /** 学校标识码, ten digits. */
  code: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  /** 主管部门. */
  department: z.string().nullable(),
  /** The unit of it whose officers check what the school reports. */
  body: Named.nullable(),
  level: z.string().nullable(),
  note: z.string().nullable(),
  enabled: z.boolean(),
  deptSort: z.number(),
  /** Units directly below. */
  subCount: z.number(),
  /** The school that took over everything of this one. */
  mergedInto: Named.nullable(),
  version: z.number(),
  can: abilities(['edit', 'delete', 'merge']),
});
export type School = z.output<typeof School>;

/** How many schools stand directly below one department, province by province. */
export const ProvinceCount = z.object({ province: z.string().nullable(), schools: z.number() });

export const SchoolOption = z.object({ id: z.number(), pid: z.number(), name: z.string() });

const SchoolWrite = z.object({
  /** One of the two roots, or a school: the new one becomes a unit of it. */
  pid: numeric(
    z
      .number({ error: '请选择上级' })
      .int('上级不正确')
      .min(1, '上级不正确')
      .max(Number.MAX_SAFE_INTEGER, '上级不正确'),
  ),
  name: unitName('学校名称', 100),
  code: optionalText('学校标识码', 20).refine(
    (code) => code === null || /^[0-9A-Za-z]{1,20}$/.test(code),
    '学校标识码只能包含数字和字母',
  ),
  province: optionalText('省份', 50),
  city: optionalText('所在地', 50),
  department: optionalText('主管部门', 100),
  /** Set by the office, for institutions alone. */
  bodyId: id.nullish(),
  level: optionalText('办学层次', 50),
  note: optionalText('备注', 500),
  enabled: flag.default(true),
  deptSort: sortNumber,
});

const filters = {
  id: id.optional(),
  pid: id.optional(),
  /** Name, code, pinyin or its initials. */
  blurry: searchText.optional(),
  /** `NO_PROVINCE` finds those without. */
  province: z.string().trim().max(50).optional(),
  level: z.string().trim().max(50).optional(),
  enabled: flag.optional(),
};

/** Uses of a school, which move with a merger. */
export const SchoolUses = z.object({
  units: z.number(),
  users: z.number(),
  experts: z.number(),
  teachers: z.number(),
});
export type SchoolUses = z.output<typeof SchoolUses>;

/**
 * Schools are the departments of the two trees below 30 and 12350089. Data scope applies to every call but `all`. A
 * limited scope maintains schools below its top, not the top itself.
 */
export const schoolApi = {
  list: endpoint('GET', '/api/school', {
    summary: '学校列表',
    access: 'school:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(School),
  }),
  /** The public register of institutions: names only, the same for every session. */
  all: endpoint('GET', '/api/school/all', {
    summary: '全部学校（选择用）',
    access: 'signedIn',
    atConfirmationGate: true,
    result: z.array(SchoolOption),
  }),
  /** In the order of the register; schools without a province are counted last. */
  provinces: endpoint('GET', '/api/school/provinces', {
    summary: '学校所在的省份',
    access: 'school:list',
    query: z.object({ pid: id }),
    result: z.array(ProvinceCount),
  }),
  create: endpoint('POST', '/api/school', {
    summary: '新增学校',
    access: 'school:add',
    status: 201,
    body: SchoolWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/school', {
    summary: '编辑学校',
    access: 'school:edit',
    status: 204,
    body: SchoolWrite.extend({ id, version }),
  }),
  /** Units below go too; refused while anything uses one of them. */
  remove: endpoint('DELETE', '/api/school', { summary: '删除学校', access: 'school:del', body: Ids }),
  uses: endpoint('GET', '/api/school/:id/uses', {
    summary: '学校的使用情况',
    access: 'school:list',
    params: z.object({ id }),
    result: SchoolUses,
  }),
  /** Moves everything of `id` to `intoId`; `id` stays as a disabled name with its successor. */
  merge: endpoint('POST', '/api/school/merge', {
    summary: '合并学校',
    access: 'school:merge',
    body: z.object({ id, intoId: id, version }),
    result: SchoolUses,
  }),
  download: endpoint('GET', '/api/school/download', {
    summary: '导出学校',
    access: 'school:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
