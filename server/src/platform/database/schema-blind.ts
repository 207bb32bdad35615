import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { MarkKind, PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { BlindState, CopyProblem } from '@zhiping/shared/rules/blind-copy/states.ts';
import type { MaybeTime, Now } from './schema-types.ts';

/** Row types of blind copies. */
export type BlindSchema = {
  blind_copy: {
    material_id: number;
    source_sha256: string;
    state: BlindState;
    problem: CopyProblem | null;
    result_sha256: string | null;
    pending_sha256: string | null;
    bytes: number | null;
    pages: number | null;
    doubted_pages: Generated<number>;
    open_marks: Generated<number>;
    covered_marks: Generated<number>;
    left_over: Generated<number>;
    is_changed: Generated<boolean>;
    edits: Generated<number>;
    engine: Generated<number>;
    facts_hash: string | null;
    covered_at: MaybeTime;
    released_by: number | null;
    released_at: MaybeTime;
    waiver: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  blind_page: {
    material_id: number;
    page: number;
    width: number;
    height: number;
    doubts: Generated<PageDoubt[]>;
    checked_by: string | null;
    checked_at: MaybeTime;
  };
  blind_mark: {
    id: GeneratedAlways<number>;
    material_id: number;
    page: number;
    kind: MarkKind;
    words: string;
    places: JSONColumnType<Place[], string, never>;
    source: 'machine' | 'person';
    state: 'open' | 'covered' | 'ignored';
    reason: string | null;
    decided_by: string | null;
    decided_at: MaybeTime;
    create_time: Now;
  };
};
