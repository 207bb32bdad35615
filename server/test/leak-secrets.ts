import { sql } from 'kysely';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { rateExperts } from '../src/modules/expert/pool/bulk-experts.ts';
import type { Db } from '../src/platform/database/db.ts';
import { loadIdentity } from '../src/platform/identity.ts';
import { loadPrincipal, type Principal } from '../src/platform/auth/principal.ts';
import type { TestServer } from './harness.ts';
import { type Mark, markOf } from './leak-marks.ts';
import type { Reader } from './leak-readers.ts';
import { can, type Column, removePlaces, type Secret } from './leak-secret.ts';
import { reviewSecrets } from './leak-review-secrets.ts';
import type { World } from './leak-world.ts';

/** Experts and school officers never learn the office's grading, whatever their permissions. */
const isGradingHidden = ({ roleId }: Reader) => roleId === 6 || roleId === 9;
const grading = (reader: Reader) => !isGradingHidden(reader) && reader.holds('expert:list');

/** Writes to the database directly: the operation log would show a call. */
const gradeOnceMore = async ({ db }: TestServer, { office }: World, ids: number[]) => {
  const actor = (await loadPrincipal(db, office.id, new Date())) as Principal;
  await rateExperts(db, actor, { ids, rating: 5, reason: '另一个世界的理由' }, 'all');
  await sql`update expert set max_load = 77 where id = any(${ids}::bigint[])`.execute(db);
};

/** Rows that change in the other world without any write. */
const kept = [
  'project_snapshot',
  'commitment_signature',
  'review_revision',
  'state_event',
  'project_return',
  'project_recommendation',
  'eligibility_check',
  'unit_publicity',
  'objection',
];

export const secrets: Secret[] = [
  {
    name: 'how the office grades experts of the own school, and that it did',
    marks: ['ownNote', 'ownRatingReason', 'ownStatusReason'],
    knows: grading,
    // The logs cannot be changed: there the office has just graded once more.
    columns: ['expert.note'],
    change: async (server, world) => {
      const { own, expertReader } = world;
      await gradeOnceMore(server, world, [own, expertReader]);
      const row = { expert_id: own, enabled: true, account_changed: false, actor_name: '评审办' };
      await server.db
        .insertInto('expert_status_log')
        .values({ ...row, reason: '再次核对' })
        .execute();
    },
  },
  {
    name: 'how the office grades experts of another school',
    marks: ['expertNote', 'expertReason'],
    knows: (reader) => grading(reader) && reader.everywhere,
    columns: ['expert.note'],
    change: (server, world) => gradeOnceMore(server, world, [world.foreign]),
  },
  {
    name: 'who are the experts of another school',
    marks: ['expertName', 'expertPhone', 'expertEmail', 'stablePerson'],
    knows: (reader) => reader.everywhere && can('expert:list', 'user:list')(reader),
    columns: [
      ...(['name', 'phone', 'email', 'search_text'] as const).map((one) => `expert.${one}` as const),
      ...(['username', 'nick_name', 'phone', 'email'] as const).map((one) => `sys_user.${one}` as const),
    ],
  },
  {
    name: 'what is known of experts of another school',
    marks: ['expertPlace', 'expertKeyword', 'absence', 'formerPost'],
    knows: (reader) => reader.everywhere && reader.holds('expert:list'),
    columns: [
      'expert.department',
      'expert_unavailability.reason',
      'expert_affiliation.org_name',
      'expert_subject.keywords',
    ],
    change: async ({ db }, { foreign }) => {
      await sql`update expert set enabled = false, confirmed_at = now(), term_ends_at = '2030-01-01', retired = true,
        birth_date = '1961-02-03', gender = '女', title_level = 'middle' where id = ${foreign}`.execute(db);
      await sql`delete from expert_change where expert_id = ${foreign}`.execute(db);
    },
  },
  {
    name: 'teachers of another school',
    marks: ['teacherName', 'teacherPhone', 'teacherEmail', 'teacherNote'],
    knows: (reader) => reader.everywhere && reader.holds('teacher:list'),
    columns: (['name', 'phone', 'email', 'note', 'search_text'] as const).map(
      (one) => `teacher.${one}` as const,
    ),
    change: ({ db }, { foreignTeacher }) =>
      sql`update teacher set enabled = false, title_series = '1' where id = ${foreignTeacher}`.execute(db),
  },
  {
    name: 'teachers of a unit below',
    marks: ['belowTeacher'],
    knows: (reader) => reader.below && reader.holds('teacher:list'),
    columns: ['teacher.name', 'teacher.search_text'],
  },
  {
    name: 'a disabled unit below, and that there is one',
    marks: ['belowUnit'],
    knows: (reader) => reader.below && can('school:list', 'dept:list', 'user:list', 'roles:list')(reader),
    columns: ['dept.name', 'dept.search_text'],
    // Its teacher is what the one before is about.
    change: async ({ db }, { below, hidden }) => {
      await sql`update dept set pid = ${hidden} where id = ${below}`.execute(db);
    },
  },
  {
    name: 'a disabled unit of another school, and what is noted of that school',
    marks: ['hiddenUnit', 'schoolNote'],
    knows: (reader) =>
      reader.everywhere && can('school:list', 'dept:list', 'user:list', 'roles:list')(reader),
    columns: ['dept.name', 'dept.search_text', 'school.note'],
  },
  {
    name: 'accounts of another school',
    marks: ['userName', 'userNick', 'userPhone', 'userEmail'],
    knows: (reader) => reader.everywhere && can('user:list', 'online:list')(reader),
    columns: (['username', 'nick_name', 'phone', 'email'] as const).map((one) => `sys_user.${one}` as const),
    change: ({ db }, { foreignUser }) => sql`delete from session where user_id = ${foreignUser}`.execute(db),
  },
  {
    name: 'how many people a foreign school has, and which',
    marks: [],
    // Keepers of registers see how much refers to a school or a subject, and how many readers an article reaches.
    knows: (reader) =>
      reader.everywhere &&
      can('expert:list', 'teacher:list', 'user:list', 'school:list', 'article:list')(reader),
    change: async ({ db }, { vanishing, vanishingTeacher, vanishingUser, stableExpert, hidden }) => {
      await sql`update expert set school_id = ${hidden} where id = ${stableExpert}`.execute(db);
      await sql`delete from expert_subject where expert_id = ${vanishing}`.execute(db);
      await removePlaces(db, vanishing);
      await sql`delete from expert where id = ${vanishing}`.execute(db);
      await sql`delete from teacher where id = ${vanishingTeacher}`.execute(db);
      await sql`delete from user_role where user_id = ${vanishingUser}`.execute(db);
      await sql`delete from sys_user where id = ${vanishingUser}`.execute(db);
    },
  },
  {
    name: 'what an expert of the own school wants to change',
    marks: ['ownChange'],
    knows: (reader) => !isGradingHidden(reader) && reader.holds('expert:approve'),
    columns: ['expert_change.form'],
  },
  { name: 'why the office returned a change', marks: ['ownRefusal'], columns: ['expert_change.reason'] },
  {
    name: 'what belongs to one person',
    marks: ['draft', 'ownDraft', 'view', 'message', 'work', 'exported'],
    columns: [
      'draft.form',
      'saved_view.name',
      'saved_view.query',
      'notification.text',
      'task.result',
      'export_file.name',
    ],
    change: ({ db }, { own }) =>
      sql`delete from draft d using expert e where e.user_id = d.user_id and e.id = ${own}`.execute(db),
  },
  {
    name: 'articles that are not out, or not any more',
    marks: ['unpublished', 'scheduled', 'ended'],
    knows: can('article:list'),
    columns: ['article.title', 'article.body'],
    change: ({ db }, { articles }) =>
      sql`delete from article where id = ${articles[0] as number}`.execute(db),
  },
  {
    name: 'an article for the office',
    marks: ['forOffice'],
    knows: (reader) => reader.roleId === 3 || reader.holds('article:list'),
    columns: ['article.title', 'article.body'],
  },
  {
    name: 'the manual of experts',
    marks: ['manual'],
    knows: (reader) => reader.roleId === 6 || reader.holds('article:list'),
    columns: ['article.title', 'article.body'],
  },
  {
    name: 'a file of the office',
    marks: ['fileName'],
    knows: (reader) => reader.roleId === 3 || can('storage:list', 'article:list')(reader),
    columns: ['stored_file.name', 'stored_file.search_text'],
  },
  { name: 'a password hash', marks: ['hash'], columns: ['sys_user.password_hash'] },
  {
    name: 'a code that still opens something',
    marks: ['mailSent'],
    columns: ['outbox.content', 'outbox.html'],
  },
  {
    name: 'mail that no carrier takes',
    marks: ['mailKept'],
    knows: can('outbox:list'),
    columns: ['outbox.content', 'outbox.html'],
  },
  // Events cannot be changed, not even here.
  { name: 'audit details', marks: ['audit'] },
  {
    name: 'logs of others',
    marks: ['loginName', 'errorText'],
    knows: can('log:list'),
    columns: ['login_log.username', 'operation_log.username', 'error_log.username', 'error_log.stack'],
  },
  {
    name: 'how scheduled jobs ran',
    marks: ['timing'],
    knows: can('timing:list'),
    columns: ['timing_log.error'],
  },
  { name: 'archives', marks: ['archive'], knows: can('admin'), columns: ['archive.name', 'archive.summary'] },
  {
    name: 'what roles are for',
    marks: ['roleNote'],
    knows: can('roles:list'),
    columns: ['role.description'],
  },
  {
    name: 'who broke the rules, and how, to whom he is no expert of the own school',
    marks: ['breach'],
    knows: (reader) => can('integrity:list')(reader) || (reader.everywhere && can('expert:inspect')(reader)),
    columns: (['name', 'reason', 'basis'] as const).map((one) => `integrity_record.${one}` as const),
  },
  ...reviewSecrets,
];

export const mayKnow = (reader: Reader, { knows }: Secret) => knows?.(reader) ?? false;

/** Columns that are no text. */
const types: Partial<Record<Column, string>> = {
  'expert_change.form': 'jsonb',
  'draft.form': 'jsonb',
  'task.result': 'jsonb',
  'expert_subject.keywords': 'text[]',
  'project_snapshot.content': 'jsonb',
  'project.form': 'jsonb',
  'project_return.reasons': 'jsonb',
  'unit_publicity.people': 'jsonb',
  'eligibility_check.items': 'jsonb',
  'review.opinion': 'jsonb',
  'review.submitted': 'jsonb',
  'review_revision.opinion': 'jsonb',
};

const respell = async (db: Db, column: Column, [here, there]: Mark) => {
  const [table, name] = column.split('.') as [string, string];
  const type = sql.raw(types[column] ?? 'text');
  await sql`update ${sql.table(table)} set ${sql.ref(name)} = replace(${sql.ref(name)}::text, ${here}, ${there})::${type}
    where ${sql.ref(name)}::text like ${`%${here}%`}`.execute(db);
};

/** The world that differs from this one in what the reader may not know. */
export const changeSecrets = async (server: TestServer, world: World, changed: readonly Secret[]) => {
  for (const table of kept)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(server.db);
  for (const { columns = [], marks, change } of changed) {
    for (const column of columns) for (const name of marks) await respell(server.db, column, markOf(name));
    await change?.(server, world);
  }
  await changeNumbers(server, world);
};

/** Another valid number of the same mask, birthday and sex: only the last two digits of the region differ. */
const otherNumber = (number: string) => {
  for (let region = 0; region < 100; region += 1) {
    const other = `${number.slice(0, 4)}${String(region).padStart(2, '0')}${number.slice(6)}`;
    if (other !== number && checkCharacter(other) === other[17]) return other;
  }
  throw new Error('no other number with this mask');
};

export const numbersOf = ({ identities }: World): Mark[] =>
  Object.values(identities).map((number) => [number, otherNumber(number)] as const);

/** Only readers with the two identity permissions see the whole number. */
const changeNumbers = async ({ db, pool }: TestServer, world: World) => {
  const identity = await loadIdentity(pool);
  for (const [number, other] of numbersOf(world))
    await sql`update person set id_card_hash = ${identity.hashOf(other)}, id_card_sealed = ${identity.seal(other)}
      where id_card_hash = ${identity.hashOf(number)}`.execute(db);
};
