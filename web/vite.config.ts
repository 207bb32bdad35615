import react from '@vitejs/plugin-react';
import { API_BASE, WEB_BASE } from '@zhiping/shared/constants.ts';
import { defineConfig } from 'vite';
import { buildNumber } from './build/build-number.ts';
import { chineseLabels } from './build/chinese-labels.ts';
import { codeSplitting, checkGroupFiles } from './build/chunk-groups.ts';
import { gzipAssets } from './build/gzip-assets.ts';
import { pdfAssets } from './build/pdf-assets.ts';
import { directImports } from './build/direct-imports.ts';

const SERVER = 'http://127.0.0.1:8000';

/**
 * Modules that are needed together are bundled into one file, each with its imports that no earlier group has: a
 * browser spends more time on eighty files of a few kilobytes than on their code. Other modules are split by the pages
 * that import them. Budgets of the groups: scripts/budgets.ts.
 */
const groups = [
  // Includes lib/jitless.ts, which must configure Zod before the first schema is created, so that Zod does not probe
  // for eval.
  { name: 'zod', files: ['node_modules/zod/', 'src/lib/jitless.ts'] },
  {
    name: 'start',
    files: ['src/main.tsx', 'src/features/auth/LoginPage.tsx', 'src/features/auth/ChangePasswordPage.tsx'],
  },
  // With the two modules that every page needs.
  {
    name: 'shell',
    files: ['src/app/SignedIn.tsx', 'src/kit/display/states.tsx', 'src/kit/layout/PageHead.tsx'],
  },
  {
    name: 'list',
    files: [
      'src/kit/list/ListPage.tsx',
      'src/kit/list/actions/ExportButton.tsx',
      'src/kit/list/filters/filters.tsx',
      'src/kit/list/filters/TimeRangeFilter.tsx',
      'src/kit/import/ImportButton.tsx',
      'src/kit/layout/Dialog.tsx',
      'src/kit/display/EnabledTag.tsx',
      'src/kit/display/Facts.tsx',
      'src/kit/display/FormProblem.tsx',
      'src/lib/list-state.ts',
      'src/pickers/DictText.tsx',
      'src/pickers/SubjectFilter.tsx',
    ],
  },
];

export default defineConfig(({ command }) => {
  const build = command === 'build' ? Date.now().toString(36) : 'dev';
  return {
    base: `${WEB_BASE}/`,
    define: { __BUILD__: JSON.stringify(build) },
    plugins: [
      react(),
      chineseLabels(),
      directImports(),
      checkGroupFiles(groups),
      buildNumber(build),
      pdfAssets(),
      gzipAssets(),
    ],
    optimizeDeps: { rolldownOptions: { plugins: [chineseLabels()] } },
    build: {
      manifest: true,
      // scripts/budgets.ts limits the size of each group.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { output: { codeSplitting: codeSplitting(groups) } },
    },
    server: {
      proxy: { [`^${API_BASE}/(?!web/)`]: { target: SERVER, ws: true } },
    },
  };
});
