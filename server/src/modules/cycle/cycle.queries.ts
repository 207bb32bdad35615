import { sql } from 'kysely';
import type { z } from 'zod';
import type { Cycle, CycleFilters, CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { deletionDenial, editDenial, formDenial } from '@zhiping/shared/rules/cycle/edits.ts';
import { missingToPublish, warningsOf } from '@zhiping/shared/rules/cycle/missing.ts';
import { staleYears } from '@zhiping/shared/rules/cycle/stale-years.ts';
import { cycleMachine, type CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import { abilityOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { contains, isWithin, whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, type Paging, paginate } from '../../platform/lists/paginate.ts';
import { isReadable } from '../confirmation/confirmation.queries.ts';
import { isOpen } from '../confirmation/seconds.queries.ts';
import { caseOf, commitmentsOf, planOf, type StoredCycle } from './cycle-plan.ts';
import { countUndecided } from './move-cycle.ts';
import { readNextStep } from '../project/next-step.queries.ts';
import { findTargets } from '../review-rule/targets.ts';

type Row = z.input<typeof CycleRow>;
type Shown = z.input<typeof Cycle>;

const editorName = (column: string) =>
  sql<
    string | null
  >`coalesce((select ${actorName()} from sys_user where username = ${sql.ref(column)}), ${sql.ref(column)})`;

const selectCycles = (db: Db, { id, blurry, year, state, createTime }: CycleFilters) =>
  db
    .selectFrom('cycle')
    .select([
      'id',
      'name',
      'year',
      'organiser',
      'state',
      'suspended_reason as suspendedReason',
      'apply_opens_at as applyOpensAt',
      'apply_closes_at as applyClosesAt',
      'review_closes_at as reviewClosesAt',
      'rule_version as ruleVersion',
      'version',
      editorName('cycle.update_by').as('updateBy'),
      'update_time as updateTime',
    ])
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(blurry, (rows, part) => rows.where(contains('name', part))))
    .$call(whereGiven(year, (rows, given) => rows.where('year', '=', given)))
    .$call(whereGiven(state, (rows, given) => rows.where('state', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

/** The newest year first. */
const ordering = {
  sortable: {
    id: 'id',
    name: 'name',
    year: 'year',
    applyOpensAt: 'apply_opens_at',
    applyClosesAt: 'apply_closes_at',
    updateTime: 'update_time',
  },
  order: [
    ['year', 'desc'],
    ['id', 'desc'],
  ],
} satisfies Ordering<Schema, 'cycle'>;

const rowAbilities = (reader: Principal, cycle: { state: CycleState }): Row['can'] => ({
  ...(holds(reader, ['cycle:edit']) && { edit: abilityOf(editDenial(cycle)) }),
  ...(holds(reader, ['cycle:del']) && { del: abilityOf(deletionDenial(cycle)) }),
});

export const findCycles = async (db: Db, reader: Principal, query: Paging & CycleFilters) => {
  const found = await paginate(query, selectCycles(db, query), ordering);
  return { ...found, content: found.content.map((row) => ({ ...row, can: rowAbilities(reader, row) })) };
};

/** The versions of its rules, the newest first. */
const findRuleVersions = (db: Db, cycleId: number) =>
  db
    .selectFrom('rule_set')
    .select([
      'version',
      'hash',
      'reason',
      editorName('rule_set.create_by').as('createBy'),
      sql<string | null>`(select asked_name from confirmation where confirmation.id = confirmation_id)`.as(
        'askedBy',
      ),
      'create_time as createTime',
    ])
    .where('cycle_id', '=', cycleId)
    .orderBy('version', 'desc')
    .execute();

/** The change of its rules that waits for a second person. */
const findAsked = async (db: Db, reader: Principal, cycleId: number): Promise<Shown['asked']> =>
  (await db
    .selectFrom('confirmation')
    .select(['id as confirmationId', 'summary', 'asked_name as by', 'lapses_at as lapsesAt'])
    .where('act', '=', 'changeRules')
    .where('object_id', '=', cycleId)
    .where(isOpen(reader.at))
    .where(isReadable(reader))
    .executeTakeFirst()) ?? null;

const findHistory = async (db: Db, cycleId: number) => {
  const steps = await db
    .selectFrom('state_event')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['event', actorName().as('by'), 'note', 'at'])
    .where('entity', '=', 'cycle')
    .where('entity_id', '=', cycleId)
    .orderBy('state_event.id', 'desc')
    .execute();
  const words = cycleMachine.events as Record<string, string>;
  return steps.map(({ event, ...step }) => ({ ...step, event: words[event] ?? event }));
};

/** The texts that are signed in a cycle. */
const findSigned = async (db: Db, cycle: Pick<StoredCycle, 'commitments'>) => {
  const ids = Object.values(commitmentsOf(cycle)).filter((id) => id !== null);
  if (ids.length === 0) return [];
  return db
    .selectFrom('commitment_text')
    .select(['title', 'body'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
};

const abilitiesOf = (
  reader: Principal,
  cycle: StoredCycle,
  counts: { missing: number; undecided: number },
): Shown['can'] => {
  const edits = holds(reader, ['cycle:edit'])
    ? { edit: abilityOf(editDenial(cycle)), editForm: abilityOf(formDenial(cycle)) }
    : {};
  if (!holds(reader, ['cycle:publish'])) return edits;
  const { publish, review, suspend, resume } = eventsFor(
    cycleMachine,
    cycle.state,
    ['office'],
    caseOf(cycle, { now: reader.at, ...counts }),
  );
  return {
    ...edits,
    ...(publish !== undefined && { publish }),
    ...(review !== undefined && { review }),
    ...(suspend !== undefined && { suspend }),
    ...(resume !== undefined && { resume }),
  };
};

/** One cycle with everything that its editor shows. */
export const findCycle = async (db: Db, reader: Principal, id: number): Promise<Shown> => {
  const cycle = await db.selectFrom('cycle').selectAll().where('id', '=', id).executeTakeFirst();
  if (!cycle) throw notFound('评审批次');
  const [targets, versions, asked, history, signed, editor] = await Promise.all([
    findTargets(db, id),
    findRuleVersions(db, id),
    findAsked(db, reader, id),
    findHistory(db, id),
    findSigned(db, cycle),
    db
      .selectFrom('cycle')
      .select(editorName('cycle.update_by').as('name'))
      .where('id', '=', id)
      .executeTakeFirst(),
  ]);
  const plan = planOf(cycle, targets);
  const today = dayOf(reader.at);
  const missing = cycle.state === 'draft' ? missingToPublish(plan, { now: reader.at, today }) : [];
  const undecided = cycle.state === 'checking' ? await countUndecided(db, id) : 0;
  const next = await readNextStep(db, reader, id, missing.length);
  return {
    ...plan,
    id,
    name: cycle.name,
    year: cycle.year,
    organiser: cycle.organiser,
    state: cycle.state,
    suspendedReason: cycle.suspended_reason,
    ruleVersion: cycle.rule_version,
    version: cycle.version,
    updateBy: editor?.name ?? null,
    updateTime: cycle.update_time,
    committee: cycle.committee,
    officePhone: cycle.office_phone,
    filingNo: cycle.filing_no,
    blind: cycle.blind,
    mappingConsent: cycle.mapping_consent,
    materialDownload: cycle.material_download,
    shareOpinions: cycle.share_opinions,
    targets,
    proofs: [...cycle.proofs],
    commitments: commitmentsOf(cycle),
    missing,
    next,
    // Published texts are what others have read.
    warnings: [
      ...warningsOf(plan, today),
      ...(cycle.state === 'draft' ? staleYears({ ...plan, ...cycle, signed }) : []),
    ],
    versions,
    asked,
    history,
    can: abilitiesOf(reader, cycle, { missing: missing.length, undecided }),
  };
};
