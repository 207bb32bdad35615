import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Row types of every table; test/schema.test.ts holds them against the migrated database. */

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Now = ColumnType<Date, Date | string | undefined, Date | string>;
type Gender = '男' | '女';
export type DataScope = '全部' | '本级' | '本级及以下' | '自定义' | '仅本人';

export type Schema = {
  secret: { name: string; value: string };
  dept: {
    id: Generated<number>;
    pid: number | null;
    name: string;
    enabled: Generated<boolean>;
    sort: Generated<number>;
    search_text: Generated<string>;
    version: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
  school: {
    dept_id: number;
    code: string | null;
    province: string | null;
    city: string | null;
    department: string | null;
    level: string | null;
    note: string | null;
  };
  role: {
    id: Generated<number>;
    name: string;
    level: number;
    description: string | null;
    data_scope: DataScope;
    version: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
  role_dept: { role_id: number; dept_id: number };
  menu: {
    id: Generated<number>;
    pid: number | null;
    type: 0 | 1 | 2;
    title: string;
    component_name: string | null;
    component: string | null;
    menu_sort: Generated<number>;
    path: string | null;
    icon: string | null;
    permission: string | null;
    i_frame: Generated<boolean>;
    cache: Generated<boolean>;
    hidden: Generated<boolean>;
    affix: Generated<boolean>;
    breadcrumb: Generated<boolean>;
    active_menu: string | null;
    version: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
  role_menu: { role_id: number; menu_id: number };
  job: {
    id: Generated<number>;
    name: string;
    enabled: Generated<boolean>;
    job_sort: Generated<number>;
    create_time: Now;
  };
  sys_user: {
    id: Generated<number>;
    username: string;
    nick_name: string;
    gender: Gender | null;
    phone: string | null;
    email: string | null;
    avatar_name: string | null;
    password_hash: string;
    must_change_password: Generated<boolean>;
    pwd_reset_time: MaybeTime;
    enabled: Generated<boolean>;
    dept_id: number | null;
    preferences: JSONColumnType<Record<string, boolean>, string | undefined, string>;
    version: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
  user_role: { user_id: number; role_id: number };
  user_job: { user_id: number; job_id: number };
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
  captcha: { id: string; answer: string; expires_at: Time };
  one_time_code: {
    id: Generated<number>;
    purpose: 'phone' | 'email';
    recipient: string;
    user_id: number | null;
    code_hash: Buffer;
    attempts: Generated<number>;
    ip: string;
    created_at: Now;
    expires_at: Time;
    used_at: MaybeTime;
  };
  login_failure: { id: Generated<number>; kind: 'account' | 'address'; subject: string; at: Now };
  outbox: {
    id: Generated<number>;
    channel: 'sms' | 'email';
    recipient: string;
    content: string;
    status: 'kept' | 'sent' | 'failed';
    error: string | null;
    create_time: Now;
  };
  dict: {
    id: Generated<number>;
    name: string;
    description: string | null;
    create_time: Now;
    update_time: Now;
  };
  dict_detail: {
    id: Generated<number>;
    dict_id: number;
    label: string;
    value: string;
    dict_sort: Generated<number>;
    create_time: Now;
    update_time: Now;
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
    version: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
  expert_subject: { expert_id: number; rank: number; path: string[]; keywords: Generated<string[]> };
  expert_profile_draft: {
    user_id: number;
    base_version: number;
    form: JSONColumnType<Record<string, unknown>>;
    saved_at: Now;
  };
  article: {
    id: Generated<number>;
    type: 'notice' | 'expertManual';
    title: string;
    body: string;
    published_at: Time;
    create_time: Now;
    update_time: Now;
  };
  article_role: { article_id: number; role_id: number };
  operation_log: {
    id: Generated<number>;
    user_id: number | null;
    username: string | null;
    description: string;
    method: string;
    path: string;
    status: number;
    request_id: string;
    ip: string;
    browser: string | null;
    duration_ms: number;
    create_time: Now;
  };
  audit_event: {
    seq: Generated<number>;
    at: Now;
    actor_id: number | null;
    action: string;
    entity: string;
    entity_id: string | null;
    detail: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  };
};
