import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { frozenRules } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { readSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import { notFound } from '../../platform/errors.ts';
import type { StoredCycle } from './cycle-plan.ts';
import { hashOfJson } from '../../platform/hash.ts';

/** SHA-256 of a frozen content, in hex; reproducible from the content. */
export const contentHash = (content: RuleContent) => hashOfJson(content);

/** Everything that decisions of a cycle will refer to, with all values whether they differ from the standards or not. */
export const contentOf = ({
  rules,
  blind,
  mapping_consent: mappingConsent,
  material_download: materialDownload,
  share_opinions: shareOpinions,
  cutoff_day: cutoffDay,
  proofs,
  form,
  commitments,
}: StoredCycle): RuleContent => ({
  rules: frozenRules(readSettings(rules)),
  blind,
  mappingConsent,
  materialDownload,
  shareOpinions,
  cutoffDay,
  proofs,
  form,
  commitments,
});

/**
 * Freeze what a cycle has set as the next version of its rules. Answers version and hash, for the audit; null where nothing
 * of it differs from the version that holds.
 */
export const freezeRules = async (
  tx: Tx,
  actor: Principal,
  cycle: StoredCycle,
  { reason, confirmationId }: { reason: string | null; confirmationId: number | null },
): Promise<{ version: number; hash: string } | null> => {
  const content = contentOf(cycle);
  const hash = contentHash(content);
  const holding = await tx
    .selectFrom('rule_set')
    .select(['version', 'hash'])
    .where('cycle_id', '=', cycle.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (holding?.hash === hash) return null;
  const version = (holding?.version ?? 0) + 1;
  await tx
    .insertInto('rule_set')
    .values({
      cycle_id: cycle.id,
      version,
      content: JSON.stringify(content),
      hash,
      reason,
      confirmation_id: confirmationId,
      create_by: actor.username,
      create_time: actor.at,
    })
    .execute();
  return { version, hash };
};

/** A frozen content as the bytes that were hashed. */
export const readFrozen = async (
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<Bytes> => {
  const found = await db
    .selectFrom('rule_set')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select(['name', 'content'])
    .where('cycle_id', '=', id)
    .where('rule_set.version', '=', version)
    .executeTakeFirst();
  if (!found) throw notFound('规则版本');
  return {
    type: 'application/json',
    bytes: Buffer.from(canonicalJson(found.content)),
    fileName: `${found.name} 规则第 ${version} 版.json`,
  };
};
