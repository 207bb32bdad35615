import { maskIdCardsIn } from '@zhiping/shared/rules/person/mask.ts';
import type { Tx } from '../database/db.ts';
import { currentRequestId } from '../request-id.ts';
import type { AuditEntity } from './audit-entity.ts';

type AuditEvent = {
  actorId: number | null;
  /** The event, as noun.verb: `user.password_changed`. */
  action: string;
  entity: AuditEntity;
  entityId: number | string | null;
  /** Never a secret, an opinion, a vote or an identity number. */
  detail?: Record<string, unknown>;
  /** For an edit: the former values of the fields in the detail, under their names or those of their columns. */
  stored?: object;
};

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const oldValues = (detail: Record<string, unknown>, stored: object) => {
  const values = new Map<string, unknown>(Object.entries(stored));
  const known = Object.keys(detail).flatMap((field) => {
    const key = [field, columnOf(field)].find((name) => values.has(name));
    return key === undefined ? [] : [[field, values.get(key)] as const];
  });
  return { old: Object.fromEntries(known) };
};

const withoutIdCards = (_name: string, value: unknown) =>
  typeof value === 'string' ? maskIdCardsIn(value) : value;

const rowOf = ({ actorId, action, entity, entityId, detail = {}, stored }: AuditEvent) => ({
  actor_id: actorId,
  action,
  entity,
  entity_id: entityId === null ? null : String(entityId),
  detail: JSON.stringify({ ...detail, ...(stored && oldValues(detail, stored)) }, withoutIdCards),
  request_id: currentRequestId(),
});

/** Record a change in the transaction that makes it, so that neither exists without the other. */
export const audit = async (tx: Tx, event: AuditEvent) => {
  await tx.insertInto('audit_event').values(rowOf(event)).execute();
};

/** Events in one statement; PostgreSQL takes 65 535 values in one. */
const BATCH_SIZE = 5000;

/** Record many changes of one transaction at once. */
export const auditMany = async (tx: Tx, events: readonly AuditEvent[]) => {
  for (let start = 0; start < events.length; start += BATCH_SIZE)
    await tx
      .insertInto('audit_event')
      .values(events.slice(start, start + BATCH_SIZE).map(rowOf))
      .execute();
};
