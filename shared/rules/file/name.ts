/** Characters that file systems forbid, invisible ones, and marks that change the direction of reading (`gpj.exe`). */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;

/** Whether a file may be called so everywhere. */
export const isFileName = (name: string) => name.search(unsafe) < 0 && !/^\.|\.$/.test(name);

/** Characters of a name that are looked at, from its end. */
const MAX_READ = 1000;

/**
 * A name for storage: the last part of a path, without unsafe characters and without the ending, which is stored apart
 * and always matches the content.
 */
export const tidyFileName = (name: string, suffix: string): string => {
  const last = name.slice(-MAX_READ).split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(unsafe, '_').trim();
  const stem = clean.replace(/\.[A-Za-z0-9]{1,5}$/, '').replaceAll(/^\.+|\.+$/g, '');
  return [...(stem || `未命名${suffix}`)].slice(0, 150).join('');
};

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size for a person. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[power]}`;
};
