import { maskIdCardsIn } from '@zhiping/shared/rules/mask.ts';
import type { Tx } from '../database/db.ts';

export type AuditEvent = {
  actorId: number | null;
  /** What happened, as noun.verb: `user.password_changed`. */
  action: string;
  entity: string;
  entityId: number | string | null;
  /** Never a secret, an opinion, a vote or an identity number. */
  detail?: Record<string, unknown>;
};

const withoutIdCards = (_name: string, value: unknown) =>
  typeof value === 'string' ? maskIdCardsIn(value) : value;

const rowOf = ({ actorId, action, entity, entityId, detail = {} }: AuditEvent) => ({
  actor_id: actorId,
  action,
  entity,
  entity_id: entityId === null ? null : String(entityId),
  detail: JSON.stringify(detail, withoutIdCards),
});

/** Record a change in the transaction that makes it, so that neither exists without the other. */
export const audit = async (tx: Tx, event: AuditEvent) => {
  await tx.insertInto('audit_event').values(rowOf(event)).execute();
};

/** Events in one statement; PostgreSQL takes 65 535 values in one. */
const AT_ONCE = 5000;

/** Record many changes of one transaction at once. */
export const auditMany = async (tx: Tx, events: readonly AuditEvent[]) => {
  for (let start = 0; start < events.length; start += AT_ONCE)
    await tx
      .insertInto('audit_event')
      .values(events.slice(start, start + AT_ONCE).map(rowOf))
      .execute();
};
