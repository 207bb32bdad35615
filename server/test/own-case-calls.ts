import { departmentVote, voteAgainst } from './project-helpers.ts';
import type { Input } from './harness.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';

/** One project with all that hangs on it, and the people and records behind it. */
export type Case = {
  cycleId: number;
  drawId: number;
  project: number;
  name: string;
  idCard: string;
  material: number;
  recommendationFile: number;
  publicity: number;
  objection: number;
  place: { id: number; version: number; expert: number };
  report: number;
  conflict: number;
  relation: number;
  teacher: number;
  /** An expert who could review it. */
  expert: number;
  newExpert: () => object;
  integrity: number;
};

type Call = (of: Case) => Input<Endpoint>;

/** What a call has to do with the case of an officer. */
export type Class =
  /** Names no project, and no person that a project is about. */
  | 'none'
  /** The calls of an applicant or an expert about themselves. */
  | 'own'
  /** A list, a count or an export: it holds no trace of the own project. */
  | 'list'
  /** An act on a whole cycle or draw, which holds the own project too and shows nothing of it. */
  | 'cycle'
  /** Sheets and archives by which a school fills drafts: no more than the applicant can do. */
  | 'drafts'
  /** Names a project or a person: refused for the own one. */
  | Call;

const NO_ID = '00000000-0000-4000-8000-000000000000';
const reason = '核对材料';
const sentBack = { version: 0, reason, reasons: [] };
const byProject =
  (body: object = {}): Call =>
  ({ project }) => ({ params: { id: project }, body: { version: 0, ...body } });
const byPlace =
  (body: object = {}): Call =>
  ({ place }) => ({ params: { id: place.id }, body: { version: place.version, reason, ...body } });
const byMaterial =
  (body: object = {}): Call =>
  ({ material }) => ({ params: { id: material }, body: body as never });
const bulk =
  (body: object = {}): Call =>
  ({ project }) => ({ body: { ids: [project], ...body } });
const startsOn = '2026-09-15';
const notice = { startsOn, place: '公告栏', contact: '83240000', notice: '公示' };

/** Resources in which no case is named: accounts, registers, settings, the machine. */
export const resources = [
  '/auth',
  '/avatar',
  '/api/users',
  '/api/code',
  '/api/roles',
  '/api/menus',
  '/api/dept',
  '/api/job',
  '/api/dict',
  '/api/dictDetail',
  '/api/subject',
  '/api/school',
  '/api/draft',
  '/api/article',
  '/api/upload',
  '/api/record-check',
  '/api/localStorage',
  '/file',
  '/api/s3Storage',
  '/api/deploy',
  '/api/database',
  '/api/holiday',
  '/api/rule',
  '/api/commitment',
  '/api/message-text',
  '/api/cycle',
  '/api/logs',
  '/api/monitor',
  '/api/outbox',
  '/api/views',
  '/api/jobs',
  '/api/tasks',
  '/api/exports',
  '/api/notifications',
  '/metrics',
  '/health',
];

/** Every other call. A new one fails the test until it stands here. */
export const classes: Record<string, Class> = {
  'GET /api/expert/info/owner': 'own',
  'PUT /api/expert/info/owner': 'own',
  'POST /api/expert/confirm': 'own',
  'PUT /api/expert/info/owner/unavailability': 'own',
  'DELETE /api/expert/info/owner/change/:id': 'own',
  'GET /api/expert/info/owner/relation': 'own',
  'POST /api/expert/info/owner/relation': 'own',
  'DELETE /api/expert/info/owner/relation': 'own',
  'GET /api/expert': 'list',
  'GET /api/expert/:id': 'list',
  'GET /api/expert/:id/identity': 'none',
  'POST /api/expert': ({ newExpert }) => ({ body: newExpert() as never }),
  'PUT /api/expert': ({ expert, newExpert }) => {
    const { idCard: _idCard, ...change } = newExpert() as { idCard: string };
    return { body: { ...change, id: expert, version: 0 } };
  },
  'DELETE /api/expert': ({ expert }) => ({ body: [expert] as never }),
  'PUT /api/expert/rating': ({ expert }) => ({ body: { ids: [expert], rating: 0, reason } }),
  'PUT /api/expert/enabled': ({ expert }) => ({ body: { ids: [expert], enabled: false, reason } }),
  'PUT /api/expert/rating/batch': ({ expert }) => ({ body: { ids: [expert], rating: 0, reason } }),
  'PUT /api/expert/enabled/batch': ({ expert }) => ({ body: { ids: [expert], enabled: false, reason } }),
  'PUT /api/expert/:id/affiliations': ({ expert }) => ({
    params: { id: expert },
    body: { affiliations: [] },
  }),
  'PUT /api/expert/:id/unavailability': ({ expert }) => ({
    params: { id: expert },
    body: { unavailability: [] },
  }),
  'POST /api/expert/:id/reminder': 'none',
  'PUT /api/expert/:id/change': ({ expert }) => ({
    params: { id: expert },
    body: { changeId: 1, approved: true, reason },
  }),
  'GET /api/expert/inspect/:id': 'list',
  'GET /api/expert/download': 'list',
  'GET /api/expert/batch/template': 'none',
  // Adds by the function behind `POST /api/expert`.
  'POST /api/expert/batch': 'none',
  'POST /api/expert/batch/:taskId': 'none',
  'GET /api/teacher': 'none',
  'GET /api/teacher/:id/identity': 'none',
  'POST /api/teacher': 'none',
  'PUT /api/teacher': ({ teacher }) => ({
    body: { id: teacher, name: '改名', type: 'other', schoolId: 1, version: 0, enabled: true },
  }),
  'POST /api/teacher/:id/correction': ({ teacher }) => ({
    params: { id: teacher },
    body: { version: 0, name: '改名', document: '户口簿', reason: '写错' },
  }),
  'DELETE /api/teacher': ({ teacher }) => ({ body: [teacher] as never }),
  'PUT /api/teacher/enabled': ({ teacher }) => ({ body: { ids: [teacher], enabled: true } }),
  // Whoever applies has an account already.
  'POST /api/teacher/account': 'none',
  'GET /api/teacher/download': 'none',
  'GET /api/teacher/batch/template': 'none',
  // Adds by the function behind `POST /api/teacher`, which knows identity numbers.
  'POST /api/teacher/batch': 'none',
  'POST /api/teacher/batch/:taskId': 'none',
  'GET /api/integrity': 'list',
  'GET /api/integrity/download': 'list',
  'POST /api/integrity': ({ name, idCard }) => ({
    body: { name, idCard, role: 'applicant', since: '2025-03-01', reason, basis: '文件' },
  }),
  'PUT /api/integrity': ({ integrity }) => ({
    body: { id: integrity, version: 0, since: '2025-03-02', reason, basis: '文件' },
  }),
  'POST /api/integrity/:id/change': ({ integrity }) => ({
    params: { id: integrity },
    body: { version: 0, since: '2025-03-02', reason, basis: '文件', why: reason },
  }),
  'POST /api/integrity/:id/removal': ({ integrity }) => ({
    params: { id: integrity },
    body: { version: 0, why: reason },
  }),
  'DELETE /api/integrity': ({ integrity }) => ({ body: [integrity] as never }),
  'GET /api/apply/cycle': 'own',
  'GET /api/project/own': 'own',
  'GET /api/project/employer': 'own',
  'POST /api/project': 'own',
  // In the view of its applicant, without what the office sees.
  'GET /api/project/:id': 'own',
  'GET /api/project/material/:id': 'own',
  'PUT /api/project/:id/form': 'own',
  'POST /api/project/:id/material': 'own',
  'PUT /api/project/:id/material': 'own',
  'DELETE /api/project/:id/material/:materialId': 'own',
  'POST /api/project/:id/begin': 'own',
  'POST /api/project/:id/submit': 'own',
  'POST /api/project/:id/:event': 'own',
  'POST /api/project/:id/return': byProject(sentBack),
  'POST /api/project/:id/recommend': byProject(departmentVote),
  'POST /api/project/:id/recommend-exception': byProject({ ...departmentVote, ...voteAgainst }),
  'POST /api/project/:id/recommendation-file': byProject({ uploadId: NO_ID }),
  'GET /api/project/recommendation-file/:id': ({ recommendationFile }) => ({
    params: { id: recommendationFile },
  }),
  'GET /api/project': 'list',
  'GET /api/project/stage': 'list',
  'GET /api/project/cycle': 'list',
  'GET /api/project/supervised': 'list',
  'GET /api/project/board': 'list',
  'GET /api/project/sheet': 'list',
  'GET /api/project/sheet/download': 'list',
  'GET /api/project/download': 'list',
  'GET /api/project/import/cycle': 'none',
  'GET /api/project/batch/template': 'none',
  'POST /api/project/batch': 'drafts',
  'POST /api/project/batch/:taskId': 'drafts',
  'POST /api/project/archive': 'drafts',
  'GET /api/project/archive': 'drafts',
  'GET /api/project/archive/:id/file': 'drafts',
  'GET /api/project/archive/:id/choice': 'drafts',
  'PUT /api/project/archive/:id/file/:position': 'drafts',
  'POST /api/project/archive/:id': 'drafts',
  'GET /api/blind-copy/cycle': 'list',
  'GET /api/blind-copy/summary': 'list',
  'GET /api/blind-copy': 'list',
  'POST /api/blind-copy/run': 'cycle',
  'GET /api/blind-copy/:id': byMaterial(),
  'GET /api/blind-copy/:id/page/:page': ({ material }) => ({
    params: { id: material, page: 1 },
    query: { side: 'original' },
  }),
  'PUT /api/blind-copy/:id/mark': byMaterial({ markIds: [1], isCovered: true }),
  'POST /api/blind-copy/:id/mark': byMaterial({
    place: { page: 1, x: 0, y: 0, width: 0.1, height: 0.1, angle: 0 },
    reason,
  }),
  'DELETE /api/blind-copy/:id/mark': byMaterial([1]),
  'PUT /api/blind-copy/:id/page': byMaterial({ pages: [1], isChecked: true }),
  'POST /api/blind-copy/:id/cover': byMaterial(),
  'POST /api/blind-copy/:id/release': byMaterial({ waiver: reason }),
  'POST /api/blind-copy/release': ({ cycleId, material }) => ({ body: { cycleId, ids: [material] } }),
  'POST /api/blind-copy/recheck': ({ cycleId, material }) => ({ body: { cycleId, ids: [material] } }),
  'POST /api/blind-copy/:id/withdraw': byMaterial(),
  'GET /api/project/report/commitment': 'none',
  'POST /api/project/report': bulk({ commitmentId: null }),
  'POST /api/project/report/retract': ({ project }) => ({
    body: { rows: [{ id: project, version: 0 }], reason },
  }),
  'POST /api/project/pass': bulk({ reason }),
  'POST /api/project/:id/check/:event': ({ project }) => ({
    params: { id: project, event: 'decline' },
    body: { version: 0, reason },
  }),
  'GET /api/publicity': 'list',
  // The notice hangs for all to read; objections of the own project are left out.
  'GET /api/publicity/:id': 'own',
  'POST /api/publicity/draft': bulk(notice),
  'POST /api/publicity': bulk(notice),
  'POST /api/publicity/:id/cancel': ({ publicity }) => ({ params: { id: publicity }, body: { reason } }),
  'POST /api/publicity/:id/objection': ({ publicity, project }) => ({
    params: { id: publicity },
    body: { projectId: project, name: '王某', content: '不实', receivedOn: '2026-09-10' },
  }),
  'POST /api/publicity/objection/:id': ({ objection }) => ({
    params: { id: objection },
    body: { version: 0, verdict: 'dismissed', answer: '不成立' },
  }),
  'GET /api/draw': 'cycle',
  'GET /api/draw/:id': 'cycle',
  'POST /api/draw': 'cycle',
  'POST /api/draw/:id/commit': 'cycle',
  'POST /api/draw/:id/freeze': 'cycle',
  'POST /api/draw/:id/open': 'cycle',
  'POST /api/draw/:id/abort': 'cycle',
  // Refused for whoever applies in the cycle (round-readers.test.ts).
  'GET /api/draw/:id/record': 'cycle',
  'POST /api/draw/:id/release': 'cycle',
  'GET /api/draw/:id/standing': 'list',
  'GET /api/draw/:id/result': 'cycle',
  'GET /api/draw-result': 'list',
  'GET /api/draw/:id/subject': 'cycle',
  'PUT /api/draw/:id/fixed': 'cycle',
  // Before the release: see the test of pairs.
  'GET /api/draw/:id/consequence': 'cycle',
  'POST /api/draw/:id/solve': 'cycle',
  'GET /api/draw/:id/solve': 'list',
  'POST /api/draw/:id/apply': 'cycle',
  'POST /api/draw/:id/undo': 'cycle',
  'POST /api/draw/:id/why': ({ drawId, project }) => ({
    params: { id: drawId },
    body: { projectId: project },
  }),
  'GET /api/draw/:id/why': ({ drawId, project }) => ({
    params: { id: drawId },
    query: { projectId: project },
  }),
  'POST /api/draw/:id/repeat': 'cycle',
  'POST /api/draw/:id/cancel': 'cycle',
  'POST /api/draw/:id/compute': 'cycle',
  'GET /api/draw/:id/sheet': 'list',
  'POST /api/draw/:id/sheet': 'cycle',
  'GET /api/assignment': 'list',
  'GET /api/assignment/summary': 'list',
  'GET /api/assignment/candidate': ({ project }) => ({ query: { projectId: project } }),
  'PUT /api/assignment/:id/expert': byPlace({ expertId: 1 }),
  'POST /api/assignment/:id/replace': byPlace(),
  'POST /api/assignment/:id/exclude': byPlace({ cause: 'breach' }),
  'POST /api/assignment': ({ project }) => ({ body: { projectId: project, reason } }),
  'GET /api/assignment/project/:id': ({ project }) => ({ params: { id: project } }),
  'POST /api/assignment/:id/return': byPlace(),
  'POST /api/assignment/report/:id/answer': ({ report }) => ({
    params: { id: report },
    body: { answer: '已更换' },
  }),
  'POST /api/assignment/close': 'cycle',
  'POST /api/assignment/publish': 'cycle',
  'GET /api/confirmation': 'list',
  // Who applies in a cycle reads and answers no request of it (excluded-opinion.test.ts).
  'POST /api/confirmation/:id/confirm': 'none',
  'POST /api/confirmation/:id/refuse': 'none',
  'POST /api/confirmation/:id/withdraw': 'none',
  'GET /api/mapping': 'cycle',
  // Refused for whoever applies in the cycle (mapping.test.ts).
  'POST /api/mapping': 'cycle',
  'GET /api/assignment/board': 'list',
  'GET /api/assignment/expert': 'list',
  'POST /api/assignment/expert/reminder/preview': 'cycle',
  'POST /api/assignment/expert/reminder': 'cycle',
  'POST /api/assignment/expert/extension': 'cycle',
  'POST /api/assignment/expert/extension/refusal': 'cycle',
  'GET /api/assignment/expert/download': 'list',
  'GET /api/assignment/score/download': 'list',
  'GET /api/assignment/opinion/download': 'list',
  'GET /api/assignment/named-opinion/download': 'list',
  'GET /api/assignment/figure': 'list',
  'GET /api/assignment/figure/download': 'list',
  'GET /api/expert/project/:id': 'list',
  'POST /api/expert/project/commitment': 'own',
  'GET /api/review/commitment': 'own',
  'POST /api/review/extension': 'own',
  'GET /api/review/:id': 'own',
  'PUT /api/review/:id': 'own',
  'POST /api/review/:id/submit': 'own',
  'POST /api/review/:id/event': 'own',
  'PUT /api/review/:id/reading/:materialId': 'own',
  'GET /api/review/:id/material/:materialId': 'own',
  'GET /api/review/:id/material/:materialId/download': 'own',
  'POST /api/review/:id/material/:materialId/problem': 'own',
  'GET /api/review/:id/sheet': 'own',
  'POST /api/review/:id/sheet': 'own',
  'GET /api/review/:id/revision': 'own',
  'POST /api/project/:id/eligibility': byProject({ verdict: 'eligible', opinion: '合格', items: [] }),
  'POST /api/project/:id/eligibility/undo': byProject({ reason }),
  'POST /api/project/:id/supplement': byProject(sentBack),
  'POST /api/project/eligibility': bulk({ opinion: '合格' }),
  'GET /api/conflict': 'list',
  'GET /api/conflict/cycle': 'cycle',
  'GET /api/conflict/state': 'cycle',
  'GET /api/conflict/project/:id': ({ project }) => ({ params: { id: project } }),
  'GET /api/conflict/expert/:id': 'list',
  'POST /api/conflict/:id/pin': ({ conflict }) => ({
    params: { id: conflict },
    body: { pinned: 'none', reason },
  }),
  'POST /api/conflict/:id/lift': ({ conflict }) => ({
    params: { id: conflict },
    body: { pinned: null, reason },
  }),
  'POST /api/conflict/:id/unpin': ({ conflict }) => ({ params: { id: conflict }, body: { reason } }),
  'POST /api/conflict/relation': ({ name, place }) => ({
    body: { expertId: place.expert, kind: 'relative', name, unit: null, reason },
  }),
  'DELETE /api/conflict/relation': ({ relation }) => ({ body: [relation] as never }),
  'POST /api/conflict/compute': 'cycle',
  'POST /api/conflict/cancel': 'cycle',
  'GET /api/dashboard': 'list',
};
