import { sql } from 'kysely';
import type { z } from 'zod';
import type { TeacherCorrection } from '@zhiping/shared/contracts/teacher.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest } from '../../platform/errors.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { personSearchText } from '../person/search-words.ts';
import { correctionDenial, hasReported, hasSigned } from './reported-teacher.queries.ts';
import { explainTeacher, followPerson, lockTeacher, personColumns, refuseSelf } from './save-teacher.ts';

type CorrectDeps = Pick<Deps, 'db' | 'identity'>;
type Asked = z.output<typeof TeacherCorrection> & { id: number };

/** The identity number waits sealed, so that no query or log shows it. */
type Input = { name: string; idCard: { sealed: string; hash: string } | null };

/** Asks a second person for another name or identity number behind a reported application, or another number behind a signed one. */
export const askCorrection = (
  { db, identity }: CorrectDeps,
  actor: Principal,
  { id, version, name, idCard, document, reason }: Asked,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const stored = await lockTeacher(tx, actor, { id, version });
    const denial = correctionDenial(actor);
    if (denial) throw badRequest('teacher.office', denial);
    await refuseSelf(tx, actor, [stored.person_id]);
    const { reported, signed, hash } = await tx
      .selectFrom('person')
      .select([
        hasReported(sql`person.id`).as('reported'),
        hasSigned(sql`person.id`).as('signed'),
        'id_card_hash as hash',
      ])
      .where('id', '=', stored.person_id)
      .executeTakeFirstOrThrow();
    const isOther = idCard !== undefined && !identity.hashOf(idCard).equals(hash);
    if (!reported && !(signed && isOther))
      throw badRequest('teacher.not_reported', '没有报送的申报，可以直接修改');
    if (name === stored.name && !isOther) throw badRequest('teacher.same', '姓名和身份证号码没有变化');
    const input: Input = {
      name,
      idCard: isOther
        ? {
            sealed: identity.seal(idCard).toString('base64'),
            hash: identity.hashOf(idCard).toString('base64'),
          }
        : null,
    };
    const changes = [
      ...(name === stored.name ? [] : [`姓名改为${name}`]),
      ...(isOther ? [`身份证号码改为 ${maskIdCard(idCard)}`] : []),
    ];
    return askConfirmation(tx, actor, {
      act: 'correctTeacher',
      object: { table: 'teacher', id, version: stored.version },
      cycleId: null,
      input,
      summary: `${stored.name}（有本人提交的申报）${changes.join('，')}；证明材料：${document}`,
      link: `/pool/teacher?id=${id}`,
      reason,
    });
  });

/** Corrects it once it is confirmed; the snapshots of what was submitted stay as they were. */
export const correctTeacher =
  ({ identity }: CorrectDeps): PerformAct =>
  async (tx, second, { id: confirmation, object_id, object_version, input }) => {
    const { name, idCard } = input as Input;
    const stored = await lockTeacher(tx, second, { id: object_id, version: object_version! });
    await refuseSelf(tx, second, [stored.person_id]);
    const bytes = (text: string) => Buffer.from(text, 'base64');
    const person = await personColumns(tx, identity, {
      idCard: idCard ? identity.open(bytes(idCard.sealed), bytes(idCard.hash)) : undefined,
      gender: null,
    });
    await explainTeacher(
      tx
        .updateTable('teacher')
        .set({
          name,
          search_text: personSearchText(name, stored.phone),
          ...person,
          ...editedBy(second, stored),
        })
        .where('id', '=', object_id)
        .execute(),
    );
    await tx
      .updateTable('project')
      .set({ applicant_name: name })
      .where('person_id', '=', stored.person_id)
      .where('applicant_name', 'is not', null)
      .execute();
    const carried = await followPerson(tx, stored, 'person_id' in person ? person.person_id : undefined);
    await audit(tx, {
      actorId: second.userId,
      action: 'teacher.changed',
      entity: 'teacher',
      entityId: object_id,
      detail: {
        name,
        schoolId: stored.school_id,
        identityChanged: idCard !== null,
        confirmation,
        row: { ...carried, person: carried?.to ?? stored.person_id },
      },
      stored,
    });
  };
