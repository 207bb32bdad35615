import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { describe, expect, it } from 'vitest';
import { guard, type Decision, type GuardInput } from './guard.ts';

type User = NonNullable<GuardInput['user']>;

const userIn = (deptId: number | null, expert: User['expert'] = null) =>
  ({ user: { dept: deptId === null ? null : { id: deptId, name: '部门' } }, expert }) as User;

const officer = userIn(3);
const newExpert = userIn(20, { id: 1, confirmedAt: null });
const expert = userIn(20, { id: 1, confirmedAt: '2026-01-01 08:00:00' });

const menus: BuiltMenu[] = [
  {
    name: '专家资源',
    path: '/pool',
    hidden: false,
    component: 'Layout',
    alwaysShow: true,
    meta: { title: '专家资源', icon: null, noCache: false },
    children: [
      {
        name: 'Subject',
        path: 'subject',
        hidden: false,
        component: 'subject/index',
        meta: { title: '学科目录', icon: null, noCache: false },
      },
    ],
  },
];

const token = 'Bearer t';
const allow: Decision = { kind: 'allow' };
const to = (path: string): Decision => ({ kind: 'redirect', to: path });

const table: [what: string, input: GuardInput, decision: Decision][] = [
  [
    'the login page is open to anonymous visitors',
    { target: '/login', token: null, user: null, menus: null },
    allow,
  ],
  [
    'the page for setting a first password is open to anonymous visitors',
    { target: '/check/login/change', token: null, user: null, menus: null },
    allow,
  ],
  [
    'the page for resetting a forgotten password is open to anonymous visitors',
    { target: '/check/login/forgotten', token: null, user: null, menus: null },
    allow,
  ],
  [
    'an anonymous visitor is sent to the login, which keeps the whole target',
    { target: '/pool/school?page=2&name=张#x', token: null, user: null, menus: null },
    to('/login?redirect=%2Fpool%2Fschool%3Fpage%3D2%26name%3D%E5%BC%A0%23x'),
  ],
  [
    'an error page is not open to anonymous visitors',
    { target: '/404', token: null, user: null, menus: null },
    to('/login?redirect=%2F404'),
  ],
  [
    'a signed-in user leaves the login page for the root',
    { target: '/login', token, user: officer, menus },
    to('/'),
  ],
  [
    'a signed-in user leaves the login page for its target',
    { target: '/login?redirect=%2Fpool%2Fsubject%3Fpage%3D2', token, user: officer, menus },
    to('/pool/subject?page=2'),
  ],
  [
    'the login page loads the menus before it leads to its target',
    { target: '/login?redirect=%2Fpool%2Fsubject', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  [
    'a target outside the menus of the user leads to the root',
    { target: '/login?redirect=%2Fpool%2Fschool%3Fpage%3D2', token, user: officer, menus },
    to('/'),
  ],
  [
    'the confirmation gate as target leads a user without a gate to the root',
    { target: '/login?redirect=%2Fcheck%2Fexpert%2Fconfirmation', token, user: officer, menus },
    to('/'),
  ],
  [
    'an error page as target leads to the root',
    { target: '/login?redirect=%2F404', token, user: officer, menus },
    to('/'),
  ],
  [
    'a target on another site leads to the root',
    { target: '/login?redirect=%2F%2Fevil.example', token, user: null, menus: null },
    to('/'),
  ],
  [
    'a target on another site that is written with a backslash leads to the root',
    { target: '/login?redirect=%2F%5Cevil.example', token, user: null, menus: null },
    to('/'),
  ],
  [
    'the login page as target leads to the root',
    { target: '/login?redirect=%2Flogin', token, user: null, menus: null },
    to('/'),
  ],
  [
    'the user is loaded first',
    { target: '/pool/subject', token, user: null, menus: null },
    { kind: 'loadUser' },
  ],
  [
    'the menus are loaded after the user',
    { target: '/pool/subject', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  [
    'the menus are loaded before a page counts as unknown',
    { target: '/nowhere', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  ['a page of the menus is allowed', { target: '/pool/subject?page=2', token, user: officer, menus }, allow],
  [
    'a directory leads to its first page',
    { target: '/pool', token, user: officer, menus },
    to('/pool/subject'),
  ],
  [
    'an unknown page leads to the page 404',
    { target: '/pool/secret', token, user: officer, menus },
    to('/404'),
  ],
  ['the root leads to the dashboard', { target: '/', token, user: officer, menus }, to('/dashboard')],
  [
    'a page outside the menus that all users have is allowed',
    { target: '/user/center', token, user: officer, menus },
    allow,
  ],
  ['the page 404 is allowed', { target: '/404', token, user: officer, menus }, allow],
  ['the page 401 is allowed without menus', { target: '/401', token, user: officer, menus: null }, allow],
  ['the refresh helper is allowed', { target: '/redirect/user/center', token, user: officer, menus }, allow],
  [
    'an unconfirmed expert is sent to the confirmation gate',
    { target: '/pool/subject', token, user: newExpert, menus: null },
    to('/check/expert/confirmation'),
  ],
  [
    'the confirmation gate is forbidden to a user who is no expert',
    { target: '/check/expert/confirmation', token, user: officer, menus },
    to('/401'),
  ],
  [
    'an unconfirmed expert may open the confirmation gate',
    { target: '/check/expert/confirmation', token, user: newExpert, menus: null },
    allow,
  ],
  [
    'an unconfirmed expert is sent from an error page to the confirmation gate',
    { target: '/401', token, user: newExpert, menus: null },
    to('/check/expert/confirmation'),
  ],
  [
    'a user of department 20 without a profile is sent to the confirmation gate',
    { target: '/', token, user: userIn(20), menus },
    to('/check/expert/confirmation'),
  ],
  ['a confirmed expert may open a page', { target: '/dashboard', token, user: expert, menus }, allow],
  [
    'a user without a department may open a page',
    { target: '/dashboard', token, user: userIn(null), menus },
    allow,
  ],
];

describe('guard', () => {
  it.each(table)('%s', (_, input, decision) => {
    expect(guard(input)).toEqual(decision);
  });
});
