import type { z } from 'zod';
import type { jobApi } from '@zhiping/shared/contracts/job.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, likePattern } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/database/edit-lock.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';

type JobInput = z.output<typeof jobApi.create.body>;
type JobChange = z.output<typeof jobApi.update.body>;
type JobFilters = { id?: number; name?: string; enabled?: boolean; createTime?: [Date, Date] };

const ordering = {
  sortable: { id: 'id', name: 'name', jobSort: 'job_sort', enabled: 'enabled', createTime: 'create_time' },
  order: [
    ['job_sort', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'job'>;

const selectJobs = (db: Db, { id, name, enabled, createTime }: JobFilters) =>
  db
    .selectFrom('job')
    .select(['id', 'name', 'enabled', 'job_sort as jobSort', 'version', 'create_time as createTime'])
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as number))
    .$if(!!name, (rows) =>
      rows.where((where) => where(where.fn('lower', ['name']), 'like', likePattern(name as string))),
    )
    .$if(enabled !== undefined, (rows) => rows.where('enabled', '=', enabled as boolean))
    .$if(!!createTime, (rows) =>
      rows
        .where('create_time', '>=', createTime?.[0] as Date)
        .where('create_time', '<=', createTime?.[1] as Date),
    );

export const findJobs = (db: Db, query: Paging & JobFilters) =>
  paginate(query, selectJobs(db, query), ordering);
export const streamJobs = (db: Db, query: Pick<Paging, 'sort'> & JobFilters) =>
  streamed(selectJobs(db, query), query.sort, ordering);

const constraints = { job_name_key: ['name', '岗位名称已存在'] } satisfies Parameters<
  typeof explainBroken
>[0];

const columnsOf = (job: JobInput) => ({ name: job.name, enabled: job.enabled, job_sort: job.jobSort });

export const createJob = (db: Db, actor: Principal, job: JobInput) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('job')
        .values({ ...columnsOf(job), update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actorId: actor.userId,
        action: 'job.created',
        entity: 'job',
        entityId: id,
        detail: job,
      });
      return { id };
    }),
  );

export const updateJob = (db: Db, actor: Principal, job: JobChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const stored = await tx
        .selectFrom('job')
        .select(['version', 'update_by', 'update_time'])
        .where('id', '=', job.id)
        .forUpdate()
        .executeTakeFirst();
      if (!stored) throw notFound('岗位');
      await refuseStale(tx, stored, job.version);
      await tx
        .updateTable('job')
        .set({ ...columnsOf(job), ...editedBy(actor.username, stored) })
        .where('id', '=', job.id)
        .execute();
      await audit(tx, {
        actorId: actor.userId,
        action: 'job.changed',
        entity: 'job',
        entityId: job.id,
        detail: job,
      });
    }),
  );

export const deleteJobs = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    const { count } = await tx
      .selectFrom('user_job')
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
      .where('job_id', 'in', ids)
      .executeTakeFirstOrThrow();
    if (count > 0) throw badRequest('job.in_use', `所选岗位存在 ${count} 个用户关联，请解除后再试！`);
    const gone = await tx.deleteFrom('job').where('id', 'in', ids).returning(['id', 'name']).execute();
    for (const { id, name } of gone)
      await audit(tx, {
        actorId: actor.userId,
        action: 'job.deleted',
        entity: 'job',
        entityId: id,
        detail: { name },
      });
  });
