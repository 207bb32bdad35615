import { outboxApi as api } from '@zhiping/shared/contracts/outbox.ts';
import type { Deps } from '../../deps.ts';
import { type Db, likePattern } from '../../platform/db.ts';
import { on } from '../../platform/http.ts';
import { type Paging, paginate } from '../../platform/paginate.ts';

export const outboxRoutes = ({ db }: Deps) => [on(api.list, ({ query }) => findMessages(db, query))];

const findMessages = (db: Db, query: Paging & { channel?: 'sms' | 'email'; blurry?: string }) =>
  paginate(
    query,
    db
      .selectFrom('outbox')
      .select((column) => [
        'id',
        'channel',
        'recipient',
        column.fn<string | null>('nullif', ['content', column.val('')]).as('content'),
        'status',
        'error',
        'create_time as createTime',
      ])
      .$if(!!query.channel, (rows) => rows.where('channel', '=', query.channel as 'sms'))
      .$if(!!query.blurry, (rows) => rows.where('recipient', 'like', likePattern(query.blurry as string))),
    {
      sortable: { createTime: 'create_time' },
      order: [
        ['create_time', 'desc'],
        ['id', 'desc'],
      ],
    },
  );
