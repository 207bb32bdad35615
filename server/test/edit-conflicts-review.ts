import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import { createExpert, nextIdCard, signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';
import { publishedCycle } from './project-helpers.ts';
import { drawableExperts, eligibleProjects, wholeOpinion } from './review-helpers.ts';
import { ENGINE } from '../src/modules/blind-copy/pipeline/job.ts';

/** A file at an expert in a state, with another expert who could take it. */
export const assignedFile = async (server: TestServer, state: AssignmentState) => {
  const { token: office } = await signedIn(server.db, { roleIds: [3] });
  const cycleId = await publishedCycle(server, office);
  const [project] = await eligibleProjects(server, cycleId, 1);
  const [expert, other] = await drawableExperts(server, 2);
  await server.pool.query(`update project set state = 'inExternalReview' where id = $1`, [project!.id]);
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into assignment (cycle_id, project_id, expert_id, slot, state, is_counted, parts, released_at, accepted_at, due_at)
      values ($1, $2, $3, 1, $4, $4 in ('submitted', 'returned', 'locked'), $5, '2026-09-01', '2026-09-02', '2026-11-30') returning id`,
    [
      cycleId,
      project!.id,
      expert!.expertId,
      state,
      { match: 10_000, ring: 0, rating: 0, warning: 0, noise: 0, load: 0, total: 10_000 },
    ],
  );
  return { office, id: Number(rows[0]!.id), expert: expert!, other: other! };
};

/** A blind copy that is covered, with one mark. */
export const coveredCopy = async (server: TestServer) => {
  const { token: office } = await signedIn(server.db, { roleIds: [3] });
  const cycleId = await publishedCycle(server, office);
  const [project] = await eligibleProjects(server, cycleId, 1);
  const { rows: files } = await server.pool.query<{ id: string }>(
    `insert into project_material (project_id, position, type, name, format, sha256, bytes, pages, whole, create_time)
      values ($1, 1, 'representativeWork', '全文', 'pdf', repeat('a', 64), 100, 1, true, now()) returning id`,
    [project!.id],
  );
  const id = Number(files[0]!.id);
  await server.pool.query(
    `insert into blind_copy (material_id, source_sha256, state, result_sha256, bytes, pages, covered_marks, engine, covered_at)
      values ($1, repeat('a', 64), 'covered', repeat('b', 64), 100, 1, 1, $2, now())`,
    [id, ENGINE],
  );
  const { rows: marks } = await server.pool.query<{ id: string }>(
    `insert into blind_mark (material_id, page, kind, words, places, source, state)
      values ($1, 1, 'name', '某某', '[]', 'machine', 'covered') returning id`,
    [id],
  );
  return { office, id, markId: Number(marks[0]!.id) };
};

/** An opinion that its expert writes. */
export const opinion = async (server: TestServer) => {
  const { id, expert } = await assignedFile(server, 'accepted');
  return { by: expert.token, params: { id }, body: { opinion: wholeOpinion(), client: 'tab', seconds: 1 } };
};

/** A breach that the office records. */
export const breach = () => ({
  name: '同改的人',
  idCard: nextIdCard(),
  role: 'staff',
  since: '2026-01-15',
  reason: '泄露评审信息',
  basis: '评审办〔2026〕1 号',
});

/** The last of the scheduled jobs, as an editor sends it. */
export const timing = async (server: TestServer, token: string) => {
  const { body } = await server.call(timingApi.list, { token, query: { size: 100 } });
  const job = body.content.at(-1)!;
  return { id: job.id, cronExpression: job.cronExpression, version: job.version };
};

/** The profile of an expert, as its form sends it. */
export const ownProfile = async (server: TestServer) => {
  const { token: by } = await createExpert(server.db);
  const { body } = await server.call(expertApi.own, { token: by });
  const { subjects, affiliations: _jobs, ...profile } = body;
  return {
    by,
    body: { ...profile, subjects: subjects.map(({ path }) => ({ path })) },
    version: profile.version,
  };
};
