import { createHash } from 'node:crypto';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';

type Text = { kind: CommitmentKind; version: number; title: string; body: string };

/** SHA-256, in hex, of the canonical JSON of these four: what is signed is known by it. */
export const textHash = ({ kind, version, title, body }: Text) =>
  createHash('sha256').update(canonicalJson({ kind, version, title, body })).digest('hex');
