import { sql } from 'kysely';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { PASSWORD_DUE } from '@zhiping/shared/rules/auth/sign-in-reasons.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { addressOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { withObjects } from './log-objects.ts';
import { type Paging, paginateUpTo, streamed } from '../../platform/lists/paginate.ts';

/** Logs grow without limit; for older entries, filter or export. */
const MOST = 10_000;

type Filters = { id?: number; blurry?: string; createTime?: [Date, Date] };
export type OperationFilters = Filters & { logType?: 'INFO' | 'ERROR'; userId?: number };
export type LoginFilters = Filters & { succeeded?: boolean };

const newestFirst = {
  // Ids and times are given in the same order, and the indexes are by time; stock clients ask for the former.
  sortable: { createTime: 'create_time' as const, id: 'create_time' as const },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ] as ['create_time' | 'id', 'desc'][],
};

const TRIGRAM = 3;

/**
 * Rows in which a text stands. What is shorter than a trigram no index of texts finds; it is looked up among the names of calls
 * and users instead, so that a text which stands nowhere does not cost a look at every row.
 */
const isMentioned = (text: string) => {
  const pattern = likePattern(text);
  if ([...text].length >= TRIGRAM)
    return sql<boolean>`lower(coalesce(username, '') || ' ' || description || ' ' || ip) like ${pattern}`;
  const byUser = sql<boolean>`username = any(array(select username from sys_user where lower(username) like ${pattern}))`;
  const calls = allEndpoints
    .map(({ summary }) => summary)
    .filter((summary) => summary.toLowerCase().includes(text.toLowerCase()));
  return calls.length === 0 ? byUser : sql<boolean>`(${byUser} or description = any(${calls}::text[]))`;
};

const selectOperations = (db: Db, { id, blurry, createTime, logType, userId }: OperationFilters) =>
  db
    .selectFrom('operation_log')
    .select([
      'id',
      'user_id as userId',
      'username',
      'description',
      'method',
      'ip as requestIp',
      'browser',
      'duration_ms as time',
      'status',
      'request_id as requestId',
      'create_time as createTime',
    ])
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId as number))
    .$if(logType === 'ERROR', (rows) => rows.where('status', '>=', 400))
    .$if(logType === 'INFO', (rows) => rows.where('status', '<', 400))
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as number))
    .$if(!!blurry, (rows) => rows.where(isMentioned(blurry as string)))
    .$if(!!createTime, (rows) =>
      rows
        .where('create_time', '>=', createTime?.[0] as Date)
        .where('create_time', '<=', createTime?.[1] as Date),
    );

type OperationRow = Awaited<ReturnType<ReturnType<typeof selectOperations>['execute']>>[number];

const operationOf = (row: OperationRow) => ({
  ...row,
  params: '',
  address: addressOf(row.requestIp),
  logType: row.status < 400 ? ('INFO' as const) : ('ERROR' as const),
});

export const findOperations = async (db: Db, reader: Principal, query: Paging & OperationFilters) => {
  const page = await paginateUpTo(MOST, query, selectOperations(db, query), newestFirst);
  return { ...page, content: await withObjects(db, reader, page.content.map(operationOf)) };
};

/** Rows of an export for which the records are looked up at once. */
const EXPORT_BATCH_SIZE = 500;

export async function* streamOperations(db: Db, reader: Principal, filters: OperationFilters) {
  let rows: OperationRow[] = [];
  for await (const row of streamed(selectOperations(db, filters), undefined, newestFirst)) {
    rows.push(row);
    if (rows.length < EXPORT_BATCH_SIZE) continue;
    yield* await withObjects(db, reader, rows);
    rows = [];
  }
  yield* await withObjects(db, reader, rows);
}

/** A right password that must be changed first is neither a success nor a failure. */
const ended = (succeeded: boolean) =>
  succeeded
    ? sql<boolean>`succeeded`
    : sql<boolean>`not succeeded and reason is distinct from ${PASSWORD_DUE}`;

const selectLogins = (db: Db, { id, blurry, createTime, succeeded }: LoginFilters) =>
  db
    .selectFrom('login_log')
    .select([
      'id',
      'username',
      'succeeded',
      'reason',
      'ip as requestIp',
      'browser',
      'create_time as createTime',
    ])
    .$if(succeeded !== undefined, (rows) => rows.where(ended(succeeded as boolean)))
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as number))
    .$if(!!blurry, (rows) =>
      rows.where(sql<boolean>`lower(username || ' ' || ip) like ${likePattern(blurry as string)}`),
    )
    .$if(!!createTime, (rows) =>
      rows
        .where('create_time', '>=', createTime?.[0] as Date)
        .where('create_time', '<=', createTime?.[1] as Date),
    );

export const findLogins = async (db: Db, query: Paging & LoginFilters) => {
  const page = await paginateUpTo(MOST, query, selectLogins(db, query), newestFirst);
  return { ...page, content: page.content.map((row) => ({ ...row, address: addressOf(row.requestIp) })) };
};

export const streamLogins = (db: Db, filters: LoginFilters) =>
  streamed(selectLogins(db, filters), undefined, newestFirst);

const selectErrors = (db: Db, { id, blurry, createTime }: Filters) =>
  db
    .selectFrom('error_log')
    .select([
      'id',
      'request_id as requestId',
      'username',
      'method',
      'path',
      'message',
      'ip as requestIp',
      'browser',
      'create_time as createTime',
    ])
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as number))
    .$if(!!blurry, (rows) =>
      rows.where(
        sql<boolean>`(request_id = ${blurry} or lower(path || ' ' || message) like ${likePattern(blurry as string)})`,
      ),
    )
    .$if(!!createTime, (rows) =>
      rows
        .where('create_time', '>=', createTime?.[0] as Date)
        .where('create_time', '<=', createTime?.[1] as Date),
    );

type ErrorRow = Awaited<ReturnType<ReturnType<typeof selectErrors>['execute']>>[number];

const errorOf = (row: ErrorRow) => ({
  ...row,
  description: row.path,
  params: '',
  address: addressOf(row.requestIp),
});

export const findErrors = async (db: Db, query: Paging & Filters) => {
  const page = await paginateUpTo(MOST, query, selectErrors(db, query), newestFirst);
  return { ...page, content: page.content.map(errorOf) };
};

export const streamErrors = (db: Db, filters: Filters) =>
  streamed(selectErrors(db, filters), undefined, newestFirst);

export const findException = async (db: Db, id: number) => {
  const row = await db.selectFrom('error_log').select('stack').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('错误日志');
  return { exception: row.stack };
};
