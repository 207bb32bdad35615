import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { z } from 'zod';
import { differingFields, groupKeys, Profile, profileOf, type GroupKey } from '../profile.ts';

/** Work on the page that is not confirmed yet. */
export type Work = { profile: Profile; checked: GroupKey[] };
/** As it is kept: together with the version of the record that it began from. */
export type KeptWork = {
  baseVersion: number;
  form: Work;
  /** When the server saved the draft that this one goes on from; null if there was none. */
  continues: string | null;
};

/** Of an older page it knows no periods yet; those of the record stay. */
const KeptProfile = Profile.partial({ affiliations: true, unavailability: true });
const Draft = z.object({
  baseVersion: z.number(),
  form: z.object({ profile: KeptProfile, checked: z.array(z.enum(groupKeys)) }),
});
const ServerDraft = Draft.extend({ savedAt: z.string() });
const LocalDraft = Draft.extend({ continues: z.string().nullable() });

/** A draft of an older version of the page that no longer fits is as good as none. */
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
  /** Two versions that both hold something the other lacks: only the expert knows which is right. */
  | { kind: 'conflict'; mine: Work; theirs: Profile; theirName: string };

const differs = (a: Profile, b: Profile) => differingFields(a, b).length > 0;

/**
 * Where to begin. What this machine still holds has not reached the server, so it is the newest, unless another machine
 * saved a draft meanwhile; that one, or a record that changed since, is shown beside it.
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
