import { factsOfIdNumber, idNumberProblem } from '@zhiping/shared/rules/person/id-number.ts';
import { isEmail, isMobilePhone } from '@zhiping/shared/rules/text/validate.ts';
import { subjectOfPath } from '@zhiping/shared/rules/subject/path.ts';
import { expect, test } from 'vitest';
import { readSchools, readTitles } from '../facts/read-facts.ts';
import { demoPeople } from './people.ts';

const people = demoPeople(300);

test('the same people every time', () => expect(demoPeople(300)).toEqual(people));

test('300 experts are distinguishable', () => {
  expect(people).toHaveLength(300);
  expect(new Set(people.map((person) => person.phone)).size).toBe(300);
  expect(new Set(people.map((person) => person.email)).size).toBe(300);
  expect(new Set(people.map((person) => person.idCard)).size).toBe(300);
  expect(new Set(people.map((person) => person.name)).size).toBeGreaterThan(280);
});

test('each record holds together', () => {
  const schools = readSchools();
  const titles = new Set(readTitles().map(({ series, level, name }) => `${series}/${level}/${name}`));
  for (const person of people) {
    expect(isMobilePhone(person.phone), person.phone).toBe(true);
    expect(isEmail(person.email), person.email).toBe(true);
    expect(person.email).toMatch(/^[a-z]+\d*@example\.edu\.cn$/);
    expect(person.birthDate).toMatch(/^19[678]\d-\d\d-\d\d$/);
    expect(idNumberProblem(person.idCard, new Date())).toBeNull();
    expect(factsOfIdNumber(person.idCard)).toEqual({ birthDate: person.birthDate, gender: person.gender });
    expect(schools[person.schoolIndex]).toBeDefined();
    expect(titles).toContain(`${person.titleSeries}/${person.titleLevel}/${person.titleName}`);
    expect(person.subjects.length).toSatisfy((count: number) => count >= 1 && count <= 3);
    expect(new Set(person.subjects.map((subject) => String(subject.path))).size).toBe(person.subjects.length);
    for (const subject of person.subjects) {
      expect(subjectOfPath(subject.path)).not.toBeNull();
      expect(subject.keywords.length).toBeGreaterThan(0);
    }
  }
});

test('some have confirmed their record and some have not', () => {
  const confirmed = people.filter((person) => person.confirmed).length;
  expect(confirmed).toBeGreaterThan(200);
  expect(confirmed).toBeLessThan(280);
});
