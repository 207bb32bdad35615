import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { requireMapping } from '../mapping/mapping.policy.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { candidatesOfProject } from '../assignment/candidates-of-project.ts';
import { unitName } from '../school/unit-name.ts';

const MAX_SHOWN = 20;

type Query = z.output<typeof assignmentApi.candidates.query>;

const findNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', unitName<string | null>().as('schoolName')])
    .where('expert.id', 'in', [...ids, 0])
    .execute();

/** Experts found by name, allowed or not. */
const findNamed = (db: Db, name: string) =>
  db
    .selectFrom('expert')
    .select('id')
    .where('name', 'ilike', likePattern(name))
    .where('accepted_at', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();

/**
 * Candidates for a place of a project, best first, with the loss against the present expert; or experts found by name,
 * with the reason if they are not allowed.
 */
export const findCandidates = async (
  db: Db,
  reader: Principal,
  { projectId, assignmentId, blurry }: Query,
): Promise<z.input<typeof assignmentApi.candidates.result>> => {
  const project = await db
    .selectFrom('project')
    .select(['id', 'cycle_id', 'state'])
    .where('id', '=', projectId)
    .where('state', 'in', ['eligible', 'inExternalReview'])
    .where(isAssigned(reader))
    .executeTakeFirst();
  if (!project) throw notFound('申报');
  // The reason "already has the project" would reveal its experts.
  if (project.state === 'inExternalReview')
    await requireMapping(db, reader, { cycleId: project.cycle_id, what: 'candidates', projectId });
  const holder = assignmentId
    ? await db
        .selectFrom('assignment')
        .select(['id', 'expert_id', 'parts'])
        .where('id', '=', assignmentId)
        .where('project_id', '=', projectId)
        .executeTakeFirst()
    : undefined;
  if (assignmentId && !holder) throw notFound('评审任务');
  const { allowed, denialOf } = await candidatesOfProject(db, {
    cycleId: project.cycle_id,
    projectId,
    at: reader.at,
    except: holder?.id ?? null,
    isByHand: true,
  });
  // The present expert is no candidate.
  const others = allowed.filter(({ expert }) => expert.id !== holder?.expert_id);
  const byId = new Map(others.map((one) => [Number(one.expert.id), one]));
  const ids = blurry
    ? (await findNamed(db, blurry)).map(({ id }) => id)
    : others.slice(0, MAX_SHOWN).map(({ expert }) => Number(expert.id));
  const names = new Map((await findNames(db, ids)).map((one) => [one.id, one]));
  return ids.flatMap((id) => {
    const named = names.get(id);
    if (!named) return [];
    const found = byId.get(id);
    const worth = (parts: { total: number; noise: number }) => parts.total - parts.noise;
    return [
      {
        expertId: id,
        name: named.name,
        schoolName: named.schoolName,
        load: found?.expert.openLoad ?? 0,
        parts: found?.parts ?? null,
        loss: found && holder ? (worth(holder.parts) - worth(found.parts)) / 100 : null,
        denial: found
          ? null
          : (denialOf(id) ?? (id === holder?.expert_id ? '已由这位专家评审' : '不在专家库中')),
      },
    ];
  });
};
