import type { Field } from './fields.ts';

/** A value as it is read on paper; of a dictionary its word is given by `labelOf`. */
export const valueInWords = (
  field: Field<unknown>,
  value: unknown,
  labelOf: (dict: string, value: string) => string,
): string => {
  if (value === null || value === undefined || value === '') return '';
  return field.input.kind === 'dict' ? labelOf(field.input.dict, value as string) : field.inWords(value);
};
