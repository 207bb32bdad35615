import type { z } from 'zod';
import type { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { type PublicisedPerson, publicityNotice } from '@zhiping/shared/rules/publicity/notice.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { unitPublicity } from '@zhiping/shared/rules/review-rule/unit-publicity.ts';
import { endOfPeriod } from '@zhiping/shared/rules/holiday/working-days.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, forbidden, notFound } from '../../platform/errors.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import { isChecked } from '../project/project.policy.ts';
import { findInstitution } from '../project/institution.queries.ts';
import { NOUN as PROJECT } from '../project/project.queries.ts';
import { findProjectCycle, type ProjectCycle } from '../project/project-cycle.queries.ts';
import { findPublicised, findUpheld } from '../project/publicised.queries.ts';
import { refuseSuspended } from '../project/refuse-suspended.ts';
import { notifyApplicant } from '../project/take-step.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';

type Draft = z.output<typeof publicityApi.draft.body>;
type Start = z.output<typeof publicityApi.create.body>;

/** The projects of a notice, locked: recommended, of one school and one cycle, in no other publicity. */
const lockRecommended = async (tx: Tx, actor: Principal, ids: readonly number[]) => {
  const found = await tx
    .selectFrom('project')
    .select(['id', 'no', 'state', 'school_id', 'cycle_id'])
    .where('id', 'in', ids)
    .where(isChecked(actor))
    .orderBy('no')
    .forUpdate()
    .execute();
  if (found.length < new Set(ids).size) throw notFound(PROJECT);
  const [first] = found as [(typeof found)[number]];
  const { institutionId: schoolId } = await findInstitution(tx, first.school_id);
  // Colleges cannot publicise; their school does.
  if (actor.deptScope !== null && !actor.deptScope.includes(schoolId)) throw forbidden();
  const units = new Set(found.map(({ school_id }) => school_id));
  for (const unit of units)
    if ((await findInstitution(tx, unit)).institutionId !== schoolId)
      throw badRequest('publicity.schools', '一次公示只能包含同一所学校的申报');
  if (found.some(({ cycle_id }) => cycle_id !== first.cycle_id))
    throw badRequest('publicity.cycles', '一次公示只能包含同一批次的申报');
  const other = found.find(({ state }) => state !== 'unitPublicity');
  if (other) throw badRequest('publicity.state', `编号 ${other.no ?? ''} 的申报还没有推荐，不能公示`);
  const upheld = await findUpheld(tx, ids);
  const against = found.find(({ id }) => upheld.has(id));
  if (against)
    throw badRequest(
      'publicity.upheld',
      `对编号 ${against.no ?? ''} 的申报的异议成立，不能再公示，请退回修改或不予推荐`,
    );
  const [running] = await findPublicised(tx, ids);
  const named = running && found.find(({ id }) => id === running.projectId);
  if (named) throw badRequest('publicity.twice', `编号 ${named.no ?? ''} 的申报已经公示`);
  return { found, schoolId, cycle: await findProjectCycle(tx, first.cycle_id) };
};

/** The facts about an applicant that the notice shows, from the submission. */
const personOf = async (tx: Tx, id: number): Promise<PublicisedPerson & { round: number }> => {
  const { round, content } = await findSnapshot(tx, id);
  const { basic, target } = ProjectForm.parse(content.form);
  return {
    round,
    projectId: id,
    name: content.person.name,
    department: basic.department ?? '',
    presentTitle: basic.presentName ?? '无',
    titleName: target.titleName ?? '',
    subject: target.subjects?.map(({ fullName }) => fullName).join('；') ?? '',
  };
};

/** As many working days as rule P1 requires, the first day included. */
const periodOf = async (tx: Tx, { rules }: ProjectCycle, startsOn: string) => {
  const { values = {} } = settingOf(rules, unitPublicity) ?? {};
  const { least } = unitPublicity.schema.parse(values);
  return { workingDays: least, endsOn: endOfPeriod(startsOn, least, await findCalendar(tx, startsOn)) };
};

const prepare = async (tx: Tx, actor: Principal, { ids, startsOn }: Draft) => {
  if (startsOn < dayOf(actor.at)) throw fieldError('publicity.past', 'startsOn', '公示开始日期不能早于今天');
  const { found, schoolId, cycle } = await lockRecommended(tx, actor, ids);
  await refuseSuspended(tx, cycle.id);
  const people = [];
  for (const { id } of found) people.push(await personOf(tx, id));
  const { name: schoolName } = await tx
    .selectFrom('dept')
    .select('name')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return { people, schoolId, schoolName, cycle, ...(await periodOf(tx, cycle, startsOn)) };
};

const withoutRound = ({ round: _round, ...person }: PublicisedPerson & { round: number }): PublicisedPerson =>
  person;

/** Preview of a notice for these projects. */
export const draftPublicity = (db: Db, actor: Principal, draft: Draft) =>
  inTransaction(db, async (tx) => {
    const { people, schoolName, cycle, endsOn, workingDays } = await prepare(tx, actor, draft);
    const { startsOn, place, contact } = draft;
    const { reportClosesAt } = cycle;
    const isTight = reportClosesAt !== null && endsOn >= dayOf(reportClosesAt);
    return {
      endsOn,
      workingDays,
      people: people.map(withoutRound),
      notice: publicityNotice({
        schoolName,
        cycleName: cycle.name,
        startsOn,
        endsOn,
        workingDays,
        place,
        contact,
      }),
      warning: isTight ? '公示期满时报送已经截止，请提前开始公示' : null,
    };
  });

/** Publishes a notice for these projects. */
export const startPublicity = (db: Db, actor: Principal, start: Start): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const { people, schoolId, cycle, endsOn, workingDays } = await prepare(tx, actor, start);
    const { startsOn, place, contact, notice } = start;
    const { id } = await tx
      .insertInto('unit_publicity')
      .values({
        cycle_id: cycle.id,
        school_id: schoolId,
        starts_on: startsOn,
        ends_on: endsOn,
        working_days: workingDays,
        place,
        contact,
        notice,
        people: JSON.stringify(people.map(withoutRound)),
        create_by: actor.username,
        create_time: actor.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('unit_publicity_project')
      .values(people.map(({ projectId, round }) => ({ publicity_id: id, project_id: projectId, round })))
      .execute();
    const text = `您的申报从 ${startsOn} 到 ${endsOn} 在单位公示，地点：${place}。`;
    for (const { projectId } of people) await notifyApplicant(tx, projectId, { kind: 'info', text });
    await audit(tx, {
      actorId: actor.userId,
      action: 'publicity.started',
      entity: 'unit_publicity',
      entityId: id,
      detail: { startsOn, endsOn, workingDays, projects: people.map(({ projectId }) => projectId) },
    });
    return { id };
  });
