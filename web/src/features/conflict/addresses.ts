/** Parts of the page that the address opens, one at a time. */
const PARTS = ['view', 'project', 'expert'] as const;

/** The address that shows the conflicts of one project or one expert beside the list. */
export const addressOf = (params: URLSearchParams, part: 'project' | 'expert', id: number): string => {
  const next = new URLSearchParams(params);
  for (const other of PARTS) next.delete(other);
  next.set(part, String(id));
  return `?${next}`;
};
