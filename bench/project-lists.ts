import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { checkSteps, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { projectWaiting } from '@zhiping/shared/rules/project/waiting.ts';
import { measureOne, measurePeople } from './measure-lists.ts';

/**
 * The list of projects, its stage bar and the board of a cycle with 20 000 projects: one client that sends one request
 * after another, then 100 people who pause between theirs. Usage: node bench/project-lists.ts [projects] [seconds]
 */
const applications = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 5);

const child = fork(fileURLToPath(new URL('project-lists-server.ts', import.meta.url)), [
  String(applications),
]);
const [{ port, office, school, cycleId }] = (await once(child, 'message')) as [
  { port: number; office: string; school: string; cycleId: number },
];

const list = (query: string) => `/title/api/project?size=20&cycleId=${cycleId}&${query}`;
const pages = (query = '') =>
  Array.from({ length: 200 }, (_, index) =>
    list(`${query}page=${Math.floor((index * applications) / 20 / 200)}`),
  );
const questions = [
  { name: 'first page', paths: [list('')], token: office },
  { name: 'any page', paths: pages(), token: office },
  { name: 'any page by name', paths: pages('sort=name,asc&'), token: office },
  {
    name: 'each state',
    paths: Object.keys(projectStates).map((state) => list(`state=${state}`)),
    token: office,
  },
  {
    name: 'each step of checking',
    paths: Object.keys(checkSteps).map((step) => list(`state=submitted&checkStep=${step}`)),
    token: office,
  },
  {
    name: 'what got stuck',
    paths: Object.keys(projectWaiting).map((one) => list(`waiting=${one}`)),
    token: office,
  },
  {
    name: 'name, pinyin, number',
    paths: ['压测77', 'wyc', 'B-0123', '王'].map((word) => list(`blurry=${encodeURIComponent(word)}`)),
    token: office,
  },
  { name: 'stage bar', paths: [`/title/api/project/stage?cycleId=${cycleId}`], token: office },
  { name: 'board of the cycle', paths: [`/title/api/project/board?cycleId=${cycleId}`], token: office },
  { name: 'first page of a school', paths: [list('')], token: school },
  { name: 'board of a school', paths: [`/title/api/project/board?cycleId=${cycleId}`], token: school },
  {
    name: 'roster of a school',
    paths: [`/title/api/project/sheet?kind=roster&cycleId=${cycleId}`],
    token: school,
  },
  { name: 'publicities', paths: ['/title/api/publicity?size=20'], token: office },
];
for (const question of questions) await measureOne(port, question, seconds);
await measurePeople(port, questions, 30);
child.kill();
