import type { BuiltMenu } from '@zhiping/shared/contracts/menu.ts';
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
  ['login is open', { target: '/login', token: null, user: null, menus: null }, allow],
  [
    'so is the first change of a password',
    { target: '/check/login/change', token: null, user: null, menus: null },
    allow,
  ],
  [
    'so is choosing another for one that was forgotten',
    { target: '/check/login/forgotten', token: null, user: null, menus: null },
    allow,
  ],
  [
    'an anonymous target is kept whole',
    { target: '/pool/school?page=2&name=张#x', token: null, user: null, menus: null },
    to('/login?redirect=%2Fpool%2Fschool%3Fpage%3D2%26name%3D%E5%BC%A0%23x'),
  ],
  [
    'the error pages are not open',
    { target: '/404', token: null, user: null, menus: null },
    to('/login?redirect=%2F404'),
  ],
  ['who is signed in needs no login', { target: '/login', token, user: officer, menus }, to('/')],
  [
    'the login leads on to its target',
    { target: '/login?redirect=%2Fpool%2Fsubject%3Fpage%3D2', token, user: officer, menus },
    to('/pool/subject?page=2'),
  ],
  [
    'which is known by the menus',
    { target: '/login?redirect=%2Fpool%2Fsubject', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  [
    'and home from a page of somebody else',
    { target: '/login?redirect=%2Fpool%2Fschool%3Fpage%3D2', token, user: officer, menus },
    to('/'),
  ],
  [
    'or from the gate, which is none of his',
    { target: '/login?redirect=%2Fcheck%2Fexpert%2Fconfirmation', token, user: officer, menus },
    to('/'),
  ],
  ['or from an error page', { target: '/login?redirect=%2F404', token, user: officer, menus }, to('/')],
  [
    'but never to another site',
    { target: '/login?redirect=%2F%2Fevil.example', token, user: null, menus: null },
    to('/'),
  ],
  [
    'nor by a backslash',
    { target: '/login?redirect=%2F%5Cevil.example', token, user: null, menus: null },
    to('/'),
  ],
  ['nor back to the login', { target: '/login?redirect=%2Flogin', token, user: null, menus: null }, to('/')],
  [
    'an unknown user is fetched first',
    { target: '/pool/subject', token, user: null, menus: null },
    { kind: 'loadUser' },
  ],
  [
    'unknown menus next',
    { target: '/pool/subject', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  [
    'no 404 before the menus are known',
    { target: '/nowhere', token, user: officer, menus: null },
    { kind: 'loadMenus' },
  ],
  ['a page of the menu', { target: '/pool/subject?page=2', token, user: officer, menus }, allow],
  ['a directory means its first page', { target: '/pool', token, user: officer, menus }, to('/pool/subject')],
  ['an unknown page', { target: '/pool/secret', token, user: officer, menus }, to('/404')],
  ['the root', { target: '/', token, user: officer, menus }, to('/dashboard')],
  ['a fixed page', { target: '/user/center', token, user: officer, menus }, allow],
  ['the page of unknown ones', { target: '/404', token, user: officer, menus }, allow],
  ['the page of forbidden ones needs no menus', { target: '/401', token, user: officer, menus: null }, allow],
  ['the refresh helper', { target: '/redirect/user/center', token, user: officer, menus }, allow],
  [
    'an unconfirmed expert',
    { target: '/pool/subject', token, user: newExpert, menus: null },
    to('/check/expert/confirmation'),
  ],
  [
    'no expert has no gate',
    { target: '/check/expert/confirmation', token, user: officer, menus },
    to('/401'),
  ],
  ['at his gate', { target: '/check/expert/confirmation', token, user: newExpert, menus: null }, allow],
  [
    'even from an error page',
    { target: '/401', token, user: newExpert, menus: null },
    to('/check/expert/confirmation'),
  ],
  [
    'department 20 without a profile',
    { target: '/', token, user: userIn(20), menus },
    to('/check/expert/confirmation'),
  ],
  ['a confirmed expert', { target: '/dashboard', token, user: expert, menus }, allow],
  ['somebody without a department', { target: '/dashboard', token, user: userIn(null), menus }, allow],
];

describe('guard', () => {
  it.each(table)('%s', (_, input, decision) => {
    expect(guard(input)).toEqual(decision);
  });
});
