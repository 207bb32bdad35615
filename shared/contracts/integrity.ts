import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import type { RowOf } from '../resource.ts';
import { type IntegrityRole, integrityRoles } from '../rules/integrity/roles.ts';
import { dateTime, flag, id, personName, searchText, text, version } from '../schemas.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { idCard } from './expert-write.ts';
import { calendarDay } from './holiday.ts';

const Role = z.enum(Object.keys(integrityRoles) as [IntegrityRole, ...IntegrityRole[]], {
  error: '请选择身份',
});

const breach = {
  since: calendarDay('记录起始日'),
  reason: text('违规情形', 200),
  basis: text('认定依据', 200),
};

const filters = {
  id: id.optional(),
  name: searchText.optional(),
  role: Role.optional(),
  /** Whether it is still in force. */
  isActive: flag.optional(),
};

/** What a second person is asked for about an entry on an expert that counts. */
export const IntegrityRemoval = z.object({ version, why: text('原因', 300) });
export const IntegrityChange = IntegrityRemoval.extend(breach);

export const integrityApi = {
  list: endpoint('GET', '/api/integrity', {
    summary: '失信记录列表',
    access: 'integrity:list',
    query: z.object({ ...pageQuery, ...filters }),
    knownQuery: true,
    result: pageOf(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Masked. */
        idCard: z.string(),
        role: Role,
        since: z.string(),
        /** The last day on which it counts. */
        until: z.string(),
        isActive: z.boolean(),
        /** Waits for a second person and does not count yet. */
        isWaiting: z.boolean(),
        /** What a second person is asked to change about it, in words; null without such a request. */
        asked: z.string().nullable(),
        reason: z.string(),
        basis: z.string(),
        updateBy: z.string().nullable(),
        updateTime: dateTime,
        version: z.number(),
        /** `change` only where two persons entered it: one alone neither changes nor removes it. */
        can: abilities(['change']),
      }),
    ),
  }),
  download: endpoint('GET', '/api/integrity/download', {
    summary: '导出失信记录',
    access: 'integrity:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  create: endpoint('POST', '/api/integrity', {
    summary: '登记失信记录',
    access: 'integrity:edit',
    status: 201,
    body: z.object({ name: personName, idCard, role: Role, ...breach }),
    result: Created,
  }),
  update: endpoint('PUT', '/api/integrity', {
    summary: '编辑失信记录',
    access: 'integrity:edit',
    status: 204,
    body: z.object({ id, version, ...breach }),
  }),
  remove: endpoint('DELETE', '/api/integrity', {
    summary: '撤销失信记录',
    access: 'integrity:edit',
    body: Ids,
  }),
  askChange: endpoint('POST', '/api/integrity/:id/change', {
    summary: '提请更改失信记录',
    access: 'integrity:edit',
    status: 201,
    params: z.object({ id }),
    body: IntegrityChange,
    result: Created,
  }),
  askRemoval: endpoint('POST', '/api/integrity/:id/removal', {
    summary: '提请撤销失信记录',
    access: 'integrity:edit',
    status: 201,
    params: z.object({ id }),
    body: IntegrityRemoval,
    result: Created,
  }),
};
export type IntegrityRow = RowOf<typeof integrityApi>;
