import { sql } from 'kysely';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import {
  type DrawRecord,
  type DrawResult,
  laterText,
  type Roster,
} from '@zhiping/shared/rules/draw/record.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { isSurelySelf } from '../person/own-case.ts';
import { requireArranging, requireMapping } from '../mapping/mapping.policy.ts';
import { entity, hasAllSchools } from './draw-workflow.ts';
import { sha256 } from '../../platform/hash.ts';
import { findLaterSteps } from './result/later.queries.ts';

/**
 * Whether the reader has a project or an assignment in the cycle of a draw: the record contains which expert has which
 * project.
 */
const isConcerned = (
  reader: Principal,
) => sql<boolean>`(exists (select from project where ${isSurelySelf(reader, 'project.person_id')}
    and project.cycle_id = draw.cycle_id and project.no is not null)
  or exists (select from assignment join expert on expert.id = expert_id
    where (expert.user_id = ${reader.userId} or ${isSurelySelf(reader, 'expert.person_id')})
      and assignment.cycle_id = draw.cycle_id))`;

/** Everything needed to recompute a draw, without names. */
export const readRecord = async (db: Db, reader: Principal, id: number): Promise<Bytes> => {
  const found = await db
    .selectFrom('draw')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .selectAll('draw')
    .select(['cycle.name', isConcerned(reader).as('isConcerned')])
    .where('draw.id', '=', id)
    .where(hasAllSchools(reader))
    .executeTakeFirst();
  if (!found) throw notFound(entity.noun);
  if (found.isConcerned) throw badRequest('draw.concerned', '您在本批次申报或评审，抽取记录请由其他人员下载');
  if (found.state === 'drawn')
    await requireArranging(db, reader, { cycleId: found.cycle_id, drawId: id, what: 'record' });
  // The roster of a later draw lists the present experts of the projects that it completes.
  const { isOut } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from assignment where cycle_id = ${found.cycle_id} and released_at is not null)`.as(
        'isOut',
      ),
    )
    .executeTakeFirstOrThrow();
  if (isOut) await requireMapping(db, reader, { cycleId: found.cycle_id, what: 'record' });
  const { no, office_commit, office_secret, roster, roster_hash, seed, result, result_hash } = found;
  if (!office_commit || !office_secret || !roster || !roster_hash || !seed || !result || !result_hash)
    throw badRequest('draw.unfinished', '抽取还没有产生结果，没有完整的记录');
  const later = await findLaterSteps(db, id);
  const record: DrawRecord = {
    ...(found.nonce === null || found.nonce_hash === null
      ? { form: 1 }
      : { form: 2, nonce: found.nonce, nonceHash: found.nonce_hash }),
    officeCommit: office_commit,
    officeSecret: office_secret,
    supervisorCommit: found.supervisor_commit,
    supervisorSecret: found.supervisor_secret,
    rosterHash: roster_hash,
    seed,
    resultHash: result_hash,
    roster: JSON.parse(roster) as Roster,
    result: JSON.parse(result) as DrawResult,
    later,
    laterHash: sha256(laterText(result_hash, later)),
  };
  return {
    type: 'application/json',
    bytes: Buffer.from(canonicalJson(record)),
    fileName: `${found.name} 第 ${no} 次抽取记录.json`,
  };
};
