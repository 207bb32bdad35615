import type { Generated, JSONColumnType } from 'kysely';
import type { TaskState } from '@zhiping/shared/rules/task/states.ts';
import type { MaybeTime, Now } from './schema-types.ts';

/** Row types of background work, of messages to people, and of the logs. */
export type WorkSchema = {
  outbox: {
    id: Generated<number>;
    channel: 'sms' | 'email';
    recipient: string;
    content: string;
    status: 'kept' | 'waiting' | 'sent' | 'failed';
    error: string | null;
    subject: string | null;
    html: string | null;
    notice: JSONColumnType<Record<string, unknown>, string | null | undefined, string | null> | null;
    attempts: Generated<number>;
    expires_at: MaybeTime;
    sent_at: MaybeTime;
    message_id: Generated<string>;
    project_id: number | null | undefined;
    create_time: Now;
  };
  task: {
    id: Generated<number>;
    kind: string;
    key: string | null;
    payload: JSONColumnType<Record<string, unknown>, string | undefined, string>;
    owner_id: number | null;
    state: Generated<TaskState>;
    attempt: Generated<number>;
    due_at: Now;
    node: string | null;
    done: Generated<number>;
    total: Generated<number>;
    result: JSONColumnType<Record<string, unknown>> | null;
    error: string | null;
    create_time: Now;
    start_time: MaybeTime;
    end_time: MaybeTime;
  };
  export_file: {
    task_id: number;
    name: string;
    sha256: string;
    bytes: number;
    whole: Generated<boolean>;
    create_time: Now;
    dept_scope: number[] | null;
    permissions: string[] | null;
    roles: number[] | null;
  };
  task_input: { task_id: number; name: string; bytes: Buffer };
  timing_job: {
    id: number;
    cron: string;
    paused: Generated<boolean>;
    pause_after_failure: Generated<boolean>;
    person_in_charge: string | null;
    email: string | null;
    next_run: MaybeTime;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  timing_log: {
    id: Generated<number>;
    job_id: number;
    job_name: string;
    cron: string;
    trigger: 'cron' | 'manual';
    succeeded: boolean;
    result: string | null;
    error: string | null;
    duration_ms: number;
    create_time: Now;
  };
  notification: {
    id: Generated<number>;
    user_id: number;
    kind: 'success' | 'info' | 'warning' | 'error';
    text: string;
    link: string | null;
    create_time: Now;
    read_time: MaybeTime;
    project_id: number | null | undefined;
  };
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
  login_log: {
    id: Generated<number>;
    username: string;
    user_id: number | null;
    succeeded: boolean;
    reason: string | null;
    ip: string;
    browser: string | null;
    create_time: Now;
  };
  error_log: {
    id: Generated<number>;
    request_id: string;
    user_id: number | null;
    username: string | null;
    method: string;
    path: string;
    message: string;
    stack: string;
    ip: string;
    browser: string | null;
    create_time: Now;
  };
  audit_queue: { seq: number };
  audit_link: { position: number; seq: number; hash: Buffer };
  audit_event: {
    seq: Generated<number>;
    at: Now;
    actor_id: number | null;
    action: string;
    entity: string;
    entity_id: string | null;
    detail: JSONColumnType<Record<string, unknown>, string | undefined, string>;
    request_id: string | null;
  };
};
