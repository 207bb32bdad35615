import type { Generated, JSONColumnType } from 'kysely';
import type { Gender, MaybeTime, Now } from './schema-types.ts';

/** Row types of people: the pool of experts, and the teachers of schools. */
export type ExpertSchema = {
  person: { id: Generated<number>; id_card_hash: Buffer; id_card_sealed: Buffer; create_time: Now };
  expert: {
    id: Generated<number>;
    user_id: number;
    name: string;
    gender: Gender | null;
    birth_date: string | null;
    title_series: string | null;
    title_level: string | null;
    title_name: string | null;
    school_id: number | null;
    department: string | null;
    phone: string | null;
    email: string | null;
    enabled: Generated<boolean>;
    rating: Generated<number>;
    confirmed_at: MaybeTime;
    term_start: string | null;
    term_ends_at: string | null;
    search_text: Generated<string>;
    person_id: number | null;
    retired: Generated<boolean>;
    max_load: number | null;
    note: string | null;
    accepted_at: MaybeTime;
    term_warned_for: string | null;
    reminded_on: string | null;
    subject_prefixes: Generated<string[]>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  teacher: {
    id: Generated<number>;
    person_id: number;
    school_id: number;
    name: string;
    gender: Gender | null;
    type: string;
    title_series: string | null;
    title_level: string | null;
    title_name: string | null;
    subject: string | null;
    phone: string | null;
    email: string | null;
    entry_date: string | null;
    enabled: Generated<boolean>;
    note: string | null;
    search_text: Generated<string>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  expert_subject: { expert_id: number; rank: number; path: string[]; keywords: Generated<string[]> };
  expert_affiliation: {
    id: Generated<number>;
    expert_id: number;
    org_id: number | null;
    org_name: string;
    post: string | null;
    from_year: number;
    to_year: number | null;
  };
  expert_unavailability: {
    id: Generated<number>;
    expert_id: number;
    from_day: string;
    to_day: string;
    reason: string | null;
  };
  expert_rating_log: {
    id: Generated<number>;
    expert_id: number;
    from_rating: number;
    to_rating: number;
    reason: string;
    actor_id: number | null;
    actor_name: string;
    at: Now;
  };
  expert_status_log: {
    id: Generated<number>;
    expert_id: number;
    enabled: boolean;
    reason: string;
    account_changed: boolean;
    actor_id: number | null;
    actor_name: string;
    at: Now;
  };
  expert_change: {
    id: Generated<number>;
    expert_id: number;
    part: 'basic' | 'unit' | 'subjects' | 'contact';
    form: JSONColumnType<Record<string, unknown>>;
    status: 'waiting' | 'approved' | 'returned' | 'withdrawn' | 'replaced';
    requested_at: Now;
    decided_at: MaybeTime;
    decided_by: string | null;
    reason: string | null;
  };
};
