import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import { titleLevels } from '@zhiping/shared/rules/expert/title-levels.ts';
import { emptyForm, ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { oneApplication } from '@zhiping/shared/rules/review-rule/one-project.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError } from '../../platform/errors.ts';
import { lastEdition } from '../succession/succession.ts';
import { drawBagNo } from './bag-no.ts';
import { formColumns } from './form-columns.ts';
import { countOthers } from './project.queries.ts';
import { findOpenCycle } from './open-cycle.queries.ts';
import type { ProjectCycle } from './project-cycle.queries.ts';

/** Draws bag numbers until one is free. */
const findFreeBagNo = async (tx: Tx): Promise<string> => {
  const bagNo = drawBagNo();
  const taken = await tx.selectFrom('project').select('id').where('bag_no', '=', bagNo).executeTakeFirst();
  return taken ? findFreeBagNo(tx) : bagNo;
};

/**
 * Locks the applicant so that they start one project at a time, at a school whose register lists them. A merger of the
 * schools or a deletion of the teacher waits for the lock.
 */
export const lockApplicant = async (
  tx: Tx,
  who: { userId: number } | { personId: number },
  schoolId: number,
) => {
  await tx.selectFrom('dept').select('id').where('id', '=', schoolId).forShare().execute();
  return tx
    .selectFrom('applicant')
    .innerJoin('teacher', 'teacher.person_id', 'applicant.person_id')
    .select([
      'applicant.person_id',
      'phone',
      'email',
      'title_series as titleSeries',
      'title_level as titleLevel',
      'title_name as titleName',
    ])
    .$call((rows) =>
      'userId' in who
        ? rows.where('applicant.user_id', '=', who.userId)
        : rows.where('applicant.person_id', '=', who.personId),
    )
    .where('teacher.school_id', '=', schoolId)
    .where('teacher.enabled', '=', true)
    .forUpdate('applicant')
    .forShare('teacher')
    .executeTakeFirst();
};

type Applicant = NonNullable<Awaited<ReturnType<typeof lockApplicant>>>;

const findEarlierForm = async (tx: Tx, personId: number) => {
  const earlier = await tx
    .selectFrom('project')
    .select('form')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return earlier && ProjectForm.parse(earlier.form);
};

/** A form prefilled from the register and from the applicant's last project. */
const prefilledForm = (earlier: ProjectForm | undefined, teacher: Applicant): ProjectForm => {
  const form = emptyForm();
  const { basic, education, employment, assessment, teaching, research } = earlier ?? form;
  const { titleSeries, titleLevel, titleName, phone, email } = teacher;
  return {
    ...form,
    basic: {
      ...basic,
      service: 'working',
      presentSeries: titleSeries ?? basic.presentSeries,
      presentLevel: titleLevels.find((level) => level === titleLevel) ?? basic.presentLevel,
      presentName: titleName ?? basic.presentName,
      phone: phone ?? basic.phone,
      email: email ?? basic.email,
    },
    education,
    employment,
    assessment: { ...form.assessment, years: assessment.years },
    teaching,
    research,
  };
};

export const startingForm = async (tx: Tx, applicant: Applicant): Promise<ProjectForm> =>
  prefilledForm(await findEarlierForm(tx, applicant.person_id), applicant);

/** Maximum number of projects of an applicant in a year. */
export const maxProjectsInYear = ({ rules }: Pick<ProjectCycle, 'rules'>): number =>
  oneApplication.schema.parse(settingOf(rules, oneApplication)?.values ?? {}).most;

type NewProject = { cycle: ProjectCycle; schoolId: number; personId: number; form: ProjectForm };

/** Adds a project for an applicant; throws if they may not start one. */
export const addProject = async (
  tx: Tx,
  actor: Principal,
  { cycle, schoolId, personId, form }: NewProject,
): Promise<{ id: number }> => {
  const project = await tx
    .insertInto('project')
    .values({
      cycle_id: cycle.id,
      person_id: personId,
      school_id: schoolId,
      bag_no: await findFreeBagNo(tx),
      form: JSON.stringify(form),
      subject_edition: sql<number>`${lastEdition}`,
      ...formColumns(form),
      update_by: actor.username,
      create_time: actor.at,
      update_time: actor.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    actorId: actor.userId,
    action: 'project.created',
    entity: 'project',
    entityId: project.id,
    detail: { cycle: cycle.name, row: { person: personId, school: schoolId } },
  });
  return project;
};

const constraints = { project_open: ['cycleId', '您在本批次已有一份申报'] } satisfies Parameters<
  typeof explainBroken
>[0];

export const createProject = (
  db: Db,
  actor: Principal,
  { cycleId, schoolId }: z.output<typeof projectApi.create.body>,
): Promise<{ id: number }> =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const cycle = await findOpenCycle(tx, actor, cycleId);
      const applicant = await lockApplicant(tx, actor, schoolId);
      if (!applicant)
        throw fieldError(
          'project.employer',
          'schoolId',
          '您不是这所学校登记在册的教师，请联系学校职称管理员',
        );
      const { person_id } = applicant;
      const others = await countOthers(tx, { person_id, year: cycle.year, except: null });
      const most = maxProjectsInYear(cycle);
      if (others >= most)
        throw badRequest('project.too_many', `${cycle.year} 年度已有 ${others} 项申报，每年最多 ${most} 项`);
      const form = await startingForm(tx, applicant);
      return addProject(tx, actor, { cycle, schoolId, personId: person_id, form });
    }),
  );
