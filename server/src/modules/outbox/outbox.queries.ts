import { sql } from 'kysely';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { withoutCode } from '../../platform/outbox/hide-code.ts';
import { type Paging, paginate } from '../../platform/lists/paginate.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

type OutboxFilters = {
  id?: number;
  channel?: 'sms' | 'email';
  status?: 'kept' | 'waiting' | 'sent' | 'failed';
  blurry?: string;
  createTime?: [Date, Date];
};

/** Why a message cannot be sent again; null when it can. */
export const resendProblem = (now: Date) => sql<string | null>`case
  when channel = 'sms' then '短信不能重新发送，请让收件人重新获取'
  when status = 'waiting' then '邮件正在等待发送'
  when status = 'sent' then '邮件已经发出'
  when expires_at < ${now} then '邮件内容已过有效期，请让收件人重新获取'
  when status = 'kept' then '未配置邮件服务器，邮件只保存在本机'
  when content = '' then '邮件内容已清除'
end`;

/** Whether the recipient's account has permissions that the reader lacks: its mail is then hidden from them. */
const isForMore = (reader: Principal) =>
  reader.isAdmin
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select from sys_user u join user_role ur on ur.user_id = u.id
          left join role_menu rm on rm.role_id = ur.role_id left join menu m on m.id = rm.menu_id
        where (u.phone = outbox.recipient or lower(u.email) = lower(outbox.recipient))
          and (ur.role_id = ${SUPER_ADMIN_ROLE_ID}
            or (m.permission <> '' and m.permission <> all(${[...reader.permissions]}::text[]))))`;

/**
 * A code opens an account, or gives it another e-mail. With a carrier no reader sees codes; without one, the super
 * administrator passes them on, as long as they are valid.
 */
const mayReadCodes = (reader: Principal) =>
  reader.isAdmin ? sql<boolean>`coalesce(expires_at > ${reader.at}, true)` : sql<boolean>`false`;

export const findMessages = (db: Db, reader: Principal, query: Paging & OutboxFilters) =>
  paginate(
    query,
    db
      .selectFrom('outbox')
      .select([
        'id',
        'channel',
        'recipient',
        'subject',
        sql<string | null>`case
          when status <> 'kept' or ${isForMore(reader)} then null
          when ${mayReadCodes(reader)} then nullif(content, '')
          else nullif(${withoutCode}, '') end`.as('content'),
        'status',
        'error',
        'attempts',
        resendProblem(reader.at).as('resendProblem'),
        'create_time as createTime',
        'sent_at as sentTime',
      ])
      .$call(whereGiven(query.id, (rows, given) => rows.where('id', '=', given)))
      .$call(whereGiven(query.channel, (rows, given) => rows.where('channel', '=', given)))
      .$call(whereGiven(query.status, (rows, given) => rows.where('status', '=', given)))
      .$call(
        whereGiven(query.blurry, (rows, given) =>
          rows.where(
            sql<boolean>`lower(recipient || ' ' || coalesce(subject, '')) like ${likePattern(given)}`,
          ),
        ),
      )
      .$call(whereGiven(query.createTime, (rows, range) => rows.where(isWithin('create_time', range)))),
    {
      sortable: { createTime: 'create_time' },
      order: [
        ['create_time', 'desc'],
        ['id', 'desc'],
      ],
    },
  );
