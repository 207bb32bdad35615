import { type z } from 'zod';
import { type Dashboard, dashboardApi as api } from '@zhiping/shared/contracts/dashboard.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { TERM_WARNING_DAYS } from '@zhiping/shared/rules/expert/inspect-expert.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { findLatestNotices } from '../article/article.queries.ts';
import { findOwnChanges } from '../expert/change-requests/change-requests.queries.ts';
import { findOwnAbsences } from '../expert/own-profile/own-absences.ts';
import {
  type Audience,
  audienceOf,
  countForSystem,
  countTerms,
  findExpertState,
  lastDay,
} from './dashboard.queries.ts';
import { ownApplicationQueues } from './own-queues.ts';
import { ownReviewQueue } from './review-queues.ts';
import { officeQueues, schoolQueues, systemQueues } from './queues.ts';
import { dayOf } from '../../platform/clock.ts';

const NOTICES = 6;

type Content = Pick<z.input<typeof Dashboard>, 'figures' | 'queues' | 'todos'> &
  Partial<Pick<z.input<typeof Dashboard>, 'expert'>>;

const none: Content = { figures: [], queues: [], todos: [] };

export const dashboardRoutes = (deps: Deps) => [
  on(api.read, async ({ user }) => {
    const audience = audienceOf(user);
    const [content, own, notices] = await Promise.all([
      contentFor(audience, deps, user),
      ownApplicationQueues(deps.db, user),
      findLatestNotices(deps.db, user, NOTICES),
    ]);
    return { audience, expert: null, ...content, queues: [...content.queues, ...own], notices };
  }),
];

const contentFor = (audience: Audience, deps: Deps, reader: Principal): Promise<Content> | Content => {
  switch (audience) {
    case 'expert':
      return forExpert(deps, reader);
    case 'titleTeacher':
      return forSchool(deps, reader);
    case 'office':
      return forOffice(deps, reader);
    case 'system':
      return forSystem(deps, reader);
    case 'other':
      return none;
  }
};

const figure = (code: string, label: string, value: number, to: string | null) => ({
  code,
  label,
  value,
  to,
});

/** The address of a list page, if the reader may open it. */
const linkTo = (reader: Principal, permission: string, path: string) =>
  holds(reader, [permission]) ? path : null;

const forExpert = async (deps: Deps, reader: Principal): Promise<Content> => {
  const state = await findExpertState(deps.db, reader);
  if (!state) return none;
  const { id, termDays, termEndsAt, confirmed } = state;
  const [changes, absences, queues] = await Promise.all([
    findOwnChanges(deps, id, reader.at),
    findOwnAbsences(deps.db, id, dayOf(reader.at)),
    ownReviewQueue(deps, reader),
  ]);
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
    figures: [],
    queues,
    todos,
    expert: { termEndsAt, changes, absences },
  };
};

const forSchool = async (deps: Deps, reader: Principal): Promise<Content> => ({
  figures: [],
  queues: await schoolQueues(deps, reader),
  todos: [],
});

/** The work in the pool, and the terms, each with its list. Terms are begun anew by the experts themselves. */
const forOffice = async (deps: Deps, reader: Principal): Promise<Content> => {
  const [queues, { endingSoon, ended }] = await Promise.all([
    officeQueues(deps, reader),
    countTerms(deps, reader),
  ]);
  const list = (term: string) => linkTo(reader, 'expert:list', `/pool/expert?enabled=true&term=${term}`);
  return {
    figures: [
      figure('endingSoon', '90 天内任期届满', endingSoon, list('ending')),
      figure('ended', '任期已到期', ended, list('ended')),
    ],
    queues,
    todos: [],
  };
};

/** Work that can be retried, and two figures; each of the last day, with a link to the list of that day. */
const forSystem = async (deps: Deps, reader: Principal): Promise<Content> => {
  const createTime = lastDay(reader.at);
  const [from, to] = createTime.map(formatDateTime) as [string, string];
  const day = (name: string) =>
    new URLSearchParams([
      [name, from],
      [name, to],
    ]).toString();
  const [{ loginFailures, serverErrors }, queues] = await Promise.all([
    countForSystem(deps.db, createTime),
    systemQueues(deps, reader, createTime, {
      runs: `/system/timing?${day('failed')}`,
      messages: `/system/outbox?status=failed&${day('createTime')}`,
    }),
  ]);
  const ofLog = (path: string) => linkTo(reader, 'log:list', `${path}${day('createTime')}`);
  return {
    figures: [
      figure('loginFailures', '24 小时登录失败', loginFailures, ofLog('/system/login-log?succeeded=false&')),
      figure('serverErrors', '24 小时系统错误', serverErrors, ofLog('/system/error-log?')),
    ],
    queues,
    todos: [],
  };
};
