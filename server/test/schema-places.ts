import type { z } from 'zod';

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  format?: string;
};

// zod's public type of `def` knows only what all kinds share; Def names the members that some have.
const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** The schema that a value meets inside of wrappers: what a default, a transformation or a coercion is put around. */
const within = (schema: z.ZodType): z.ZodType | undefined => {
  const { type, innerType, in: first, out } = defOf(schema);
  if (innerType) return innerType;
  if (first && out) return defOf(first).type === 'transform' ? out : first;
  return type === 'pipe' ? first : undefined;
};

const samples: Record<string, unknown> = { number: 1, boolean: true, null: null, date: '2026-01-01' };

/** Types that a text may stand for: numbers and switches come as their texts too, and anything may be one. */
const leaves = new Set(['string', 'template_literal', 'number', 'lazy', 'unknown', 'any']);

/** A short value that may pass, so that the rules of a whole object are reached. */
export const sampleOf = (schema: z.ZodType): unknown => {
  const inner = within(schema);
  if (inner) return sampleOf(inner);
  const def = defOf(schema);
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([key, child]) => [key, sampleOf(child)]));
  if (def.element) return [sampleOf(def.element)];
  if (def.options) return sampleOf(def.options[0] as z.ZodType);
  if (def.items) return def.items.map(sampleOf);
  if (def.entries) return Object.values(def.entries)[0];
  if (def.values) return def.values[0];
  if (def.format === 'date') return '2026-01-01';
  return Object.hasOwn(samples, def.type) ? samples[def.type] : '1';
};

/** A place in a schema where a value may stand: makes a whole input with this value there. */
export type Place = { path: string; put: (value: unknown) => unknown };

const below = (place: Place, name: string, wrap: (value: unknown) => unknown): Place => ({
  path: `${name}.${place.path}`,
  put: (value) => wrap(place.put(value)),
});

/** Every place of a schema where a text may stand, however deep. */
export const placesOf = (schema: z.ZodType): Place[] => {
  const inner = within(schema);
  if (inner) return placesOf(inner);
  const { type, shape, element, options, items, valueType } = defOf(schema);
  if (shape) {
    const sample = sampleOf(schema) as object;
    return Object.entries(shape).flatMap(([key, child]) =>
      placesOf(child).map((place) => below(place, key, (value) => ({ ...sample, [key]: value }))),
    );
  }
  if (element) return placesOf(element).map((place) => below(place, '[]', (value) => [value]));
  if (options) return options.flatMap(placesOf);
  if (items)
    return items.flatMap((item, index) =>
      placesOf(item).map((place) =>
        below(place, String(index), (value) => items.map(sampleOf).with(index, value)),
      ),
    );
  if (valueType) return placesOf(valueType).map((place) => below(place, '{}', (value) => ({ name: value })));
  return leaves.has(type) ? [{ path: '', put: (value) => value }] : [];
};

/** Every list of a schema, filled with many short values. */
export const listsOf = (schema: z.ZodType): Place[] => {
  const inner = within(schema);
  if (inner) return listsOf(inner);
  const { shape, element, options } = defOf(schema);
  if (shape) {
    const sample = sampleOf(schema) as object;
    return Object.entries(shape).flatMap(([key, child]) =>
      listsOf(child).map((place) => below(place, key, (value) => ({ ...sample, [key]: value }))),
    );
  }
  if (options) return options.flatMap(listsOf);
  if (!element) return [];
  const one = sampleOf(element);
  const many = (count: unknown) => Array.from({ length: count as number }, () => one);
  return [
    { path: '[]', put: many },
    ...listsOf(element).map((place) => below(place, '[]', (value) => [value])),
  ];
};
