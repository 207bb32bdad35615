import { type z } from 'zod';
import { type Dashboard, dashboardApi as api, type Figure } from '@zhiping/shared/contracts/dashboard.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { TERM_WARNING_DAYS } from '@zhiping/shared/rules/inspect-expert.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { on } from '../../platform/http/http.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { findLatestNotices } from '../article/article.queries.ts';
import { findOwnChanges } from '../expert/expert-change.queries.ts';
import { findOwnAbsences } from '../expert/own-absences.ts';
import {
  type Audience,
  audienceOf,
  countForOffice,
  countForSchool,
  countForSystem,
  findExpertState,
} from './dashboard.queries.ts';

const NOTICES = 6;

type Content = Pick<z.input<typeof Dashboard>, 'figures' | 'todos'> &
  Partial<Pick<z.input<typeof Dashboard>, 'expert'>>;

export const dashboardRoutes = (deps: Deps) => [
  on(api.read, async ({ user }) => {
    const audience = audienceOf(user);
    const [content, notices] = await Promise.all([
      contentFor(audience, deps, user),
      findLatestNotices(deps.db, user, NOTICES),
    ]);
    return { audience, expert: null, ...content, notices };
  }),
];

const contentFor = (audience: Audience, deps: Deps, reader: Principal): Promise<Content> | Content => {
  const { db } = deps;
  switch (audience) {
    case 'expert':
      return forExpert(deps, reader);
    case 'titleTeacher':
      return forSchool(db, reader);
    case 'office':
      return forOffice(db, reader);
    case 'system':
      return forSystem(db, reader);
    case 'other':
      return { figures: [], todos: [] };
  }
};

type Tone = z.infer<typeof Figure>['tone'];

const figure = (
  code: string,
  label: string,
  value: number,
  to: string | null = null,
  tone: Tone = 'plain',
) => ({
  code,
  label,
  value,
  to,
  tone,
});

/** A number that somebody should look at as long as it is not zero. */
const waiting = (code: string, label: string, value: number, to: string | null = null) =>
  figure(code, label, value, to, value > 0 ? 'attention' : 'good');

/** The address of a list page, if the reader may open it. */
const door = (reader: Principal, permission: string, path: string) =>
  holds(reader, [permission]) ? path : null;

const forExpert = async (deps: Deps, reader: Principal): Promise<Content> => {
  const state = await findExpertState(deps.db, reader.userId);
  if (!state) return { figures: [], todos: [] };
  const { id, subjects, termDays, termEndsAt, confirmed } = state;
  const [changes, absences] = await Promise.all([findOwnChanges(deps, id), findOwnAbsences(deps.db, id)]);
  const todos: Content['todos'] = [];
  if (!confirmed)
    todos.push({ code: 'confirm', text: '请核对并确认您的专家信息', to: '/check/expert/confirmation' });
  if (termDays !== null && termDays < TERM_WARNING_DAYS)
    todos.push({
      code: 'term',
      text: `您的专家任期还有 ${Math.max(0, termDays)} 天，届时需重新确认`,
      to: null,
    });
  return {
    figures: [
      figure('subjects', '我的学科', subjects, '/check/expert/confirmation'),
      ...(termDays === null ? [] : [figure('termDays', '任期剩余天数', Math.max(0, termDays))]),
    ],
    todos,
    expert: { termEndsAt, changes, absences },
  };
};

const forSchool = async (db: Db, reader: Principal): Promise<Content> => {
  const { experts, unconfirmed, teachers, units } = await countForSchool(db, reader);
  const expertList = (filter: string) => door(reader, 'expert:list', `/pool/expert?enabled=true${filter}`);
  return {
    figures: [
      figure('experts', '本校专家', experts, expertList('')),
      // They confirm themselves; the school can only remind them.
      figure('unconfirmed', '未确认的专家', unconfirmed, expertList('&confirmed=false')),
      figure('teachers', '本校教师', teachers, door(reader, 'teacher:list', '/pool/teacher?enabled=true')),
      figure('units', '本校单位', units, door(reader, 'school:list', '/pool/school?enabled=true')),
    ],
    todos: [],
  };
};

/** The pool, each number with the list that it counts. */
const forOffice = async (db: Db, reader: Principal): Promise<Content> => {
  const { experts, unconfirmed, withoutSubject, changed, endingSoon, ended } = await countForOffice(
    db,
    reader,
  );
  const list = (filter = '') => door(reader, 'expert:list', `/pool/expert?enabled=true${filter}`);
  return {
    figures: [
      figure('experts', '在库专家', experts, list()),
      waiting('changed', '待审核的变更', changed, list('&changed=true')),
      waiting('unconfirmed', '待确认专家', unconfirmed, list('&confirmed=false')),
      waiting('withoutSubject', '缺少学科的专家', withoutSubject, list('&withSubject=false')),
      waiting('endingSoon', '90 天内任期届满', endingSoon, list('&term=ending')),
      waiting('ended', '任期已到期', ended, list('&term=ended')),
    ],
    todos: [],
  };
};

/** Each number of the last day with the list of that very day. */
const forSystem = async (db: Db, reader: Principal): Promise<Content> => {
  const { users, online, failedJobs, loginFailures, failedMessages, serverErrors, createTime } =
    await countForSystem(db, reader);
  const day = (name: string) => {
    const [from, to] = createTime.map(formatDateTime) as [string, string];
    return new URLSearchParams([
      [name, from],
      [name, to],
    ]).toString();
  };
  const figures: [string, string, number, string, string][] = [
    ['failedJobs', '24 小时任务失败', failedJobs, 'timing:list', `/system/timing?${day('failed')}`],
    [
      'loginFailures',
      '24 小时登录失败',
      loginFailures,
      'log:list',
      `/system/login-log?succeeded=false&${day('createTime')}`,
    ],
    [
      'failedMessages',
      '24 小时发送失败',
      failedMessages,
      'outbox:list',
      `/system/outbox?status=failed&${day('createTime')}`,
    ],
    ['serverErrors', '24 小时系统错误', serverErrors, 'log:list', `/system/error-log?${day('createTime')}`],
  ];
  return {
    figures: [
      figure('users', '启用的账号', users, door(reader, 'user:list', '/system/user?enabled=true')),
      figure('online', '在线用户', online, door(reader, 'online:list', '/system/online')),
      ...figures.map(([code, label, value, permission, path]) =>
        waiting(code, label, value, door(reader, permission, path)),
      ),
    ],
    todos: [],
  };
};
