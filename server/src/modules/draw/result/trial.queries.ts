import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trial as TrialView } from '@zhiping/shared/contracts/draw-result.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { fieldError, notFound } from '../../../platform/errors.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { candidatesOfProject } from '../../assignment/candidates-of-project.ts';
import { wasReleased, requireShown } from '../../mapping/mapping.policy.ts';
import { requireOpen, requireReadable } from './open-result.ts';
import { findPlaces } from './places.queries.ts';
import { requireDrawn, requireResult, shortagesOf } from './result.queries.ts';
import { findSinceFrozen } from './since-frozen.queries.ts';
import { figuresOf, type Trial } from './solve-again.ts';

const MAX_SHOWN = 200;

/** Names and numbers that the reader may know: officers who apply see nothing about their own project. */
const findNames = async (
  db: Db,
  reader: Principal,
  { changes, leaving }: Pick<Trial, 'changes' | 'leaving'>,
) => {
  const experts = changes.flatMap(({ out, in: into }) => [out?.expert ?? 0, into?.expert ?? 0]);
  const named = await db
    .selectFrom('expert')
    .select(['id', 'name'])
    .where('id', 'in', [...experts, leaving?.expert ?? 0])
    .execute();
  const files = await db
    .selectFrom('project')
    .select(['id', 'no', sql<string | null>`form #>> '{target,subjects,0,fullName}'`.as('subject')])
    .where('id', 'in', [...changes.map(({ file }) => file), 0])
    .where(isAssigned(reader))
    .execute();
  return {
    experts: new Map(named.map((one) => [one.id, one.name])),
    files: new Map(files.map((one) => [one.id, one])),
  };
};

/** The last trial compared with the present result; null if there is none. */
export const readTrial = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<{ trial: z.input<typeof TrialView> | null }> => {
  await requireReadable(db, reader, await requireDrawn(db, reader, id), 'trial');
  const run = await db
    .selectFrom('draw_run')
    .select(['task_id', 'answer'])
    .where('draw_id', '=', id)
    .where('kind', '=', 'solve')
    .executeTakeFirst();
  const trial = run?.answer as Trial | null | undefined;
  if (!run || !trial) return { trial: null };
  const { last } = await db
    .selectFrom('draw_step')
    .select(({ fn }) => fn.max('no').as('last'))
    .where('draw_id', '=', id)
    .executeTakeFirstOrThrow();
  const shown = trial.changes.slice(0, MAX_SHOWN);
  const names = await findNames(db, reader, { changes: shown, leaving: trial.leaving });
  const nameOf = (held: { expert: number } | null) => (held ? (names.experts.get(held.expert) ?? '') : null);
  return {
    trial: {
      taskId: run.task_id,
      before: trial.before,
      after: trial.after,
      places: trial.changes.length,
      leaving: trial.leaving ? (names.experts.get(trial.leaving.expert) ?? '') : null,
      shortages: shortagesOf(trial),
      gain: trial.gain ?? null,
      isLoss: trial.isLoss ?? false,
      isOutdated: trial.base !== (last ?? 0),
      changes: shown
        .filter(({ file }) => names.files.has(file))
        .map(({ file, slot, out, in: into }) => ({
          projectId: file,
          no: names.files.get(file)?.no ?? '',
          subject: names.files.get(file)?.subject ?? '',
          slot,
          out: nameOf(out),
          outMatch: out?.parts.match ?? null,
          in: nameOf(into),
          inMatch: into?.parts.match ?? null,
        })),
    },
  };
};

type Asked = { id: number; assignmentId: number; expertId: number };

/** Effect of another expert in one assignment on the figures of the whole result. */
export const readConsequence = async (db: Db, reader: Principal, { id, assignmentId, expertId }: Asked) => {
  const { draw, roster } = await requireResult(db, reader, id);
  // Reading does not depend on the cycle: a suspension does not forbid it.
  requireOpen(draw, null);
  const places = await findPlaces(db, id);
  const place = places.find((one) => one.id === assignmentId);
  const seen = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', place?.file ?? 0)
    .where(isAssigned(reader))
    .executeTakeFirst();
  if (!place || !seen) throw notFound('评审任务');
  if (await wasReleased(db, [place.file])) await requireShown(db, reader, draw.cycle_id);
  const { allowed } = await candidatesOfProject(db, {
    cycleId: draw.cycle_id,
    projectId: place.file,
    at: reader.at,
    except: assignmentId,
    isByHand: true,
  });
  const match = allowed.find(({ expert }) => expert.id === expertId)?.parts.match;
  if (match === undefined) throw fieldError('assignment.expert', 'expertId', '这位专家不能评审这份材料');
  const since = await findSinceFrozen(db, id, { roster, at: reader.at });
  const pairs = places.map(({ file, held }) => ({ file, expert: held.expert, match: held.parts.match }));
  const at = places.indexOf(place);
  const after = pairs.with(at, { file: place.file, expert: expertId, match });
  return { before: figuresOf(roster, since, pairs), after: figuresOf(roster, since, after) };
};
