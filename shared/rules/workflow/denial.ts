import { z } from 'zod';

/** Why something may not be done: a code for programs, a Chinese sentence for the person. */
export type Denial = { code: string; message: string };

/** Whether a row allows something to this reader: `true`, or the reason why not, to be shown beside the disabled button. */
export const Ability = z.union([z.literal(true), z.string()]);
export type Ability = z.output<typeof Ability>;

/**
 * Abilities of a row, computed on the server: `can: {edit: true, disable: '原因'}`. An action that the reader can never
 * take is missing: its button is not drawn.
 */
export const abilities = <K extends string>(actions: readonly [K, ...K[]]) =>
  z
    .object(Object.fromEntries(actions.map((action) => [action, Ability])) as Record<K, typeof Ability>)
    .partial();

export const abilityOf = (denial: Denial | null): Ability => denial?.message ?? true;

/** Why an action is denied, for its disabled button; undefined if it is allowed or not for this reader at all. */
export const reasonOf = (ability: Ability | undefined): string | undefined =>
  ability === true ? undefined : ability;
