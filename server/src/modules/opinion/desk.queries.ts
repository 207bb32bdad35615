import { sql } from 'kysely';
import type { z } from 'zod';
import type { MaterialProblem, ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import {
  assignmentMachine,
  type AssignmentState,
  inTime,
  isOpen,
} from '@zhiping/shared/rules/assignment/states.ts';
import { indexes } from '@zhiping/shared/rules/project-form/work-sections.ts';
import { possibleWorks, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { formFor, type ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { type FilledForm, missingInOpinion } from '@zhiping/shared/rules/opinion/opinion.ts';
import { answerScale } from '@zhiping/shared/rules/review-rule/answer-scale.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import { notFound } from '../../platform/errors.ts';
import { caseOf, findRound, NOUN } from '../assignment/assignment-workflow.ts';
import { findLockedOpinions } from '../project/locked-opinions.queries.ts';
import { hidingFor } from '../blind-copy/hide-from-blind.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';
import { findFullNames } from '../subject/subject.queries.ts';
import { findExtension } from './extension.queries.ts';
import { halted, isHalted, isOwnDesk } from './opinion.policy.ts';
import { isKnownTitle, titleForExpert } from './title-for-expert.ts';

export const emptyOpinion: FilledForm = { scores: {}, texts: {}, conclusion: null, grade: null };

/** How opinions of a cycle end: with 同意 or 不同意, or with a grade. */
export const scaleOf = ({ rules }: Pick<RuleContent, 'rules'>) =>
  answerScale.schema.parse(settingOf(rules, answerScale)?.values ?? {}).scale;

/** An own assignment with its opinion; 404 if it belongs to another expert. */
export const findDesk = async (db: Db, reader: Principal, id: number) => {
  const found = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'assignment.project_id')
    .leftJoin('review', 'assignment_id', 'assignment.id')
    .selectAll('assignment')
    .select([
      'bag_no',
      'project.no',
      'title_series',
      'title_level',
      'title_name',
      'opinion',
      'review.version as opinionVersion',
      'saved_at',
      'hash',
      'rule_version',
      isHalted.as('isHalted'),
      isKnownTitle.as('isKnownTitle'),
    ])
    .where('assignment.id', '=', id)
    .where(isOwnDesk(reader))
    .executeTakeFirst();
  if (!found) throw notFound(NOUN);
  if (found.isHalted) throw halted();
  return found;
};

const workWords = {
  papers: '论文',
  books: '著作',
  projects: '项目',
  awards: '获奖',
  patents: '专利',
  others: '其他成果',
};

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null);

/** The representative works without a name: title, year, index, the own rank among how many, and what is new in them. */
export const worksOf = (form: ProjectForm) => {
  const byKey = new Map(possibleWorks(form).map((work) => [work.entry.key, work]));
  return form.works.works.flatMap(({ entry: key, contribution }) => {
    const work = key === null ? undefined : byKey.get(key);
    if (!work) return [];
    const { entry, list } = work;
    const index = asText(entry['index']);
    return [
      {
        key: entry.key,
        title: entry.title ?? '',
        kind: workWords[list],
        year: asNumber(entry['year']),
        index: index === null ? null : (indexes[index as keyof typeof indexes] ?? index),
        rank: asNumber(entry['rank']),
        people: asNumber(entry['people']),
        contribution,
      },
    ];
  });
};

/** The works for blind readers: applicants may have named themselves in them. */
const withoutNames = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  projectId: number,
  works: ReturnType<typeof worksOf>,
) => {
  const hide = await hidingFor(deps, projectId);
  return works.map((work) => ({
    ...work,
    title: hide(work.title),
    contribution: work.contribution === null ? null : hide(work.contribution),
  }));
};

type Reported = {
  problem: string | null;
  reported_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
};

const reportOf = ({ problem, reported_at, answer, answered_at }: Reported) =>
  reported_at && {
    problem: problem as MaterialProblem,
    on: dayOf(reported_at),
    answer,
    answeredOn: answered_at && dayOf(answered_at),
  };

/**
 * The materials of a desk. Blind ones are the works alone, with neutral names and numbers; a material is requested by
 * that number.
 */
export const filesOf = async (
  db: Db,
  {
    assignmentId,
    blind,
    works,
    fileIds,
  }: {
    assignmentId: number;
    blind: boolean;
    works: ReturnType<typeof worksOf>;
    fileIds: readonly number[];
  },
) => {
  const files = await db
    .selectFrom('project_material')
    .leftJoin('review_reading', (join) =>
      join
        .onRef('material_id', '=', 'project_material.id')
        .on('review_reading.assignment_id', '=', assignmentId),
    )
    .leftJoin('blind_copy', (join) =>
      join
        .onRef('blind_copy.material_id', '=', 'project_material.id')
        .onRef('blind_copy.source_sha256', '=', 'project_material.sha256')
        .on('blind_copy.state', '=', 'released'),
    )
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('material_report')
          .select(['problem', 'create_time as reported_at', 'answer', 'answered_at'])
          .whereRef('material_id', '=', 'project_material.id')
          .where('assignment_id', '=', assignmentId)
          .orderBy('create_time', 'desc')
          .limit(1)
          .as('report'),
      (join) => join.onTrue(),
    )
    .select([
      'report.problem',
      'report.reported_at',
      'report.answer',
      'report.answered_at',
      'project_material.id',
      'type',
      'entry_key',
      'name',
      'format',
      'project_material.bytes',
      'project_material.pages',
      'page',
      'is_read',
      'blind_copy.bytes as copyBytes',
      'blind_copy.pages as copyPages',
      'result_sha256',
    ])
    .where('project_material.id', 'in', [...fileIds, 0])
    .orderBy(sql`array_position(${[...fileIds]}::bigint[], project_material.id)`)
    .execute();
  const shown = blind
    ? works.flatMap(({ key }) =>
        files.filter((file) => file.type === 'representativeWork' && file.entry_key === key),
      )
    : files;
  return shown.map(({ id, type, page, is_read, name, format, bytes, pages, ...row }, index) => ({
    id: blind ? index + 1 : id,
    materialId: id,
    kind: materialTypes[type],
    // Size and length of an original may reveal its owner.
    ...(blind
      ? {
          name: `代表作 ${index + 1}`,
          format: 'pdf' as const,
          bytes: row.copyBytes ?? 0,
          pages: row.copyPages,
          isReady: row.result_sha256 !== null,
        }
      : { name, format, bytes, pages, isReady: true }),
    page: page ?? 1,
    isRead: is_read ?? false,
    report: reportOf(row),
  }));
};

/**
 * Opinions of the other experts on a project, for experts who submitted their own: after publication, if the cycle
 * allows it. In random order; until then even their number is hidden.
 */
const othersOf = async (
  db: Db,
  { id, project_id: projectId, state }: { id: number; project_id: number; state: AssignmentState },
  isShared: boolean,
): Promise<FilledForm[] | null> => {
  if (!isShared || state !== 'locked') return null;
  const opinions = await findLockedOpinions(db, projectId);
  return opinions.filter((one) => one.id !== id).map(({ opinion }) => opinion);
};

/** How many parts an opinion lacks by the form of its cycle. */
export const countMissing = (
  { form, rules }: Pick<RuleContent, 'rules'> & { form: ReviewForm },
  opinion: FilledForm,
): number => missingInOpinion(form, opinion, scaleOf({ rules })).length;

/** One assignment as its expert may see it. Nothing of the project is shown before the commitment is signed. */
export const readDesk = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  reader: Principal,
  id: number,
): Promise<z.input<typeof ReviewDesk>> => {
  const { db } = deps;
  const found = await findDesk(db, reader, id);
  const [round, holding, snapshot, extension] = await Promise.all([
    findRound(db, found.cycle_id),
    findHolding(db, found.cycle_id),
    findSnapshot(db, found.project_id),
    findExtension(db, { expertId: found.expert_id, cycleId: found.cycle_id }),
  ]);
  const { content } = holding;
  const { form, person, files } = snapshot.content;
  const isSigned = found.accepted_at !== null;
  const paths = form.target.subjects?.map(({ path }) => path) ?? [];
  const names = paths.length > 0 ? await findFullNames(db, paths) : new Map<string, string>();
  const works = worksOf(form);
  const shownWorks = content.blind && isSigned ? await withoutNames(deps, found.project_id, works) : works;
  const opinion = found.opinion ?? emptyOpinion;
  const shownFiles = isSigned
    ? await filesOf(db, {
        assignmentId: id,
        blind: content.blind,
        works,
        fileIds: files.map((file) => file.id),
      })
    : [];
  const subject = caseOf(round, found, {
    at: reader.at,
    missing: countMissing(content, opinion),
    unreadable: shownFiles.filter(({ isReady }) => !isReady).length,
  });
  const common = {
    assignmentId: found.id,
    bagNo: found.bag_no,
    cycle: {
      id: found.cycle_id,
      name: holding.name,
      organiser: holding.organiser,
      officePhone: holding.office_phone,
      suspendedReason: round.suspendedReason,
      scale: scaleOf(content),
      form: formFor(content.form, content.blind),
      ruleVersion: holding.version,
      materialDownload: content.materialDownload ?? false,
    },
    titleSeries: found.title_series,
    titleLevel: form.target.titleLevel as z.input<typeof ReviewDesk>['titleLevel'],
    titleName: titleForExpert(found.title_name, { blind: content.blind, isKnown: found.isKnownTitle }),
    subjects: paths.map((path) => names.get(pathKey(path)) ?? pathKey(path)),
    state: found.state,
    closedReason: isOpen(found.state) ? (inTime(subject)?.message ?? null) : null,
    extension,
    dueAt: found.due_at,
    now: reader.at,
    submittedAt: found.submitted_at,
    returnedReason: found.state === 'returned' ? found.ended_reason : null,
    works: isSigned ? shownWorks : null,
    files: shownFiles,
    opinion,
    others: await othersOf(db, found, content.shareOpinions === true && round.releasedAt !== null),
    version: found.opinionVersion ?? 0,
    savedAt: found.saved_at,
    hash: isOpen(found.state) ? null : found.hash,
    can: eventsFor(assignmentMachine, found.state, ['expert'], subject),
  };
  if (content.blind) return { view: 'expertBlind', ...common };
  const { name, gender, schoolName } = person;
  return {
    view: 'expertOpen',
    ...common,
    projectNo: found.no ?? '',
    person: isSigned ? { name, gender, schoolName } : null,
    application: isSigned ? form : null,
  };
};
