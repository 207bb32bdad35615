import { createRequire } from 'node:module';

const home = createRequire(new URL('../../../../../recognition/package.json', import.meta.url));

const find = (): string | null => {
  try {
    return home.resolve('@gutenye/ocr-node');
  } catch {
    return null;
  }
};

/** Where the library is that recognises text in pictures; null where this add-on is not installed (docs/operations.md). */
export const recognitionModule: string | null = find();
