/**
 * Runs the work for each id in turn, also after one of them failed, so that a single faulty row does not stop the
 * others. Throws the first error once all have run.
 */
export const eachAlone = async (
  ids: readonly number[],
  work: (id: number) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
};
