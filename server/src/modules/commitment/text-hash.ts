import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';
import { hashOfJson } from '../../platform/hash.ts';

type Text = { kind: CommitmentKind; version: number; title: string; body: string };

/** SHA-256, in hex, of the canonical JSON of these four fields. It identifies what was signed. */
export const textHash = ({ kind, version, title, body }: Text) => hashOfJson({ kind, version, title, body });
