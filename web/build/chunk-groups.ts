import type { Plugin } from 'vite';

/** Modules that are bundled into one file; a module that matches two groups goes to the first. */
export type Group = { name: string; files: string[] };

const escaped = (path: string) =>
  path
    .split('/')
    .map((part) => part.replaceAll('.', String.raw`\.`))
    .join(String.raw`[\\/]`);

const patternOf = (file: string) =>
  new RegExp(String.raw`[\\/]${escaped(file)}${file.endsWith('/') ? '' : '$'}`);

export const codeSplitting = (groups: Group[]) => ({
  groups: groups.map(({ name, files }, index) => ({
    name,
    test: new RegExp(files.map((file) => patternOf(file).source).join('|')),
    priority: groups.length - index,
  })),
});

/**
 * Fails the build if a group names a missing file: a moved file would silently leave its group, and pages would load in
 * many small pieces.
 */
export const checkGroupFiles = (groups: Group[]): Plugin => ({
  name: 'groups-complete',
  apply: 'build',
  buildEnd(error) {
    if (error) return;
    const modules = [...this.getModuleIds()];
    const missing = groups.flatMap(({ name, files }) =>
      files
        .filter((file) => !modules.some((id) => patternOf(file).test(id)))
        .map((file) => `${name}: ${file}`),
    );
    if (missing.length > 0)
      this.error(`Groups of web/vite.config.ts name files that are not built: ${missing.join(', ')}`);
  },
});
