import { AppError } from '../errors.ts';

/**
 * Runs an action for each of these rows, each in its own transaction, and reports the refused ones with their reasons.
 * A fault that is not a refusal ends it; what was done before stays.
 */
export const oneByOne = async (
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
  act: (id: number) => Promise<void>,
): Promise<{ succeeded: number; failed: { id: number; name: string; message: string }[] }> => {
  const failed: { id: number; name: string; message: string }[] = [];
  for (const id of ids)
    try {
      await act(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ id, name: names.get(id) ?? '', message: error.message });
    }
  return { succeeded: ids.length - failed.length, failed };
};
