import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';

/** Before these states the school can return what was submitted. */
const NOT_REPORTED: readonly ProjectState[] = [
  'draft',
  'submitted',
  'returned',
  'notRecommended',
  'unitPublicity',
  'withdrawn',
];

/** Whether an application of this person was reported. */
export const hasReported = (personId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from project where project.person_id = ${personId}
    and project.state <> all(${[...NOT_REPORTED]}::text[]))`;

/** Why this user cannot ask for a correction: it is the office's. Null if they can. */
export const correctionDenial = ({ deptScope }: Pick<Principal, 'deptScope'>): string | null =>
  deptScope === null ? null : '请联系评审办更正';

/**
 * Refuses a record that puts another name behind a reported application: a correction takes two persons, a second
 * record at another school does not.
 */
export const refuseOtherNames = async (
  tx: Tx,
  records: readonly { personId: number; name: string }[],
): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select given.name from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given ("personId" bigint, name text)
    where ${hasReported(sql`given."personId"`)} and given.name <> all (
      select name from teacher where person_id = given."personId"
      union all
      select content #>> '{person,name}' from project_snapshot join project on project.id = project_id
      where person_id = given."personId" and not exists (select from teacher where person_id = given."personId"))`.execute(
    tx,
  );
  if (rows.length > 0)
    throw badRequest(
      'teacher.other_name',
      `${rows.map(({ name }) => `「${name}」`).join('、')}的身份证号码已用另一姓名报送过申报，请核对姓名和号码；确需更正的，请联系评审办`,
    );
};
