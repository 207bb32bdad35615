import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { z } from 'zod';
import { differingFields, groupKeys, Profile, profileOf, type GroupKey } from '../profile.ts';

/** Edited profile and checked groups before the confirmation. */
export type Work = { profile: Profile; checked: GroupKey[] };
/** The work as it is kept, with the version of the record that it is based on. */
export type KeptWork = {
  baseVersion: number;
  form: Work;
  /** When the server saved the draft that this one continues; null without one. */
  continues: string | null;
};

/** A draft of an older page version has no periods; those of the record stay. */
const KeptProfile = Profile.partial({ affiliations: true, unavailability: true });
const Draft = z.object({
  baseVersion: z.number(),
  form: z.object({ profile: KeptProfile, checked: z.array(z.enum(groupKeys)) }),
});
const ServerDraft = Draft.extend({ savedAt: z.string() });
const LocalDraft = Draft.extend({ continues: z.string().nullable() });

/** Parses a draft. A draft of an older page version that no longer fits is ignored. */
const read = <S extends typeof ServerDraft | typeof LocalDraft>(
  schema: S,
  kept: unknown,
  record: Profile,
) => {
  const draft = schema.safeParse(kept).data as z.output<S> | undefined;
  if (!draft) return null;
  const work: Work = { ...draft.form, profile: { ...record, ...draft.form.profile } as Profile };
  return { ...draft, form: work };
};

export type Start =
  | { kind: 'work'; work: Work }
  /** Two versions that each contain something the other lacks: only the expert can choose. */
  | { kind: 'conflict'; mine: Work; theirs: Profile; theirName: string };

const differs = (a: Profile, b: Profile) => differingFields(a, b).length > 0;

/**
 * Where the work starts. A draft in this browser has not reached the server, so it is the newest, unless another device
 * saved a draft meanwhile. That draft, or a record that changed since, is shown beside it.
 */
export const startOf = (own: OwnExpert, serverDraft: unknown, localDraft: unknown): Start => {
  const record = profileOf(own);
  const server = read(ServerDraft, serverDraft, record);
  const local = read(LocalDraft, localDraft, record);
  const kept = local ?? server;
  if (!kept) return { kind: 'work', work: { profile: record, checked: [] } };

  const mine = kept.form;
  if (kept.baseVersion !== own.version && differs(mine.profile, record)) {
    return { kind: 'conflict', mine, theirs: record, theirName: '现有档案' };
  }
  const isFork = local && server && local.continues !== server.savedAt && server.baseVersion === own.version;
  if (isFork && differs(mine.profile, server.form.profile)) {
    return { kind: 'conflict', mine, theirs: server.form.profile, theirName: '服务器草稿' };
  }
  return { kind: 'work', work: mine };
};
