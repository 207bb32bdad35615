import type { Plugin } from 'vite';

const NAMED = /^import \{([^}]+)\} from ["'](antd|@ant-design\/icons)["'];?$/gm;

const fileOf = {
  antd: (name: string) => `antd/es/${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}/index.js`,
  '@ant-design/icons': (name: string) => `@ant-design/icons/es/icons/${name}`,
};

/**
 * Imports components and icons from their own files instead of the packages' indexes: through an index, every module
 * that uses one button would depend on all components when chunks are grouped.
 */
export const directImports = (): Plugin => ({
  name: 'without-indexes',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]web[\\/]src[\\/]/, code: NAMED },
    handler: (code) =>
      code.replaceAll(NAMED, (_line, names: string, from: keyof typeof fileOf) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as '))
          .filter(([name]) => name)
          .map(([name = '', local = name]) => `import ${local} from "${fileOf[from](name)}";`)
          .join(''),
      ),
  },
});
