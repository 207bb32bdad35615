import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { fileAddress } from '@zhiping/shared/rules/file/formats.ts';
import { daysBefore } from '../platform/clock.ts';
import { searchTextOf } from '../platform/pinyin.ts';
import { demoArticles } from './articles.ts';
import type { DemoFiles } from './demo-files.ts';

/** A picture of a manual, as if the office had uploaded it. */
const keepPicture = async (
  client: pg.ClientBase,
  files: DemoFiles,
  { name, alt }: { name: string; alt: string },
) => {
  const { sha256, bytes, place } = files(name);
  const real_name = `${randomBytes(16).toString('hex')}.png`;
  const { rows } = await client.query<{ id: number }>(
    `insert into stored_file (real_name, name, format, type, sha256, bytes, place, purpose, whole, owner_id, create_by, search_text)
     select $1, $2, 'png', '图片', $3, $4, $5, 'article', true, id, username, $6 from sys_user where username = 'office'
     returning id`,
    [real_name, alt, sha256, bytes, place, searchTextOf(`${alt}.png`, '图片', 'office')],
  );
  return { id: rows[0]!.id, src: fileAddress({ type: '图片', real_name }) };
};

const PICTURE = /src="pictures\/([a-z-]+)\.png" alt="([^"]+)"/g;

const withPictures = async (client: pg.ClientBase, files: DemoFiles, body: string) => {
  const ids: number[] = [];
  let shown = body;
  for (const [attributes, name, alt] of body.matchAll(PICTURE)) {
    const { id, src } = await keepPicture(client, files, { name: name!, alt: alt! });
    ids.push(id);
    shown = shown.replace(attributes, `src="${src}" alt="${alt}"`);
  }
  return { body: shown, ids };
};

/** Notices and manuals, the oldest first, as they would have been written. */
export const loadArticles = async (
  client: pg.ClientBase,
  { files, now }: { files: DemoFiles; now: Date },
) => {
  for (const article of demoArticles().toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const { type, title, daysAgo, roles = [] } = article;
    const { body, ids } = await withPictures(client, files, article.body);
    await client.query(
      `with added as (insert into article (type, title, body, published_at) values ($1, $2, $3, $4) returning id),
       pictures as (insert into article_file (article_id, file_id, usage) select added.id, file, 'picture' from added, unnest($6::bigint[]) as file)
       insert into article_role select added.id, role from added, unnest($5::bigint[]) as role`,
      [type, title, body, daysBefore(now, daysAgo), roles, ids],
    );
  }
};
