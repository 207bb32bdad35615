import { expect, test } from 'vitest';
import { isDoi, tidyDoi } from './doi.ts';

test.each([
  ['10.1000/182', '10.1000/182'],
  ['https://doi.org/10.1000/182', '10.1000/182'],
  ['http://dx.doi.org/10.1000/182', '10.1000/182'],
  ['HTTPS://www.doi.org/10.1000/182', '10.1000/182'],
  ['doi.org/10.1000/182', '10.1000/182'],
  ['doi:10.1000/182', '10.1000/182'],
  ['DOI: 10.1000/182', '10.1000/182'],
  ['DOI：10.1000/182', '10.1000/182'],
  ['doi 10.1000/182 ', '10.1000/182'],
  ['https://doi.org/doi:10.1000/182', '10.1000/182'],
  ['１０．１０００／１８２', '10.1000/182'],
  ['10.1000.10/182', '10.1000.10/182'],
  ['已录用', '已录用'],
  ['https://example.org/10.1000/182', 'https://example.org/10.1000/182'],
])('%s is read as %s', (typed, doi) => expect(tidyDoi(typed)).toBe(doi));

test.each([
  ['10.1000/182', true],
  ['10.1/182', false],
  ['10.1000/', false],
  ['11.1000/182', false],
])('%s is a DOI: %s', (text, is) => expect(isDoi(text)).toBe(is));
