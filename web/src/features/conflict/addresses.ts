/** Parts of the page that the address opens. Only one of them is open at a time. */
const PARTS = ['view', 'project', 'expert'] as const;

/** The address at which the conflicts of one application, or of one expert, stand beside the list. */
export const addressOf = (params: URLSearchParams, part: 'project' | 'expert', id: number): string => {
  const next = new URLSearchParams(params);
  for (const other of PARTS) next.delete(other);
  next.set(part, String(id));
  return `?${next}`;
};
