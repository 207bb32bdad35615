import { hideInText } from '@zhiping/shared/rules/blind-copy/hide-in-text.ts';
import { termsOf } from '@zhiping/shared/rules/blind-copy/terms.ts';
import type { Deps } from '../../deps.ts';
import { findBlindFacts } from './blind-facts.queries.ts';
import { simplify } from './pipeline/simplify.ts';

/** Hides in typed text what is covered in the materials, so that no text reveals more. */
export const hidingFor = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  projectId: number,
): Promise<(text: string) => string> => {
  const search = { terms: termsOf(await findBlindFacts(deps, projectId), simplify), simplify };
  return (text) => hideInText(text, search);
};
