import { type RawBuilder, sql } from 'kysely';
import type { FoundConflict } from '@zhiping/shared/rules/conflict/find-conflicts.ts';
import type { Tx } from '../../platform/database/db.ts';

/** A whole computation and the one of what changed never write at the same time. */
export const lockConflicts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('conflict', 0))`.execute(tx);

/** Conflicts as a table of a statement. */
export const foundRows = (found: readonly FoundConflict[]): RawBuilder<unknown> => sql`(
  select "projectId" as project_id, "expertId" as expert_id, kind, severity, evidence, source
  from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as row
    ("projectId" bigint, "expertId" bigint, kind text, severity text, evidence text, source text))`;

type Replacement = {
  /** Which conflicts are replaced. */
  scope: RawBuilder<boolean>;
  found: RawBuilder<unknown>;
  at: Date;
};

/**
 * Replace what is known in a scope by what was found. What did not change is not written; what a person decided about stays, also where
 * nothing speaks for it any more.
 */
export const storeConflicts = async (tx: Tx, { scope, found, at }: Replacement): Promise<void> => {
  const isGone = sql<boolean>`not exists (select from ${found} as found
    where (found.project_id, found.expert_id, found.kind) = (conflict.project_id, conflict.expert_id, conflict.kind))`;
  await sql`delete from conflict where ${scope} and pinned is null and ${isGone}`.execute(tx);
  await sql`update conflict set severity = null, computed_at = ${at}
    where ${scope} and pinned is not null and severity is not null and ${isGone}`.execute(tx);
  // The joins: what was found of an expert who is gone since is dropped.
  await sql`
    insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
    select project.cycle_id, found.project_id, found.expert_id, found.kind, found.severity, found.evidence,
      found.source, ${at}
    from ${found} as found join project on project.id = found.project_id join expert on expert.id = found.expert_id
      left join conflict as known on (known.project_id, known.expert_id, known.kind) = (found.project_id, found.expert_id, found.kind)
    where known.id is null
      or (known.severity, known.evidence, known.source) is distinct from (found.severity, found.evidence, found.source)
    on conflict on constraint conflict_pair do update
      set severity = excluded.severity, evidence = excluded.evidence, source = excluded.source, computed_at = excluded.computed_at`.execute(
    tx,
  );
};
