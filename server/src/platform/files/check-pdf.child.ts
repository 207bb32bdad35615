import { watchSelf } from '../helper/watch-self.ts';
import { lookIntoPdf } from './look-into-pdf.ts';
import type { PdfLimits } from './pdf-limits.ts';
import type { PdfLooked } from './pdf-looked.ts';

const watch = watchSelf<PdfLimits>();
process.once('message', (path: string) => {
  watch.begin();
  void lookIntoPdf(path, watch.limits)
    .catch((): PdfLooked => ({ problem: 'broken' }))
    .then(async (looked) => {
      await watch.end();
      process.send?.(looked, () => process.exit());
    });
});
