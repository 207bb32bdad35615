import { sql } from 'kysely';
import { changeFile } from './leak-files.ts';
import { APPLYING, BODY } from './leak-readers.ts';
import { can, type Column, removePlaces, type Secret } from './leak-secret.ts';

/** Columns with names of applicants. */
const nameColumns: readonly Column[] = [
  'teacher.name',
  'teacher.search_text',
  'sys_user.nick_name',
  'project_snapshot.content',
  'project.form',
  'commitment_signature.name',
  'outbox.content',
  'unit_publicity.people',
];

/** Columns written by those who check projects. */
const checkColumns: readonly Column[] = [
  'state_event.note',
  'project_return.reason',
  'project_return.reasons',
  'project_recommendation.opinion',
  'eligibility_check.opinion',
  'eligibility_check.items',
  'unit_publicity.place',
  'unit_publicity.contact',
  'unit_publicity.notice',
  'objection.name',
  'objection.content',
];

/** Secrets of a review: about projects, and about their reviewers. */
export const reviewSecrets: Secret[] = [
  {
    name: 'who must not review what, and why',
    marks: ['evidence', 'relation'],
    knows: (reader) => reader.everywhere && reader.holds('conflict:list'),
    columns: ['conflict.evidence', 'declared_relation.name', 'declared_relation.reason'],
    // Without the conflict its expert is missing as well.
    change: ({ db }, { conflictId }) => sql`delete from conflict where id = ${conflictId}`.execute(db),
  },
  {
    name: 'who reviews what',
    marks: ['byHand'],
    knows: (reader) => reader.everywhere && reader.holds('review:list'),
    columns: ['assignment.by_hand'],
  },
  {
    name: 'who applies at another school',
    marks: ['applicant', 'copyApplicant'],
    knows: (reader) =>
      reader.everywhere &&
      can('project:decide', 'project:check', 'teacher:list', 'user:list', 'online:list')(reader),
    columns: [...nameColumns, 'project_material.name'],
  },
  {
    name: 'what somebody of another school applies with',
    marks: ['statement'],
    knows: (reader) => reader.everywhere && reader.holds('project:decide'),
    columns: ['project_snapshot.content', 'project.form'],
  },
  {
    name: 'who applies at the own school',
    marks: ['ownApplicant'],
    knows: (reader) =>
      reader.name === '申报人' ||
      (reader.name !== BODY && can('project:decide', 'project:check', 'teacher:list', 'user:list')(reader)),
    columns: [...nameColumns],
  },
  {
    name: 'what is typed, and what was given up before its school had reported it',
    marks: ['typing'],
    columns: ['project.form', 'project_snapshot.content'],
  },
  {
    name: 'what school and office write of applications of another school',
    marks: ['checkWords'],
    knows: (reader) => reader.everywhere && reader.holds('project:decide'),
    columns: [...checkColumns],
  },
  {
    name: 'whom another school has reported to its supervising body, and what is written of them',
    marks: ['reportedApplicant'],
    knows: (reader) =>
      reader.name === BODY ||
      (reader.everywhere &&
        can('project:decide', 'project:check', 'teacher:list', 'user:list', 'online:list')(reader)),
    columns: [...nameColumns, ...checkColumns],
  },
  {
    name: 'who applies in a round that is not blind',
    marks: ['openApplicant'],
    knows: (reader) =>
      reader.name === '公开评审专家' ||
      (reader.everywhere &&
        can('project:decide', 'project:check', 'teacher:list', 'user:list', 'online:list')(reader)),
    columns: [...nameColumns],
  },
  {
    name: 'what other experts write, before it is published',
    marks: ['opinion'],
    knows: (reader) => reader.everywhere && reader.holds('review:list'),
    columns: ['review.opinion', 'review.submitted', 'review_revision.opinion'],
  },
  {
    name: 'what other experts report of a file',
    marks: ['report'],
    knows: (reader) => reader.everywhere && can('assignment:release')(reader),
    columns: ['material_report.note'],
  },
  {
    name: 'what is written of an officer who applies',
    marks: ['officerOpinion'],
    knows: (reader) => reader.everywhere && reader.holds('review:list') && reader.name !== APPLYING,
    columns: ['review.opinion', 'review.submitted', 'review_revision.opinion'],
  },
  {
    name: 'who reviews the file of an officer who applies, and how far they are',
    marks: [],
    knows: (reader) =>
      reader.everywhere && can('review:list', 'assignment:list')(reader) && reader.name !== APPLYING,
    change: async ({ db }, { vanishing, foreign, ownProject }) => {
      const places = sql`(select id from assignment where expert_id = ${vanishing} and project_id = ${ownProject})`;
      await sql`delete from review_revision where assignment_id in ${places}`.execute(db);
      await sql`delete from review where assignment_id in ${places}`.execute(db);
      await sql`delete from assignment where expert_id = ${vanishing} and project_id = ${ownProject}`.execute(
        db,
      );
      await sql`update assignment set state = 'reviewing', is_counted = false, submitted_at = null, total = null, answer = null
        where expert_id = ${foreign} and project_id = ${ownProject}`.execute(db);
    },
  },
  {
    name: 'how many others are on a file, how far they are and what it comes to',
    marks: [],
    knows: (reader) => reader.everywhere && can('review:list', 'assignment:list')(reader),
    change: async ({ db }, { vanishing, foreign, closedCycle, reviewCycle }) => {
      await removePlaces(db, vanishing);
      await sql`update assignment set state = 'reviewing', is_counted = false, submitted_at = null, total = null, answer = null
        where expert_id = ${foreign} and cycle_id = ${reviewCycle}`.execute(db);
      await sql`update external_result set outcome = 'fail', asked = 2, returned = 2, disagreed = 1, message = '另一个结果'
        where cycle_id = ${closedCycle}`.execute(db);
    },
  },
  {
    name: 'who wrote what is published, and when',
    marks: [],
    knows: (reader) => reader.everywhere && can('review:list', 'assignment:list')(reader),
    change: async ({ db }, { foreign, stableExpert, publishedCycle }) => {
      await sql`update assignment set expert_id = ${stableExpert}, submitted_at = submitted_at + interval '3 hours',
        update_time = update_time + interval '3 hours' where expert_id = ${foreign} and cycle_id = ${publishedCycle}`.execute(
        db,
      );
    },
  },
  // Steps cannot be changed, not even here.
  {
    name: 'why the office changed a result',
    marks: ['stepReason'],
    knows: (reader) => reader.everywhere && reader.holds('review:list'),
  },
  {
    name: 'what stands in a file of another school',
    marks: ['fileText'],
    knows: (reader) => reader.everywhere && reader.holds('project:decide'),
    change: (server) => changeFile(server, 'fileText'),
  },
  {
    name: 'what stands in a file of the own school',
    marks: ['ownFileText'],
    knows: (reader) => reader.name !== BODY && can('project:decide', 'project:check')(reader),
    change: (server) => changeFile(server, 'ownFileText'),
  },
];
