import { sql } from 'kysely';

/** Whether the register of titles has the title that the applicant typed. */
export const isKnownTitle = sql<boolean>`exists (select from title_name known where known.name = project.title_name)`;

/** The title as experts read it: blind readers get no typed text that only the applicant may have. */
export const titleForExpert = (title: string | null, isShown: { blind: boolean; isKnown: boolean }) =>
  isShown.blind && !isShown.isKnown ? null : title;
