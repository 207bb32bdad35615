import { z } from 'zod';
import type { DraftKind } from '@zhiping/shared/contracts/draft.ts';
import type { Db } from '../../platform/database/db.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findFullNames } from '../subject/subject.queries.ts';
import { followProfile } from '../succession/follow-profile.ts';
import { findSuccession } from '../succession/succession.ts';

type Form = Record<string, unknown>;
type Stored = { form: Form; edition: number };

const Subject = z.looseObject({ path: z.array(z.string()), keywords: z.array(z.string()).default([]) });
const ExpertDraft = z.looseObject({
  profile: z.looseObject({ schoolId: z.number().nullish(), subjects: z.array(Subject).optional() }),
});

const followExpertDraft = async (db: Db, { form, edition }: Stored): Promise<Form> => {
  const draft = ExpertDraft.safeParse(form).data;
  // Drafts may have any shape: one without a profile names no school or subject.
  if (!draft) return form;
  const profile = followProfile(await findSuccession(db, [edition]), edition, draft.profile);
  if (!profile.subjects) return { ...draft, profile };
  const names = await findFullNames(
    db,
    profile.subjects.map(({ path }) => path),
  );
  const subjects = profile.subjects.map((subject) => {
    const fullName = names.get(pathKey(subject.path));
    return fullName ? { ...subject, fullName } : subject;
  });
  return { ...draft, profile: { ...profile, subjects } };
};

const followers: Record<DraftKind, (db: Db, stored: Stored) => Promise<Form>> = {
  expertProfile: followExpertDraft,
};

/** A draft with the present schools and subjects. */
export const followDraft = (db: Db, kind: DraftKind, stored: Stored) => followers[kind](db, stored);
