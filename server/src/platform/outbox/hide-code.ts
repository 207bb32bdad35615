import { sql } from 'kysely';

/** The content of an outbox row with its code masked: a code is all of its SMS, and stands on a line of its own in its mail (`mark`). */
export const withoutCode = sql<string>`regexp_replace(outbox.content, '^\\d{6}$', '••••••', 'ng')`;
