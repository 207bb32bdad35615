import { materialRules } from '@zhiping/shared/rules/cycle/missing.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { RulesInput } from './RulesInput.tsx';
import type { FieldsProps } from './fields-props.ts';

const codes = reviewRules.map(({ code }) => code).filter((code) => !materialRules.includes(code));

export default function RulesFields({ isReadOnly }: FieldsProps) {
  return <RulesInput only={codes} isReadOnly={isReadOnly} />;
}
