import { sql } from 'kysely';
import { actorName } from '../../../platform/auth/actor-name.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { holds, type Principal } from '../../../platform/auth/principal.ts';
import { findAffiliations } from '../affiliations.ts';
import { findAbsences } from './absences.ts';
import { requireGrades, visibleExperts } from '../expert.policy.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { type ExpertDeps, findExpert } from './expert.queries.ts';
import { findWaitingChanges } from '../change-requests/change-requests.queries.ts';

const logColumns = [
  'reason',
  sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = actor_id), actor_name)`.as(
    'actorName',
  ),
  'at',
] as const;

/** Everything that hangs on an expert, as far as the reader may know it. */
export const readExpert = async (deps: ExpertDeps, reader: Principal, id: number) => {
  const expert = await findExpert(deps, reader, id);
  if (!expert) throw notFound('专家');
  const { db } = deps;
  const mayDecide = seesGrades(reader) && holds(reader, ['expert:approve']);
  const [affiliations, unavailability, ratingLog, statusLog, changes] = await Promise.all([
    findAffiliations(db, id),
    findAbsences(db, reader, id),
    !seesGrades(reader)
      ? []
      : db
          .selectFrom('expert_rating_log')
          .select([...logColumns, 'from_rating as from', 'to_rating as to'])
          .where('expert_id', '=', id)
          .orderBy('id', 'desc')
          .limit(100)
          .execute(),
    !seesGrades(reader)
      ? []
      : db
          .selectFrom('expert_status_log')
          .select([...logColumns, 'enabled'])
          .where('expert_id', '=', id)
          .orderBy('id', 'desc')
          .limit(100)
          .execute(),
    mayDecide ? findWaitingChanges(deps, id) : [],
  ]);
  return { ...expert, affiliations, unavailability, ratingLog, statusLog, changes };
};

/** The whole identity number, and a record of who read it. */
export const readIdentity = (deps: ExpertDeps, reader: Principal, id: number) => {
  requireGrades(reader);
  return inTransaction(deps.db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .innerJoin('person', 'person.id', 'expert.person_id')
      .select(['person.id_card_hash as hash', 'person.id_card_sealed as sealed'])
      .where('expert.id', '=', id)
      .where(visibleExperts(reader))
      .executeTakeFirst();
    if (!expert) throw notFound('身份证号码');
    await audit(tx, {
      actorId: reader.userId,
      action: 'expert.identity_read',
      entity: 'expert',
      entityId: id,
    });
    return { idCard: deps.identity.open(expert.sealed, expert.hash) };
  });
};
