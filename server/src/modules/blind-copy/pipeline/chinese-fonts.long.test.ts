// Slow: a hundred pages are drawn, covered and read again in full size.
import { expect, test } from 'vitest';
import { type ChineseFont, chineseFile } from '../../../../scripts/blind-corpus/chinese-fonts.ts';
import { coverBomb } from '../../../../test/cover-bomb.ts';
import { copyLimits } from './limits.ts';

const lines = Array.from(
  { length: 36 },
  (_, row) => `第${row}行作者吕晓明，本文研究了材料的性能，结果表明方法有效。`,
);
const fontsOf = (): ChineseFont[] =>
  ['SimSun', 'SimHei', 'KaiTi_GB2312', 'FangSong_GB2312'].map((name) => ({ name, map: 'GBK-EUC-H' }));
const shared = fontsOf();

test.each([
  [60, 'the same fonts', () => shared],
  [100, 'fonts of its own', fontsOf],
])('%i pages, each with %s, are within the limits of any file', async (length, _, fonts) => {
  const bytes = await chineseFile(Array.from({ length }, () => ({ fonts: fonts(), lines })));
  const { left, came, peak } = await coverBomb({ bytes: Buffer.from(bytes) });
  expect(left).toEqual(['bomb', 'copy']);
  expect(new Set(came)).toEqual(new Set(['fontMissing']));
  expect(peak).toBeLessThan(800_000_000);
});

test('fonts of earlier pages are freed', async () => {
  const ownFonts = (): ChineseFont[] =>
    Array.from({ length: 12 }, () => ({ name: '宋体', map: 'GBK-EUC-H' }));
  const bytes = await chineseFile(
    Array.from({ length: 12 }, () => ({ fonts: ownFonts(), lines: lines.slice(0, 24) })),
  );
  const limits = { ...copyLimits, heapMegabytes: 360 };
  const { left } = await coverBomb({ bytes: Buffer.from(bytes), limits });
  expect(left).toEqual(['bomb', 'copy']);
});
