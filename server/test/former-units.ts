import type { TestServer } from './harness.ts';

/** An expert is nobody's person any more, and the units of that person are none of theirs: they were joined by a test. */
export const partPerson = async ({ pool }: Pick<TestServer, 'pool'>, expertId: number): Promise<void> => {
  const id = Number(expertId);
  // One transaction, so that conflicts are computed from both.
  await pool.query(
    `update expert set person_id = null where id = ${id}; delete from expert_former_unit where expert_id = ${id}`,
  );
};
