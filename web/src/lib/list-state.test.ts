import { pageQuery } from '@zhiping/shared/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastPage, invalidFilters, parseQuery, patchParams } from './list-state.ts';

const Query = z.object({ ...pageQuery, name: z.string().optional(), level: z.enum(['a', 'b']).optional() });

describe('parseQuery', () => {
  it.each([
    ['', { page: 0, size: 20 }],
    ['page=2&size=50&name=张', { page: 1, size: 50, name: '张' }],
    ['page=1', { page: 0, size: 20 }],
    ['page=0', { page: 0, size: 20 }],
    ['sort=name,asc&sort=id,desc', { page: 0, size: 20, sort: ['name,asc', 'id,desc'] }],
    ['sort=name,asc', { page: 0, size: 20, sort: ['name,asc'] }],
    ['page=-1&name=x', { page: 0, size: 20, name: 'x' }],
    ['page=abc&size=0&level=z&name=x', { page: 0, size: 20, name: 'x' }],
    ['name=&edit=3', { page: 0, size: 20 }],
    ['sort=drop table', { page: 0, size: 20 }],
  ])('%s', (search, query) => expect(parseQuery(Query, new URLSearchParams(search))).toEqual(query));
});

describe('lostFilters', () => {
  it.each([
    ['', []],
    ['level=a&name=x&edit=3', []],
    ['level=z&name=x', ['level']],
    ['level=a&level=b', ['level']],
    ['level=&page=abc&size=0&sort=drop table', []],
  ])('%s', (search, names) => expect(invalidFilters(Query, new URLSearchParams(search))).toEqual(names));
});

describe('patchParams', () => {
  it.each([
    ['page=3&name=a', { name: 'b' }, 'name=b'],
    ['page=3&name=a', { name: '' }, ''],
    ['name=a', { page: 2 }, 'name=a&page=3'],
    ['name=a&page=2', { page: 0 }, 'name=a'],
    ['name=a', { sort: ['x,asc', 'y,desc'] }, 'name=a&sort=x%2Casc&sort=y%2Cdesc'],
    ['edit=3', { name: 'a', size: 50 }, 'edit=3&name=a&size=50'],
    ['page=2&name=a', { name: undefined }, ''],
  ])('%s with %j', (before, patch, after) => {
    expect(patchParams(new URLSearchParams(before), patch).toString()).toBe(after);
  });
});

describe('lastPage', () => {
  it.each([
    [41, 20, 2],
    [40, 20, 1],
    [1, 20, 0],
    [0, 20, 0],
  ])('of %i rows by %i', (total, size, page) => expect(lastPage(total, size)).toBe(page));
});
