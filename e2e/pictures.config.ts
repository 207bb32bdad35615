import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** Takes the pictures of the manuals anew: `npm run pictures`. Not a test; it writes into the demo's articles. */
export default defineConfig({
  ...stories,
  projects: [{ name: 'pictures', testMatch: 'manual.pictures.ts' }],
  workers: 1,
  use: { ...stories.use, viewport: { width: 1200, height: 720 } },
});
