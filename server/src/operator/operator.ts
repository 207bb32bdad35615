import type { z } from 'zod';
import { audit } from '../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts';

/** A person at the command line of the server, known by the name of their account there; they have none in the product. */
export type Operator = { name: string; at: Date };

type Act = Pick<Parameters<typeof audit>[1], 'action' | 'entity' | 'entityId' | 'detail'>;

/** Does an act of the operator and writes it down, both or neither. */
export const operate = <R>(
  db: Db,
  { name }: Operator,
  work: (tx: Tx) => Promise<Act & { result: R }>,
): Promise<R> =>
  inTransaction(db, async (tx) => {
    const { result, detail, ...act } = await work(tx);
    await audit(tx, { actorId: null, ...act, detail: { ...detail, operator: name } });
    return result;
  });

/** A typed value, checked and tidied; throws in words. */
export const checked = <T>(schema: z.ZodType<T>, typed: unknown): T => {
  const { data, error } = schema.safeParse(typed);
  if (error) throw new Error(error.issues.map(({ message }) => message).join('；'));
  return data as T;
};
