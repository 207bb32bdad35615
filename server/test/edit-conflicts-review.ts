import type { AssignmentState } from '@zhiping/shared/rules/assignment-states.ts';
import { signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';
import { publishedCycle } from './project-helpers.ts';
import { drawableExperts, eligibleProjects, wholeOpinion } from './review-helpers.ts';

/** A file at an expert in a state, with another expert who could take it. */
export const assignedFile = async (server: TestServer, state: AssignmentState) => {
  const { token: office } = await signedIn(server.db, { roleIds: [3] });
  const cycleId = await publishedCycle(server, office);
  const [project] = await eligibleProjects(server, cycleId, 1);
  const [expert, other] = await drawableExperts(server, 2);
  await server.pool.query(`update project set state = 'inExternalReview' where id = $1`, [project!.id]);
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into assignment (cycle_id, project_id, expert_id, slot, state, parts, released_at, accepted_at, due_at)
      values ($1, $2, $3, 1, $4, $5, '2026-09-01', '2026-09-02', '2026-11-30') returning id`,
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

/** The body of a save of an opinion. */
export const opinionBody = { opinion: wholeOpinion(), client: 'tab', seconds: 1 };
