import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { BlindSchema } from './schema-blind.ts';
import type { ConflictSchema } from './schema-conflict.ts';
import type { ExpertSchema } from './schema-experts.ts';
import type { PlainSchema } from './schema-plain.ts';
import type { ReviewSchema } from './schema-review.ts';
import type { RoundSchema } from './schema-round.ts';
import type { WorkSchema } from './schema-work.ts';
import type { Gender, MaybeTime, Now, Time } from './schema-types.ts';
import type { FileFormat, FileType } from '@zhiping/shared/rules/file/formats.ts';

/** Row types of every table; test/schema.test.ts holds them against the migrated database. */

export type DataScope = '全部' | '本级' | '本级及以下' | '自定义' | '仅本人';

/** People with accounts, what they may do, the registers and the files. */
type CoreSchema = {
  secret: { name: string; value: string };
  role: {
    id: Generated<number>;
    name: string;
    level: number;
    description: string | null;
    data_scope: DataScope;
    version: Generated<number>;
    update_by: string | null;
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
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  role_menu: { role_id: number; menu_id: number };
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
    proven_phone: string | null;
    pwd_reset_time: MaybeTime;
    enabled: Generated<boolean>;
    dept_id: number | null;
    preferences: JSONColumnType<Record<string, boolean>, string | undefined, string>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
    search_text: GeneratedAlways<string>;
    access_version: Generated<number>;
  };
  draft: {
    id: Generated<number>;
    user_id: number;
    kind: string;
    ref: Generated<number>;
    base_version: number;
    form: JSONColumnType<Record<string, unknown>>;
    subject_edition: number;
    saved_at: Now;
  };
  data_version: { name: string; version: Generated<number> };
  user_role: { user_id: number; role_id: number };
  user_job: { user_id: number; job_id: number };
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
  hidden_value_check: { user_id: number; day: Generated<string>; subject: string; count: number };
  subject_successor: { edition: number; old_key: string; new_key: string };
  article: {
    id: Generated<number>;
    type: 'notice' | 'expertManual';
    title: string;
    body: string;
    published_at: MaybeTime;
    ends_at: MaybeTime;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  article_role: { article_id: number; role_id: number };
  article_read: { article_id: number; user_id: number; read_at: Now };
  stored_file: {
    id: Generated<number>;
    real_name: string;
    name: string;
    format: FileFormat;
    type: FileType;
    sha256: string;
    bytes: number;
    place: 'local' | 's3';
    purpose: 'storage' | 'article';
    whole: Generated<boolean>;
    owner_id: number | null;
    create_by: string;
    unused_since: Now;
    search_text: Generated<string>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  article_file: {
    article_id: number;
    file_id: number;
    usage: 'picture' | 'attachment' | 'former';
    rank: Generated<number>;
  };
  archive: {
    id: Generated<number>;
    kind: 'release' | 'backup';
    name: string;
    format: 'gz' | 'zip';
    sha256: string;
    bytes: number;
    summary: string;
    whole: Generated<boolean>;
    create_by: string;
    create_time: Now;
  };
};

export type Schema = CoreSchema &
  PlainSchema &
  ExpertSchema &
  ReviewSchema &
  BlindSchema &
  ConflictSchema &
  RoundSchema &
  WorkSchema;
