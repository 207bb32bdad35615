import type { Generated } from 'kysely';
import type { MaybeTime, Now, Time } from './schema-types.ts';

/** Written by `npm run rows` from the migrated database, for every table that has no row type written by hand. */
export type PlainSchema = {
  article_version: {
    article_id: number;
    version: number;
    type: string;
    title: string;
    body: string;
    published_at: MaybeTime;
    ends_at: MaybeTime;
    saved_by: string | null;
    saved_at: Time;
  };
  dept: {
    id: Generated<number>;
    pid: number | null;
    name: string;
    enabled: Generated<boolean>;
    sort: Generated<number>;
    search_text: Generated<string>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  dict: {
    id: Generated<number>;
    name: string;
    description: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  dict_detail: {
    id: Generated<number>;
    dict_id: number;
    label: string;
    value: string;
    dict_sort: Generated<number>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  job: {
    id: Generated<number>;
    name: string;
    enabled: Generated<boolean>;
    job_sort: Generated<number>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  material_report: {
    id: Generated<number>;
    assignment_id: number;
    project_id: number;
    material_id: number;
    shown_as: number;
    shown_name: string;
    problem: string;
    note: string | null;
    create_time: Time;
    answer: string | null;
    answered_by: number | null;
    answered_at: MaybeTime;
  };
  saved_view: {
    id: Generated<number>;
    user_id: number;
    page: string;
    name: string;
    query: string;
    subject_edition: number;
    create_time: Now;
  };
  school: {
    dept_id: number;
    code: string | null;
    province: string | null;
    city: string | null;
    department: string | null;
    level: string | null;
    note: string | null;
    merged_into: number | null;
    body_id: number | null;
  };
  session: {
    token_hash: Buffer;
    key: Generated<string>;
    user_id: number;
    ip: string;
    browser: string | null;
    idle_seconds: number;
    login_time: Now;
    seen_at: Now;
    expires_at: Time;
  };
  state_event: {
    id: Generated<number>;
    entity: string;
    entity_id: number;
    event: string;
    from_state: string;
    to_state: string;
    actor_id: number | null;
    note: string | null;
    at: Now;
  };
  subject: {
    id: Generated<number>;
    catalog: string;
    subject_category_code: string;
    subject_category: string;
    professional_category_code: string;
    professional_category: string;
    professional_class_code: string | null;
    professional_class: string | null;
    enabled: Generated<boolean>;
    search_text: Generated<string>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  title_name: {
    id: Generated<number>;
    series: string;
    track: string | null;
    level: string;
    name: string;
    basis: string;
  };
};
