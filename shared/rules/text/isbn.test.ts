import { expect, test } from 'vitest';
import { isIsbn, tidyIsbn } from './isbn.ts';

test.each([
  ['978-7-302-51185-4', '9787302511854'],
  ['ISBN 978-7-302-51185-4', '9787302511854'],
  ['ＩＳＢＮ：９７８７３０２５１１８５４', '9787302511854'],
  ['ISBN-13: 978 7 302 51185 4', '9787302511854'],
  ['ISBN978–7–302–51185–4', '9787302511854'],
  ['isbn 0-306-40615-2', '0306406152'],
  ['ISBN-10 0-306-40615-2', '0306406152'],
  ['ISBN 10: 080442957x', '080442957X'],
  ['\u200e9787302511854\u200f', '9787302511854'],
])('%s is %s', (typed, isbn) => {
  expect(tidyIsbn(typed)).toBe(isbn);
  expect(isIsbn(isbn)).toBe(true);
});

test.each([
  '978-7-302-51185-5',
  '0-306-40615-3',
  '9797302511854',
  '978730251185',
  '12345',
  '无',
  '9.7873E+12',
])('%s is none and stays', (typed) => {
  expect(tidyIsbn(typed)).toBe(typed);
  expect(isIsbn(typed)).toBe(false);
});
