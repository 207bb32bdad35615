import { commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';

/**
 * Refuse a commitment that is not there, or that is meant for others than who would sign it. Answers which versions they
 * are, in words.
 */
export const requireTexts = async (tx: Tx, commitments: CyclePlan['commitments']): Promise<string[]> => {
  const chosen = Object.entries(commitments).flatMap(([kind, id]) => (id === null ? [] : [{ kind, id }]));
  if (chosen.length === 0) return [];
  const texts = await tx
    .selectFrom('commitment_text')
    .select(['id', 'kind', 'version'])
    .where(
      'id',
      'in',
      chosen.map(({ id }) => id),
    )
    .execute();
  const wrong = chosen.find(({ kind, id }) => !texts.some((text) => text.id === id && text.kind === kind));
  if (wrong) throw fieldError('input.invalid', `commitments.${wrong.kind}`, '请重新选择承诺书的版本');
  return texts.map(({ kind, version }) => `${commitmentKinds[kind]}第 ${version} 版`);
};
