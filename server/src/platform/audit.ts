import type { Tx } from './db.ts';

export type AuditEvent = {
  actorId: number | null;
  /** What happened, as noun.verb: `user.password_changed`. */
  action: string;
  entity: string;
  entityId: number | string | null;
  /** Never a secret, an opinion, a vote or an identity number. */
  detail?: Record<string, unknown>;
};

/** Record a change in the transaction that makes it, so that neither exists without the other. */
export const audit = async (tx: Tx, { actorId, action, entity, entityId, detail = {} }: AuditEvent) => {
  await tx
    .insertInto('audit_event')
    .values({
      actor_id: actorId,
      action,
      entity,
      entity_id: entityId === null ? null : String(entityId),
      detail: JSON.stringify(detail),
    })
    .execute();
};
