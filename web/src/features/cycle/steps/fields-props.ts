import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';

export type FieldsProps = { cycle: Cycle; isReadOnly: boolean };
