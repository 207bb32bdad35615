import type { Plugin } from 'vite';

type Change = { file: RegExp; find: string; put: string };

/** English labels in antd and its parts that ignore the locale. */
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
  // Hides icons from screen readers unless they have a label of their own: they are beside text or in labelled buttons.
  {
    file: /icons[\\/]es[\\/]components[\\/]AntdIconLight\.js$/,
    find: '"aria-label": icon.name',
    put: '"aria-hidden": restProps["aria-label"] === undefined || undefined',
  },
];

/**
 * Replaces the labels, so that screen readers read only Chinese. The build fails if a release of antd changes one of
 * them.
 */
export const chineseLabels = (): Plugin => ({
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
