import { sql } from 'kysely';
import type { z } from 'zod';
import type { commitmentApi, CommitmentText } from '@zhiping/shared/contracts/commitment.ts';
import { type CommitmentKind, commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';

const selectTexts = (db: Db) =>
  db
    .selectFrom('commitment_text')
    .select([
      'id',
      'kind',
      'version',
      'hash',
      'reason',
      sql<
        string | null
      >`coalesce((select ${actorName()} from sys_user where username = commitment_text.create_by), commitment_text.create_by)`.as(
        'createBy',
      ),
      'create_time as createTime',
    ]);

/** Each kind with its versions, newest first. */
export const findKinds = async (db: Db): Promise<z.input<typeof commitmentApi.kinds.result>> => {
  const texts = await selectTexts(db).orderBy('version', 'desc').execute();
  return (Object.keys(commitmentKinds) as CommitmentKind[]).map((kind) => ({
    kind,
    versions: texts.filter((text) => text.kind === kind),
  }));
};

export const findText = async (db: Db, id: number): Promise<z.input<typeof CommitmentText>> => {
  const text = await selectTexts(db).select(['title', 'body']).where('id', '=', id).executeTakeFirst();
  if (!text) throw notFound('承诺书');
  return text;
};
