import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { assignmentMachine } from '@zhiping/shared/rules/assignment/states.ts';
import { exclusionWords } from '@zhiping/shared/rules/assignment/excluded-opinion.ts';
import { totalOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { audit } from '../../platform/audit/audit.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { findMapping, expertNumbersOf, recordReading } from '../mapping/mapping.policy.ts';
import { runsReview } from '../assignment/assignment.policy.ts';
import { isWithinReaderScope } from '../project/project.policy.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';
import { scaleOf } from '../opinion/desk.queries.ts';
import { caseOf, findRound, isOnRecord } from '../assignment/assignment-workflow.ts';
import { findRoundContent } from '../assignment/round-rules.queries.ts';
import { exclusionFacts } from './exclude-opinion.ts';
import { evaluateOpinions } from './close-round.ts';
import { findSubmitted } from './submitted.queries.ts';

/** Experts learn nothing of each other, also where one of them is an officer. */
const isOwnFile = async (db: Db, { userId }: Principal, projectId: number) => {
  const own = await db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .select('assignment.id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(isOnRecord)
    .executeTakeFirst();
  return own !== undefined;
};

type Named = { assignmentId: number; name: string; submitted_at: Date | null };

/** Opinions by the numbers of their experts; when they came in stands beside names elsewhere. */
const withoutNames = <T extends Named>(rows: readonly T[]): T[] => {
  const numbers = expertNumbersOf(rows);
  const at = ({ assignmentId }: T) => numbers.get(assignmentId) ?? 0;
  return rows
    .map((row) => ({ ...row, name: `专家${at(row)}`, submitted_at: null }))
    .toSorted((one, other) => at(one) - at(other));
};

/**
 * All opinions on a file, for the office. What is still being written is its expert's alone; each reading is on record, since it joins
 * expert and opinion.
 */
export const readOpinions = async (
  db: Db,
  reader: Principal,
  projectId: number,
): Promise<z.input<typeof assignmentApi.opinions.result>> => {
  const project = await db
    .selectFrom('project')
    .select(['id', 'no', 'cycle_id'])
    .where('id', '=', projectId)
    .where(runsReview(reader))
    .where(isWithinReaderScope(reader))
    .executeTakeFirst();
  if (!project) throw notFound('申报');
  if (await isOwnFile(db, reader, projectId))
    throw badRequest('review.own_file', '您是这份材料的评审专家，不能查看其他专家的意见');
  const mapping = await findMapping(db, reader, project.cycle_id);
  const [content, round, snapshot, found] = await Promise.all([
    findRoundContent(db, project.cycle_id),
    findRound(db, project.cycle_id),
    findSnapshot(db, projectId),
    db
      .selectFrom('assignment')
      .innerJoin('expert', 'expert.id', 'expert_id')
      .leftJoin('review', 'assignment_id', 'assignment.id')
      .leftJoin('confirmation', 'confirmation.id', 'exclusion_id')
      .select([
        'assignment.id as assignmentId',
        'expert.name',
        'assignment.state',
        'submitted_at',
        'due_at',
        'is_counted',
        'submitted as opinion',
        'hash',
        'assignment.version',
        exclusionFacts,
      ])
      .where('project_id', '=', projectId)
      .where(isOnRecord)
      .where('assignment.state', '<>', 'proposed')
      .orderBy('slot')
      .execute(),
  ]);
  const rows = mapping.isHidden ? withoutNames(found) : found;
  const counted = rows.filter(({ state }) => state !== 'excluded');
  const opinions = counted.flatMap(({ opinion }) => opinion ?? []);
  const ids = rows.map(({ assignmentId }) => assignmentId);
  const former = Map.groupBy(await findSubmitted(db, ids), ({ assignmentId }) => assignmentId);
  await inTransaction(db, (tx) =>
    audit(tx, {
      actorId: reader.userId,
      action: 'review.opinions_read',
      entity: 'project',
      entityId: projectId,
      detail: { opinions: opinions.length },
    }),
  );
  await recordReading(db, reader, mapping, { cycleId: project.cycle_id, what: 'opinions', projectId });
  const isActor = holds(reader, ['assignment:release', 'review:return']);
  return {
    projectId,
    no: project.no ?? '',
    name: snapshot.content.person.name,
    form: content.form,
    scale: scaleOf(content),
    verdict: evaluateOpinions({ content }, { asked: counted.length, opinions }),
    experts: rows.map(({ assignmentId, name, state, opinion, ...row }) => ({
      assignmentId,
      name,
      state,
      submittedAt: row.submitted_at,
      opinion,
      total: opinion ? totalOf(content.form, opinion.scores) : null,
      hash: opinion ? row.hash : null,
      exclusion: row.exclusion && exclusionWords(row.exclusion),
      version: row.version,
      earlier: (former.get(assignmentId) ?? [])
        // The last one is the opinion itself.
        .slice(0, -1)
        .map((one) => ({
          version: one.version,
          submittedAt: mapping.isHidden ? null : one.at,
          opinion: one.opinion,
          total: totalOf(content.form, one.opinion.scores),
        })),
      can: isActor
        ? eventsFor(assignmentMachine, state, ['office', 'pair'], caseOf(round, row, { at: reader.at }))
        : {},
    })),
  };
};
