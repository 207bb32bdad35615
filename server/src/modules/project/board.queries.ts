import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { type ProjectWaiting, projectWaiting } from '@zhiping/shared/rules/project/waiting.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { findInstitutions } from './institution.queries.ts';
import { findCheckedCycles, selectProjects } from './project-list.queries.ts';
import { checkerOf, isCounted } from './project.policy.ts';
import { isWaiting } from './waiting.ts';

type Board = z.input<typeof projectListApi.board.result>;
type Count = { state: ProjectState; count: number };

const deadlinesOf = async (db: Db, id: number, at: Date) => {
  const { name, state, suspendedReason, ...moments } = await db
    .selectFrom('cycle')
    .select([
      'name',
      'state',
      'suspended_reason as suspendedReason',
      'apply_closes_at as apply',
      'college_closes_at as college',
      'report_closes_at as report',
      'body_closes_at as body',
      'eligibility_closes_at as eligibility',
      'review_closes_at as review',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const labels = {
    apply: '申报截止',
    college: '院系审核截止',
    report: '单位报送截止',
    body: '主管部门审核截止',
    eligibility: '资格审查截止',
    review: '评审截止',
  };
  const deadlines = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((key) => {
    const moment = moments[key];
    return moment === null ? [] : [{ label: labels[key], at: moment, isPast: moment < at }];
  });
  return { id, name, state, suspendedReason, deadlines };
};

/** Groups rows by key, each group with its counts by state. */
const groupedCounts = <R extends Count, K extends object>(rows: readonly R[], keyOf: (row: R) => K) => {
  const groups = new Map<string, K & { counts: Count[] }>();
  for (const row of rows) {
    const key = keyOf(row);
    const name = JSON.stringify(key);
    const group = groups.get(name) ?? { ...key, counts: [] };
    group.counts.push({ state: row.state, count: row.count });
    groups.set(name, group);
  }
  return [...groups.values()];
};

const count = sql<number>`count(*)`.as('count');

const summed = (counts: readonly Count[]): Count[] =>
  [...Map.groupBy(counts, ({ state }) => state)].map(([state, some]) => ({
    state,
    count: some.reduce((sum, one) => sum + one.count, 0),
  }));

/**
 * Projects by institution including its colleges, as the list filters them. Readers of a single institution also get
 * its colleges.
 */
const bySchool = async (
  db: Db,
  rows: readonly (Count & { schoolId: number })[],
): Promise<Board['schools']> => {
  const places = await findInstitutions(
    db,
    rows.map(({ schoolId }) => schoolId),
  );
  const linesOf = (placeOf: (unitId: number) => { id: number; name: string } | null, isPart: boolean) => {
    const placed = rows.flatMap((row) => {
      const place = placeOf(row.schoolId);
      return place ? [{ ...row, schoolId: place.id, schoolName: place.name, isPart }] : [];
    });
    return groupedCounts(placed, ({ schoolId, schoolName }) => ({ schoolId, schoolName, isPart }))
      .map((line) => ({ ...line, counts: summed(line.counts) }))
      .toSorted((a, b) => a.schoolName.localeCompare(b.schoolName, 'zh-CN'));
  };
  const institutions = linesOf((id) => places.get(id)!.institution, false);
  return institutions.length === 1
    ? [...institutions, ...linesOf((id) => places.get(id)!.college, true)]
    : institutions;
};

/** The board of a cycle, with the projects that the reader checks or supervises; 404 if the reader has none in it. */
export const readBoard = async (db: Db, reader: Principal, cycleId: number): Promise<Board> => {
  const cycles = await findCheckedCycles(db, reader);
  if (!cycles.some(({ id }) => id === cycleId)) throw notFound('批次');
  const { query } = await selectProjects(
    db,
    reader,
    { cycleId, createTime: undefined },
    { isShown: isCounted(reader) },
  );
  const waits = Object.keys(projectWaiting) as ProjectWaiting[];
  const [cycle, targets, schools, waiting] = await Promise.all([
    deadlinesOf(db, cycleId, reader.at),
    query
      .select(['titleSeries', 'titleLevel', 'shown.state', count])
      .groupBy(['titleSeries', 'titleLevel', 'shown.state'])
      .orderBy('titleSeries')
      .orderBy('titleLevel')
      .orderBy('shown.state')
      .execute(),
    query
      .select(['schoolId', 'shown.state', count])
      .groupBy(['schoolId', 'shown.state'])
      .orderBy('shown.state')
      .execute(),
    query
      .select(waits.map((one) => sql<number>`count(*) filter (where ${isWaiting(one, reader.at)})`.as(one)))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    isSupervised: checkerOf(reader) === 'supervisor',
    cycle,
    targets: groupedCounts(targets, ({ titleSeries, titleLevel }) => ({ titleSeries, titleLevel })),
    schools: await bySchool(db, schools),
    waiting: waits.map((one) => ({ waiting: one, count: waiting[one] })),
  };
};
