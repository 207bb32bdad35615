import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';

/** What the fields of every step are given. */
export type FieldsProps = { cycle: Cycle; isReadOnly: boolean };
