import type { Generated } from 'kysely';
import type { DayKind } from '@zhiping/shared/rules/working-days.ts';
import type { Now } from './schema-types.ts';

/** Row types of the review. */
export type ReviewSchema = {
  holiday: {
    id: Generated<number>;
    day: string;
    kind: DayKind;
    name: string;
    remark: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
};
