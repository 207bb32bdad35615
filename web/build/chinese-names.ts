import type { Plugin } from 'vite';

type Change = { file: RegExp; find: string; put: string };

/** Names that antd and its parts give their controls in English, whatever the locale. */
const changes: readonly Change[] = [
  { file: /select[\\/]es[\\/]hooks[\\/]useAllowClear\.js$/, find: "'Clear'", put: "'清除选择'" },
  { file: /segmented[\\/]es[\\/]index\.js$/, find: '"segmented control"', put: 'undefined' },
  { file: /input-number[\\/]es[\\/]StepHandler\.js$/, find: "'Increase Value'", put: "'增大'" },
  { file: /input-number[\\/]es[\\/]StepHandler\.js$/, find: "'Decrease Value'", put: "'减小'" },
  {
    file: /tabs[\\/]es[\\/]TabNavList[\\/]OperationNode\.js$/,
    find: "'expanded dropdown'",
    put: "'更多标签'",
  },
  // Icons stand beside words or in buttons that have names; one that says something is given a label where it stands.
  {
    file: /icons[\\/]es[\\/]components[\\/]AntdIconLight\.js$/,
    find: '"aria-label": icon.name',
    put: '"aria-hidden": restProps["aria-label"] === undefined || undefined',
  },
];

/** Screen readers hear Chinese only. A release of antd that words its names otherwise ends the build. */
export const chineseNames = (): Plugin => ({
  name: 'chinese-names',
  transform: {
    filter: { id: changes.map(({ file }) => file) },
    handler: (code, id) =>
      changes
        .filter(({ file }) => file.test(id))
        .reduce((changed, { find, put }) => {
          if (!changed.includes(find)) throw new Error(`${id} has no ${find} any more: look at its names`);
          return changed.replace(find, put);
        }, code),
  },
});
