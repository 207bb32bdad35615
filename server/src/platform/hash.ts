import { createHash } from 'node:crypto';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';

/** SHA-256 of a text (as UTF-8) or of bytes, in hex. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** SHA-256 of a value as canonical JSON, in hex: equal for equal values, whatever the order of their keys. */
export const hashOfJson = (value: unknown): string => sha256(canonicalJson(value));
