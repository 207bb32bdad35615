import type { z } from 'zod';
import type { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { isOwnDesk } from './opinion.policy.ts';

const ordering = {
  sortable: { version: 'review_revision.version' },
  order: [['review_revision.version', 'desc']],
} satisfies Ordering<Schema, 'review_revision'>;

type Query = z.output<typeof reviewApi.revisions.query> & { id: number };

/** Every state of an own opinion that reached the server, the newest first. */
export const findRevisions = (db: Db, reader: Principal, { id, ...query }: Query) =>
  paginate(
    query,
    db
      .selectFrom('review_revision')
      .innerJoin('assignment', 'assignment.id', 'assignment_id')
      .select(['review_revision.version', 'opinion', 'saved_at as savedAt'])
      .where('assignment_id', '=', id)
      .where(isOwnDesk(reader)),
    ordering,
  );
