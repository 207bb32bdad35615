/** Lists of choices belong to the dialog that asks for them, for screen readers too. */
export const popupsInDialog = (trigger?: HTMLElement) =>
  trigger?.closest<HTMLElement>('[role="dialog"]') ?? document.body;
