import type { z } from 'zod';
import type { Absences, Affiliations } from '@zhiping/shared/contracts/expert-periods.ts';
import type { ExpertUpdate } from '@zhiping/shared/contracts/expert-write.ts';
import { factsOfIdNumber } from '@zhiping/shared/rules/person/id-number.ts';
import { maskIdCard, maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import type { Deps } from '../../../deps.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../../platform/edits/edit-lock.ts';
import { lockRow } from '../../../platform/edits/save-row.ts';
import { AppError } from '../../../platform/errors.ts';
import { askHidden } from '../../../platform/hidden-values.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { refuseTakenPhones } from '../../account/taken-phone.ts';
import { lockSchools } from '../../school/lock-schools.ts';
import { initialPasswordHash } from '../../user/save-user.ts';
import { replaceAbsences } from './absences.ts';
import { writeAffiliations } from '../affiliations.ts';
import { isOffice, visibleExperts, writeDenial } from '../expert.policy.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { explainExpert } from '../explain-expert.ts';
import { followContact } from '../follow-contact.ts';
import { type ExpertInput, insertExperts, maskedOf, READABLE_BY } from './insert-experts.ts';
import { dropUnusedPersons, findOrAddPersons } from '../../person/person.queries.ts';
import { refuseOwnReviewers } from '../own-reviewers.ts';
import { refuseOtherPerson } from './refuse-other-person.ts';
import { requireReferences, requireSchoolInScope } from '../references.ts';
import { writeSubjects } from '../subjects.ts';
import { personSearchText } from '../../person/search-words.ts';

type ExpertChange = z.output<typeof ExpertUpdate>;

export const createExpert = async (
  { db, config, identity }: Deps,
  actor: Principal,
  expert: ExpertInput,
): Promise<{ id: number }> => {
  requireSchoolInScope(actor, expert.schoolId);
  await requireReferences(db, expert);
  const hash = await initialPasswordHash(config);
  const hidden = { actor, readableBy: READABLE_BY, masked: maskedOf(expert) } as const;
  const [id] = await askHidden(db, hidden, () =>
    explainExpert(
      inTransaction(db, (tx) => insertExperts(tx, identity, actor, [withoutOfficeOnly(actor, expert)], hash)),
    ),
  );
  return { id: id as number };
};

/** Drops fields that only the office writes if the actor may not read them. */
export const withoutOfficeOnly = (actor: Principal, expert: ExpertInput): ExpertInput =>
  seesGrades(actor) ? expert : { ...expert, maxLoad: null, note: null };

/** An expert locked for a write; 404 outside the actor's scope. */
const lockExpert = async (tx: Tx, actor: Principal, id: number, version: number | undefined) => {
  const expert = await lockRow(tx, { table: 'expert', noun: '专家' }, { id }, visibleExperts(actor));
  const denial = writeDenial(actor, { isAccepted: expert.accepted_at !== null });
  if (denial) throw new AppError(403, denial.code, denial.message);
  if (isOffice(actor)) await refuseOwnReviewers(tx, actor, [id]);
  await refuseStale(tx, expert, version);
  return expert;
};

const officeColumns = (actor: Principal, { maxLoad, note }: ExpertChange) =>
  seesGrades(actor) ? { max_load: maxLoad, note } : {};

/** The person behind the record, when the identity number was sent. */
const identityColumns = async (
  tx: Tx,
  { identity }: Deps,
  { idCard, gender }: ExpertChange,
): Promise<{ person_id?: number; birth_date?: string; gender?: '男' | '女' }> => {
  if (!idCard) return gender ? { gender } : {};
  const facts = factsOfIdNumber(idCard);
  const [personId] = await findOrAddPersons(tx, identity, [idCard]);
  return { person_id: personId as number, birth_date: facts.birthDate, gender: gender ?? facts.gender };
};

export const updateExpert = async (deps: Deps, actor: Principal, change: ExpertChange) => {
  await requireReferences(deps.db, change);
  const hidden = { actor, readableBy: READABLE_BY, masked: await findChanged(deps.db, change) } as const;
  await askHidden(deps.db, hidden, () => writeExpert(deps, actor, change));
};

/** The values that are not as they are stored, of those that lists mask; without a mask the e-mail. */
const findChanged = async (db: Db, { id, idCard, phone, email }: ExpertChange): Promise<string[]> => {
  const stored = await db
    .selectFrom('expert')
    .select(['phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return [
    ...(idCard ? [maskIdCard(idCard)] : []),
    ...(stored?.phone === phone ? [] : [maskPhone(phone)]),
    ...(!email || stored?.email === email ? [] : [email]),
  ];
};

const writeExpert = (deps: Deps, actor: Principal, change: ExpertChange) =>
  explainExpert(
    inTransaction(deps.db, async (tx) => {
      const stored = await lockExpert(tx, actor, change.id, change.version);
      if (stored.school_id !== change.schoolId) {
        requireSchoolInScope(actor, change.schoolId);
        await lockSchools(tx, [change.schoolId]);
      }
      const identity = await identityColumns(tx, deps, change);
      await refuseOtherPerson(tx, actor, stored, identity.person_id);
      if (isOffice(actor) && stored.phone !== change.phone)
        await refuseTakenPhones(tx, [change.phone], [stored.user_id]);
      await tx
        .updateTable('expert')
        .set({
          name: change.name,
          phone: change.phone,
          email: change.email,
          school_id: change.schoolId,
          department: change.department,
          title_series: change.titleSeries,
          title_level: change.titleLevel,
          title_name: change.titleName,
          retired: change.retired,
          search_text: personSearchText(change.name, change.phone),
          ...identity,
          ...officeColumns(actor, change),
          ...editedBy(actor, stored),
        })
        .where('id', '=', change.id)
        .execute();
      if (
        stored.person_id !== null &&
        identity.person_id !== undefined &&
        identity.person_id !== stored.person_id
      )
        await dropUnusedPersons(tx, [stored.person_id]);
      await writeSubjects(tx, change.id, change.subjects);
      if (isOffice(actor)) await refuseOwnReviewers(tx, actor, [change.id]);
      await followContact(tx, deps, actor, { expertId: change.id, contact: change });
      await audit(tx, {
        actorId: actor.userId,
        action: 'expert.changed',
        entity: 'expert',
        entityId: change.id,
        detail: {
          name: change.name,
          schoolId: change.schoolId,
          ...(seesGrades(actor) && { maxLoad: change.maxLoad }),
          identityChanged: change.idCard !== undefined,
        },
        stored,
      });
    }),
  );

type Part = 'affiliations' | 'unavailability';

/** Replace the rows of one kind that hang on an expert. */
const replacePart = (
  db: Db,
  actor: Principal,
  { id, version, part }: { id: number; version: number | undefined; part: Part },
  write: (tx: Tx) => Promise<Record<string, unknown> | void>,
) =>
  inTransaction(db, async (tx) => {
    const stored = await lockExpert(tx, actor, id, version);
    const detail = await write(tx);
    await tx.updateTable('expert').set(editedBy(actor, stored)).where('id', '=', id).execute();
    await audit(tx, {
      actorId: actor.userId,
      action: `expert.${part}_changed`,
      entity: 'expert',
      entityId: id,
      ...(detail && { detail }),
    });
  });

export const saveAffiliations = (
  db: Db,
  actor: Principal,
  id: number,
  { affiliations, version }: { affiliations: z.output<typeof Affiliations>; version?: number | undefined },
) =>
  explainExpert(
    replacePart(db, actor, { id, version, part: 'affiliations' }, (tx) =>
      writeAffiliations(tx, id, affiliations),
    ),
  );

export const saveUnavailability = (
  db: Db,
  actor: Principal,
  id: number,
  { unavailability, version }: { unavailability: z.output<typeof Absences>; version?: number | undefined },
) =>
  replacePart(db, actor, { id, version, part: 'unavailability' }, (tx) =>
    replaceAbsences(tx, { actor, expertId: id, absences: unavailability }),
  );
