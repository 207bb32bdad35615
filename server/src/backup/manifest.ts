import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';

/** A path below the folder that an archive is unpacked into. */
const Path = z
  .string()
  .refine(
    (path) => path.split('/').every((part) => !['', '.', '..'].includes(part)) && !/\p{Cc}/u.test(path),
  );
/** A table or a column; the names become part of statements. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const Entry = z.object({ path: Path, bytes: z.number(), sha256: z.string() });
export type Entry = z.infer<typeof Entry>;

/**
 * The contents of an archive; checksums are compared before anything is restored. One without a signature may come from
 * anywhere: nothing in it is a statement or leads out of its folder.
 */
export const Manifest = z.object({
  format: z.literal(1),
  /** Before the snapshot: what was there by then is in the backup. */
  createdAt: z.iso.datetime(),
  /** Migrations of the database that was backed up: the restored one is brought to the same state first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: Name, columns: z.array(Name), rows: z.number(), entry: Entry })),
  files: z.array(Entry),
  /** Paths of contents that rows need and the store had lost; an operator asked for the backup all the same. */
  missing: z.array(Path).default([]),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_PATH = 'manifest.json';
/** Enough for more than a million files. */
export const MANIFEST_BYTES = 256 * 1024 ** 2;

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
