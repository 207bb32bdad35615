import {
  pathOfCode,
  subjectFullName,
  subjectOfPath,
  subjectPath,
} from '@zhiping/shared/rules/subject/path.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSchools, readSubjects, readTitles } from './read-facts.ts';

const subjects = readSubjects();
const schools = readSchools();
const titles = readTitles();

const unique = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;

test('the catalogues are complete', () => {
  const count = (catalog: string) => subjects.filter((subject) => subject.catalog === catalog).length;
  expect([count('graduate'), count('undergraduate'), count('vocational')]).toEqual([184, 883, 811]);
  expect(
    unique(subjects.map((s) => [s.catalog, s.professionalClassCode ?? s.professionalCategoryCode])),
  ).toBe(1878);
});

test('codes of subjects nest', () => {
  for (const subject of subjects) {
    expect(subject.subjectCategoryCode).toMatch(/^\d{2}$/);
    expect(subject.professionalCategoryCode).toMatch(new RegExp(`^${subject.subjectCategoryCode}\\d{2}$`));
    expect(subject.professionalClassCode === null).toBe(subject.catalog === 'graduate');
    expect(subject.professionalClassCode === null).toBe(subject.professionalClass === null);
    if (subject.professionalClassCode === null) continue;
    expect(subject.professionalClassCode).toMatch(
      new RegExp(`^${subject.professionalCategoryCode}\\d{2,3}(T|K|TK)?$`),
    );
  }
});

test('one code has one name', () => {
  const categories = unique(subjects.map((s) => [s.catalog, s.subjectCategoryCode]));
  expect(unique(subjects.map((s) => [s.catalog, s.subjectCategoryCode, s.subjectCategory]))).toBe(categories);
  const professional = unique(subjects.map((s) => [s.catalog, s.professionalCategoryCode]));
  expect(unique(subjects.map((s) => [s.catalog, s.professionalCategoryCode, s.professionalCategory]))).toBe(
    professional,
  );
});

test('every subject has a path, unlike all others, that leads back to it', () => {
  const keys = subjects.map((subject) => ({
    subjectCatalog: subject.catalog,
    professionalCategoryCode: subject.professionalCategoryCode,
    professionalClassCode: subject.professionalClassCode,
  }));
  expect(unique(keys.map(subjectPath))).toBe(1878);
  for (const key of keys) expect(subjectOfPath(subjectPath(key))).toEqual(key);

  /** Parts of different subjects never make a path, unless they are the parts of one. */
  const paths = keys.map(subjectPath);
  const known = new Set(paths.map(String));
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(...paths), fc.nat(3), (path, other, position) => {
      const mixed = path.with(position % path.length, other[position % other.length]!);
      const subject = subjectOfPath(mixed);
      if (subject && mixed.length === 4) expect(known).toContain(String(mixed));
    }),
  );
});

test('every subject has a full name and a code that lead back to it', () => {
  const byName = Map.groupBy(subjects, (subject) => subjectFullName(subject, subject.catalog));
  // Academic and professional degrees share names: only the code distinguishes them.
  const shared = [...byName].filter(([, named]) => named.length > 1);
  expect(shared.map(([name, named]) => [name, named.map((one) => one.professionalCategoryCode)])).toEqual([
    ['graduate - 医学 - 临床医学', ['1002', '1051']],
    ['graduate - 医学 - 口腔医学', ['1003', '1052']],
    ['graduate - 医学 - 药学', ['1007', '1055']],
  ]);
  fc.assert(
    fc.property(fc.constantFrom(...subjects), (subject) => {
      const { catalog, professionalCategoryCode, professionalClassCode } = subject;
      const names = [subject.subjectCategory, subject.professionalCategory, subject.professionalClass];
      const fullName = subjectFullName(subject, catalog);
      expect(fullName.split(' - ')).toEqual([catalog, ...names.filter(Boolean)]);
      expect(byName.get(fullName)).toContain(subject);
      const path = pathOfCode(catalog, professionalClassCode ?? professionalCategoryCode);
      expect(subjectOfPath(path)).toEqual({
        subjectCatalog: catalog,
        professionalCategoryCode,
        professionalClassCode,
      });
    }),
    { numRuns: 1878 },
  );
});

test('schools', () => {
  expect(schools).toHaveLength(2952);
  expect(unique(schools.map((school) => school.code))).toBe(2952);
  expect(unique(schools.map((school) => school.name))).toBe(2952);
  expect(unique(schools.map((school) => school.province))).toBe(31);
  for (const school of schools) {
    expect(school.code).toMatch(/^\d{10}$/);
    expect(['本科', '专科']).toContain(school.level);
    expect(school.name && school.province && school.department && school.city).toBeTruthy();
  }
});

test('titles', () => {
  expect(titles).toHaveLength(252);
  expect(unique(titles.map((title) => title.seriesNo))).toBe(27);
  expect(unique(titles.map((title) => title.series))).toBe(27);
  expect(unique(titles.map((title) => [title.seriesNo, title.track, title.level, title.name]))).toBe(252);
  for (const title of titles) {
    expect(['正高级', '副高级', '中级', '助理级', '员级']).toContain(title.level);
    expect(title.name && title.basis).toBeTruthy();
  }
});
