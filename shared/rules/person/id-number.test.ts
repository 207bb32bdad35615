import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOfIdNumber, idNumberProblem, normalIdNumber } from './id-number.ts';

const today = new Date('2026-11-20T00:00:00Z');

test.each([
  '11010519491231002X',
  '11010519491231002x',
  '440524188001010014',
  '130503670401001',
  '320311770706001',
])('accepts %s', (number) => expect(idNumberProblem(number, today)).toBeNull());

test.each([
  ['110105194912310021', 'check'],
  ['13050319670401001X', 'check'],
  ['110105194902300020', 'date'],
  ['110105202612310021', 'date'],
  ['110105194913310021', 'date'],
  ['990105194912310023', 'region'],
  ['160105194912310023', 'region'],
  ['130503670401001X', 'form'],
  ['13050367040100X', 'form'],
  ['', 'form'],
] as const)('refuses %s: %s', (number, problem) => expect(idNumberProblem(number, today)).toBe(problem));

test('turns the 15-digit form into the one of 18 characters', () => {
  expect(normalIdNumber('130503670401001')).toBe('130503196704010016');
  expect(normalIdNumber('11010519491231002x')).toBe('11010519491231002X');
  expect(normalIdNumber('130503670401997')).toBeNull();
  expect(normalIdNumber('13050367040100X')).toBeNull();
});

test('yields birth date and gender', () => {
  expect(factsOfIdNumber('11010519491231002X')).toEqual({ birthDate: '1949-12-31', gender: '女' });
  expect(factsOfIdNumber('130503196704010016')).toEqual({ birthDate: '1967-04-01', gender: '男' });
});

test('every converted number passes the check, and no single wrong digit does', () => {
  const number15 = fc
    .tuple(
      fc.date({ min: new Date('1930-01-01'), max: new Date('1985-12-31'), noInvalidDate: true }),
      fc.nat(995),
    )
    .map(([date, serial]) => {
      const [year, month, day] = date.toISOString().slice(2, 10).split('-');
      return `110105${year}${month}${day}${String(serial).padStart(3, '0')}`;
    });
  fc.assert(
    fc.property(number15, fc.nat(16), fc.integer({ min: 1, max: 9 }), (short, position, shift) => {
      const number = normalIdNumber(short)!;
      expect(idNumberProblem(number, today)).toBeNull();
      const wrong = (Number(number[position]) + shift) % 10;
      const damaged = number.slice(0, position) + wrong + number.slice(position + 1);
      expect(idNumberProblem(damaged, today)).not.toBeNull();
    }),
  );
});
