import { type RawBuilder, sql } from 'kysely';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { isVisibleTo } from './article-access.ts';

/** Stands for the title of an article that the reader does not know of. */
const HIDDEN_TITLE = '未向您公开的公告';

/** Words for an article that needs a file, for keepers of files: a title that they may not read is hidden. */
export const titleFor = (reader: Principal): RawBuilder<string> => {
  if (holds(reader, ['article:list'])) return sql<string>`article.title`;
  return sql<string>`case when ${isVisibleTo(reader)} then article.title else ${HIDDEN_TITLE} end`;
};

/**
 * The one place that says who may read a row of stored_file: its owner, holders of storage:list, readers of an article that
 * shows or offers it now, and editors of articles for everything that articles ever showed.
 */
export const isReadableBy = (reader: Principal): RawBuilder<boolean> => {
  if (holds(reader, ['storage:list'])) return sql<boolean>`true`;
  const linked = sql`select from article_file join article on article.id = article_id where file_id = stored_file.id`;
  const asEditor = holds(reader, ['article:list']) ? sql`true` : sql`false`;
  return sql<boolean>`(owner_id = ${reader.userId}
    or exists (${linked} and (${asEditor} or (usage <> 'former' and ${isVisibleTo(reader)}))))`;
};
