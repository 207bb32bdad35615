import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';

/** Type, format, pages and size of a material, for display beside its name. */
export const materialFacts = ({ type, proof, format, bytes, pages }: Material): string =>
  [proof ?? materialTypes[type], format.toUpperCase(), pages === null ? null : `${pages} 页`, sizeText(bytes)]
    .filter(Boolean)
    .join(' · ');
