import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';

type Written = {
  orgId?: number | null;
  orgName: string;
  post: string | null;
  fromYear: number;
  toYear: number | null;
};

export const findAffiliations = (db: Db | Tx, expertId: number) =>
  db
    .selectFrom('expert_affiliation')
    .select(['org_id as orgId', 'org_name as orgName', 'post', 'from_year as fromYear', 'to_year as toYear'])
    .where('expert_id', '=', expertId)
    .orderBy('from_year', 'desc')
    .orderBy('id')
    .execute();

/**
 * Units of the register by their written names, as far as one name has one unit: recusal goes by units. What a name was
 * known to mean, it still means; a unit that was picked counts only under its own name, so that mending the name does
 * not leave the old unit behind.
 */
const findUnits = async (tx: Tx, expertId: number, written: readonly Written[]) => {
  const picked = written.flatMap(({ orgId }) => orgId ?? []);
  const { rows } = await sql<{ name: string; id: number }>`
    with named as (
      select dept.name, dept.id from school join dept on dept.id = school.dept_id
      where dept.name = any(${written.map(({ orgName }) => orgName)}::text[])
    )
    select distinct on (name) name, id from (
      select org_name as name, org_id as id, 1 as choice from expert_affiliation
      where expert_id = ${expertId} and org_id is not null
      union all
      select name, id, 2 from named where id = any(${picked}::bigint[])
      union all
      select name, min(id), 3 from named group by name having count(*) = 1
    ) as found order by name, choice`.execute(tx);
  return new Map(rows.map(({ name, id }) => [name, id]));
};

/** Replace what is known of an expert's employment. */
export const writeAffiliations = async (tx: Tx, expertId: number, written: readonly Written[]) => {
  const units = await findUnits(tx, expertId, written);
  await tx.deleteFrom('expert_affiliation').where('expert_id', '=', expertId).execute();
  const rows = written.map(({ orgName, post, fromYear, toYear }) => ({
    expert_id: expertId,
    org_id: units.get(orgName) ?? null,
    org_name: orgName,
    post,
    from_year: fromYear,
    to_year: toYear,
  }));
  if (rows.length > 0) await tx.insertInto('expert_affiliation').values(rows).execute();
};
