import { jobApi as api } from '@zhiping/shared/contracts/job.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { deleteRows, type Entity } from '../../platform/edits/save-row.ts';
import { contains, isWithin, whereGiven } from '../../platform/database/where-given.ts';
import { badRequest } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import { plainResource } from '../../platform/plain-resource.ts';

export const columns = { name: '岗位名称', enabled: '启用', jobSort: '排序' } as const;

const entity: Entity<'job'> = {
  table: 'job',
  noun: '岗位',
  constraints: { job_name_key: ['name', '岗位名称已存在'] },
};

export const jobs = (deps: Deps) => {
  const { db } = deps;
  const { routes, kinds } = plainResource<'job', typeof api>(deps, api, {
    entity,
    page: '/system/job',
    headers: columns,
    select: (from, { id, name, enabled, createTime }) =>
      from
        .selectFrom('job')
        .select(['id', 'name', 'enabled', 'job_sort as jobSort', 'version', 'create_time as createTime'])
        .$call(whereGiven(id, (rows, one) => rows.where('id', '=', one)))
        .$call(whereGiven(name, (rows, part) => rows.where(contains('name', part))))
        .$call(whereGiven(enabled, (rows, state) => rows.where('enabled', '=', state)))
        .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range)))),
    ordering: {
      sortable: {
        id: 'id',
        name: 'name',
        jobSort: 'job_sort',
        enabled: 'enabled',
        createTime: 'create_time',
      },
      order: [
        ['job_sort', 'asc'],
        ['id', 'asc'],
      ],
    },
    columnsOf: ({ jobSort, ...job }) => ({ ...job, job_sort: jobSort }),
    inputOf: ({ enabled, ...job }) => ({ ...job, enabled: enabled !== '否' }),
  });
  /** Refused while an account holds one of them. */
  const remove = on(api.remove, ({ body: ids, user }) =>
    inTransaction(db, async (tx) => {
      const { count } = await tx
        .selectFrom('user_job')
        .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
        .where('job_id', 'in', ids)
        .executeTakeFirstOrThrow();
      if (count > 0) throw badRequest('job.in_use', `所选岗位存在 ${count} 个用户关联，请解除后再试！`);
      await deleteRows(tx, user, entity, ids);
    }),
  );
  return { routes: { ...routes, remove }, kinds };
};
