import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { entityName, hidesNumber, linkTo, maySeeAll } from './log-entities.ts';

/** Beyond this many events of one call the log says "more than". */
const MAX_COUNTED = 2000;

/** The name of a record, as its event kept it or, where that has none, as it is now. */
export const recordName = sql<string | null>`coalesce(
  e.detail ->> 'name', e.detail ->> 'username', e.detail ->> 'title', e.detail ->> 'label',
  case e.entity
    when 'file' then e.detail ->> 'to'
    when 'user' then (select username from sys_user where id = e.entity_id::bigint)
    when 'expert' then (select name from expert where id = e.entity_id::bigint)
    when 'teacher' then (select name from teacher where id = e.entity_id::bigint)
    when 'role' then (select name from role where id = e.entity_id::bigint)
    when 'subject_catalog' then e.entity_id
  end)`;

/** Events about the search for hidden values concern the caller, not a record. */
export const isOfRecord = sql<boolean>`e.action not like 'hidden.%'`;

type Found = {
  requestId: string;
  entity: string;
  entityId: string | null;
  name: string | null;
  count: number;
};

const findFirst = async (db: Db, requestIds: readonly string[]): Promise<Found[]> => {
  if (requestIds.length === 0) return [];
  const { rows } = await sql<Found>`
    select call.id as "requestId", first.entity, first.entity_id as "entityId", first.name, records.count::integer
    from unnest(${requestIds}::text[]) as call (id)
    cross join lateral (
      select e.entity, e.entity_id, ${recordName} as name from audit_event e
      where e.request_id = call.id and ${isOfRecord} order by e.seq limit 1) first
    cross join lateral (
      select count(distinct (entity, entity_id)) from (
        select entity, entity_id from audit_event e
        where e.request_id = call.id and ${isOfRecord} order by e.seq limit ${MAX_COUNTED}) counted) records`.execute(
    db,
  );
  return rows;
};

type Call = { requestId: string; userId: number | null };

/** Objects of the calls: the first record, as far as the reader may see it, and their number. */
export const withObjects = async <Row extends Call>(db: Db, reader: Principal, rows: readonly Row[]) => {
  const found = await findFirst(
    db,
    rows.map(({ requestId }) => requestId),
  );
  const byCall = new Map(found.map((one) => [one.requestId, one]));
  return rows.map((row) => {
    const first = byCall.get(row.requestId);
    if (!first) return { ...row, object: null };
    const { entity, entityId: id, name, count } = first;
    const maySee = maySeeAll(reader, entity);
    const isKnown = maySee || row.userId === reader.userId;
    return {
      ...row,
      object: {
        typeName: entityName(entity),
        id: isKnown || !hidesNumber(entity) ? id : null,
        name: isKnown ? name : null,
        count,
        link: maySee ? linkTo(entity, id) : null,
      },
    };
  });
};
