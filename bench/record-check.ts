import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { blindForm } from '@zhiping/shared/rules/opinion/form.ts';
import { answerOf, totalOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { sealEvents } from '../server/src/platform/audit/audit-chain.ts';
import { hashOfJson } from '../server/src/platform/hash.ts';
import { startProduct } from './start-product.ts';

/**
 * The comparison of stored rows with the audit record: seconds and memory.
 * Usage: node bench/record-check.ts [opinions] [events]
 */

const opinions = Number(process.argv[2] ?? 100_000);
const events = Number(process.argv[3] ?? 1_000_000);
const BATCH = 2000;
const STEPS = [
  ['assignment.placed', null],
  ['assignment.released', 'released'],
  ['assignment.accepted', 'accepted'],
  ['assignment.begun', 'reviewing'],
  ['assignment.submitted', 'submitted'],
  ['assignment.locked', 'locked'],
] as const;

const product = await startProduct();
const { db } = product;

const opinion = {
  scores: Object.fromEntries(blindForm.criteria.map(({ key }) => [key, 80])),
  texts: Object.fromEntries(
    blindForm.texts.map(({ key }) => [key, '论证充分，数据可靠，有一定的创新。'.repeat(20)]),
  ),
  conclusion: 'agree' as const,
  grade: null,
};

/** Assignments of projects that are not there: only what is compared is written. */
const fill = async (from: number) => {
  const ids = Array.from({ length: Math.min(BATCH, opinions - from) }, (_, at) => from + at + 1);
  const hashes = ids.map((id) => hashOfJson({ assignment: id, opinion, ruleVersion: 1 }));
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into assignment (id, cycle_id, project_id, expert_id, slot, state, is_counted, parts, released_at,
        submitted_at, total, answer)
      select id, 1, 1000000 + id, 1, 1, 'locked', true, '{}', now(), now(), ${totalOf(blindForm, opinion.scores)},
        ${answerOf(opinion)} from unnest(${ids}::bigint[]) as id`.execute(tx);
    await sql`insert into review (assignment_id, opinion, submitted, rule_version, version, saved_at, hash)
      select id, ${JSON.stringify(opinion)}::jsonb, ${JSON.stringify(opinion)}::jsonb, 1, 1, now(), hash
      from unnest(${ids}::bigint[], ${hashes}::text[]) as filled (id, hash)`.execute(tx);
    await sql`insert into review_revision (assignment_id, version, opinion, client, saved_at)
      select id, 1, ${JSON.stringify(opinion)}::jsonb, 'bench', now() from unnest(${ids}::bigint[]) as id`.execute(
      tx,
    );
  });
  for (const [action, to] of STEPS)
    await sql`insert into audit_event (actor_id, action, entity, entity_id, detail)
      select 1, ${action}, 'assignment', id::text, jsonb_strip_nulls(jsonb_build_object('to', ${to}::text, 'hash',
        case when ${action} = 'assignment.submitted' then hash end, 'ruleVersion', 1, 'opinionVersion', 1, 'expert',
        case when ${action} = 'assignment.placed' then 1 end, 'project', 1000000 + id))
      from unnest(${ids}::bigint[], ${hashes}::text[]) as filled (id, hash)`.execute(db);
};
for (let from = 0; from < opinions; from += BATCH) await fill(from);
for (let left = events - opinions * STEPS.length; left > 0; left -= 20_000)
  await sql`insert into audit_event (actor_id, action, entity, entity_id, detail)
    select 1, 'review.material_read', 'project', n::text, '{"page": 3}' from generate_series(1, ${Math.min(20_000, left)}::int) n`.execute(
    db,
  );
while ((await sealEvents(db)) > 0);
await sql`vacuum analyze`.execute(db);

const child = fork(join(import.meta.dirname, 'record-check-child.ts'));
child.send(product.connection as object);
const [answer] = (await once(child, 'message')) as [Record<string, unknown>];
console.log(JSON.stringify(answer, null, 2));
await product.stop();
process.exit(0);
