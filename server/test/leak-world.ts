import { sql } from 'kysely';
import type { TestServer } from './harness.ts';
import { type MarkName, markOf } from './leak-marks.ts';
import { addCopy } from './leak-copy.ts';
import { addFiles } from './leak-files.ts';
import { addPeople, type People, spreadIds } from './leak-people.ts';
import { openReaders } from './leak-readers.ts';
import { addRound } from './leak-round.ts';

const here = (name: MarkName) => markOf(name)[0];
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** The office's grades and the experts' change requests. */
const addOpinions = async ({ db }: TestServer, { own, foreign, proposed, expertReader }: People) => {
  await sql`update expert set rating = 1, max_load = 7 where id = any(${[own, foreign, proposed, expertReader]}::bigint[])`.execute(
    db,
  );
  await sql`update expert set note = case id when ${foreign} then ${here('expertNote')} else ${here('ownNote')} end
    where id = any(${[own, foreign, proposed, expertReader]}::bigint[])`.execute(db);
  for (const id of [own, foreign, expertReader])
    await db
      .insertInto('expert_rating_log')
      .values({
        expert_id: id,
        from_rating: 3,
        to_rating: 1,
        actor_name: '评审办',
        reason: id === foreign ? here('expertReason') : here('ownRatingReason'),
      })
      .execute();
  await db
    .insertInto('expert_status_log')
    .values({
      expert_id: own,
      enabled: true,
      account_changed: false,
      actor_name: '评审办',
      reason: here('ownStatusReason'),
    })
    .execute();
  const changeRequest = {
    part: 'contact' as const,
    form: JSON.stringify({ email: `${here('ownChange')}@example.org` }),
    subject_edition: 0,
  };
  await db
    .insertInto('expert_change')
    .values({ expert_id: own, ...changeRequest, status: 'waiting' })
    .execute();
  await db
    .insertInto('expert_change')
    .values({
      expert_id: own,
      ...changeRequest,
      form: '{}',
      status: 'returned',
      decided_at: new Date(),
      decided_by: '评审办',
      reason: here('ownRefusal'),
    })
    .execute();
  await db
    .insertInto('expert_change')
    .values({ expert_id: foreign, ...changeRequest, form: '{}', status: 'waiting' })
    .execute();
  await db
    .insertInto('expert_unavailability')
    .values({ expert_id: foreign, from_day: '2090-01-01', to_day: '2090-02-01', reason: here('absence') })
    .execute();
  await db
    .insertInto('expert_affiliation')
    .values({ expert_id: foreign, org_name: here('formerPost'), from_year: 2000 })
    .execute();
};

/** Data of single accounts. */
const addBelongings = async ({ db }: TestServer, { foreignUser, foreign, own }: People) => {
  const owners = await db
    .selectFrom('expert')
    .select(['id', 'user_id'])
    .where('id', 'in', [foreign, own])
    .execute();
  for (const { id, user_id } of owners)
    await db
      .insertInto('draft')
      .values({
        user_id,
        kind: 'expertProfile',
        base_version: 0,
        form: JSON.stringify({ name: here(id === foreign ? 'draft' : 'ownDraft') }),
        subject_edition: 0,
      })
      .execute();
  await db
    .insertInto('saved_view')
    .values({
      user_id: foreignUser,
      page: '/pool/expert',
      name: here('view'),
      query: `blurry=${here('view')}`,
      subject_edition: 0,
    })
    .execute();
  await db
    .insertInto('notification')
    .values({ user_id: foreignUser, kind: 'info', text: here('message') })
    .execute();
  const task = await db
    .insertInto('task')
    .values({
      kind: 'export:/api/expert/download',
      owner_id: foreignUser,
      state: 'done' as const,
      result: JSON.stringify({ rows: here('work') }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('export_file')
    .values({
      task_id: task.id,
      name: `${here('exported')}.xlsx`,
      sha256: 'a'.repeat(64),
      bytes: 1,
      whole: true,
    })
    .execute();
  return { task: task.id };
};

const addArticles = async ({ db }: TestServer, { office }: People) => {
  const add = async (name: MarkName, at: Date | null, more: object = {}, roleId?: number) => {
    const { id } = await db
      .insertInto('article')
      .values({ type: 'notice', title: here(name), body: `<p>${here(name)}</p>`, published_at: at, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (roleId) await db.insertInto('article_role').values({ article_id: id, role_id: roleId }).execute();
    return id;
  };
  const articles = [
    await add('unpublished', null),
    await add('scheduled', inDays(9)),
    await add('ended', inDays(-9), { ends_at: inDays(-1) }),
    await add('forOffice', inDays(-1), {}, 3),
    await add('manual', inDays(-1), { type: 'expertManual' }),
  ];
  const realName = `${'b'.repeat(32)}.pdf`;
  const file = await db
    .insertInto('stored_file')
    .values({
      real_name: realName,
      name: here('fileName'),
      format: 'pdf' as const,
      type: '文档' as const,
      sha256: 'b'.repeat(64),
      bytes: 5,
      place: 'local' as const,
      purpose: 'article' as const,
      whole: true,
      owner_id: office.id,
      create_by: office.username,
      search_text: here('fileName'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('article_file')
    .values({ article_id: articles[3] as number, file_id: file.id, usage: 'attachment' })
    .execute();
  return { articles, file: file.id, realName };
};

/** Technical records. */
const addRecords = async ({ db }: TestServer, { nankai, foreign, foreignUser }: People) => {
  await db
    .updateTable('school')
    .set({ note: here('schoolNote') })
    .where('dept_id', '=', nankai)
    .execute();
  await db
    .updateTable('role')
    .set({ description: here('roleNote') })
    .where('id', '=', 4)
    .execute();
  const letter = { channel: 'email' as const, recipient: 'somebody@example.org', subject: '验证码' };
  await db
    .insertInto('outbox')
    .values([
      { ...letter, content: here('mailSent'), html: here('mailSent'), status: 'sent' },
      { ...letter, content: here('mailSent'), html: here('mailSent'), status: 'waiting' },
      { ...letter, content: here('mailKept'), html: here('mailKept'), status: 'kept' },
    ])
    .execute();
  await db
    .insertInto('audit_event')
    .values({
      actor_id: foreignUser,
      action: 'test.secret',
      entity: 'test',
      entity_id: '1',
      detail: JSON.stringify({ text: here('audit') }),
    })
    .execute();
  const call = { user_id: foreignUser, username: here('loginName'), ip: '192.0.2.1' };
  await db
    .insertInto('login_log')
    .values({ ...call, succeeded: false, reason: here('loginName') })
    .execute();
  await db
    .insertInto('operation_log')
    .values({
      ...call,
      description: '编辑用户',
      method: 'PUT',
      path: '/api/users',
      status: 200,
      request_id: 'r1',
      duration_ms: 3,
    })
    .execute();
  await db
    .insertInto('error_log')
    .values({
      ...call,
      request_id: 'r2',
      method: 'GET',
      path: '/api/users',
      message: here('errorText'),
      stack: here('errorText'),
    })
    .execute();
  await db
    .insertInto('timing_log')
    .values({
      job_id: 1,
      job_name: '清理',
      cron: '0 0 3 * * ?',
      trigger: 'cron' as const,
      succeeded: false,
      error: here('timing'),
      duration_ms: 1,
    })
    .execute();
  // Long past: without effect on the reader.
  await db
    .insertInto('integrity_record')
    .columns(['person_id', 'name', 'role', 'since', 'reason', 'basis'])
    .expression((from) =>
      from
        .selectFrom('expert')
        .select(({ val, ref }) => [
          ref('person_id').$notNull().as('person_id'),
          val(here('breach')).as('name'),
          val('expert').as('role'),
          val('2001-03-01').as('since'),
          val(here('breach')).as('reason'),
          val(here('breach')).as('basis'),
        ])
        .where('id', '=', foreign),
    )
    .execute();
  await db
    .insertInto('archive')
    .values({
      kind: 'backup' as const,
      name: here('archive'),
      format: 'gz' as const,
      sha256: 'c'.repeat(64),
      bytes: 1,
      summary: here('archive'),
      whole: true,
      create_by: 'admin',
    })
    .execute();
};

/** A world in which all accounts have secrets, with its readers. */
export const buildWorld = async (server: TestServer) => {
  await spreadIds(server);
  const people = await addPeople(server);
  await addOpinions(server, people);
  const belongings = await addBelongings(server, people);
  const articles = await addArticles(server, people);
  await addRecords(server, people);
  const round = await addRound(server, people);
  const { files } = await addFiles(server, round);
  const copy = await addCopy(server, { project: round.copyProject, office: people.office });
  const readers = await openReaders(server, people, round);
  return {
    ...people,
    ...belongings,
    ...articles,
    ...round,
    files: [...files, copy.material],
    copy,
    readers,
  };
};
export type World = Awaited<ReturnType<typeof buildWorld>>;
