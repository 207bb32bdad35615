import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { z } from 'zod';
import { differingFields, groupKeys, Profile, profileOf, type GroupKey } from './profile.ts';

/** Work on the page that is not confirmed yet. */
export type Work = { profile: Profile; checked: GroupKey[] };
/** As it is kept: together with the version of the record that it began from. */
export type KeptWork = { baseVersion: number; form: Work };

const Kept = z.object({
  baseVersion: z.number(),
  form: z.object({ profile: Profile, checked: z.array(z.enum(groupKeys)) }),
});

/** A draft of an older version of the page that no longer fits is as good as none. */
const read = (kept: unknown): KeptWork | null => Kept.safeParse(kept).data ?? null;

export type Start =
  | { kind: 'work'; work: Work }
  /** Two versions that both hold something the other lacks: only the expert knows which is right. */
  | { kind: 'conflict'; mine: Work; theirs: Profile; theirName: string };

const differs = (a: Profile, b: Profile) => differingFields(a, b).length > 0;

/**
 * Where to begin. What this machine still holds has not reached the server, so it is the newest; a draft that began from
 * an older record, or differs from the draft on the server, is shown beside the other version.
 */
export const startOf = (own: OwnExpert, serverDraft: unknown, localDraft: unknown): Start => {
  const record = profileOf(own);
  const server = read(serverDraft);
  const local = read(localDraft);
  const kept = local ?? server;
  if (!kept) return { kind: 'work', work: { profile: record, checked: [] } };

  const mine = kept.form;
  if (kept.baseVersion !== own.version && differs(mine.profile, record)) {
    return { kind: 'conflict', mine, theirs: record, theirName: '现有档案' };
  }
  if (local && server && server.baseVersion === own.version && differs(mine.profile, server.form.profile)) {
    return { kind: 'conflict', mine, theirs: server.form.profile, theirName: '服务器草稿' };
  }
  return { kind: 'work', work: mine };
};
