import { expect, test } from 'vitest';
import { lookIn } from './import-names.ts';

test.each(['长江大学', '⻓江大学', '长江\u200B大 学'])('%j is the name of the register', (written) => {
  expect(lookIn([['长江大学', 7, '长江大学']])(written)).toEqual({ value: 7 });
});
