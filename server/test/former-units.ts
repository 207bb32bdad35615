import type { TestServer } from './harness.ts';

/** Undoes the link of an expert to a person, without former units of that person. */
export const partPerson = async ({ pool }: Pick<TestServer, 'pool'>, expertId: number): Promise<void> => {
  const id = Number(expertId);
  // One transaction, so that conflicts are computed from both.
  await pool.query(
    `update expert set person_id = null where id = ${id}; delete from expert_former_unit where expert_id = ${id}`,
  );
};
