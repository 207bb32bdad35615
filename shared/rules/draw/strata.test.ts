import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../text/canonical-json.ts';
import { checkStrata, drawFromStrata, recordOfStrata, type StrataRoster, verifyStrata } from './strata.ts';

/** Replaces SHA-256, which this package lacks: eight FNV-1a hashes with different start values. */
const sha256 = (text: string) =>
  Array.from({ length: 8 }, (_, at) => {
    let hash = 0x811c9dc5 + at * 0x9e3779b1;
    for (let place = 0; place < text.length; place += 1)
      hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');
const seedOf = (at: number) => sha256(String(at));
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const rosterOf = (...strata: StrataRoster['strata']): StrataRoster => ({ form: 1, cycleId: 7, strata });
const own = { name: '本省', members: range(1, 10), count: 3, alternates: 2 };
const other = { name: '外省', members: range(8, 8), count: 2, alternates: 1 };

describe('a draw from strata', () => {
  it.each<[string, StrataRoster['strata'], [number, number, number][]]>([
    ['takes as many as are asked for, and alternates', [own], [[3, 2, 0]]],
    [
      'draws nobody twice',
      [{ ...own, count: 8, alternates: 2 }, other],
      [
        [8, 2, 0],
        [2, 1, 0],
      ],
    ],
    ['tells who is missing', [{ ...own, count: 12 }], [[10, 0, 2]]],
    ['has fewer alternates where there are no more', [{ ...own, count: 9 }], [[9, 1, 0]]],
    ['takes nobody where nobody is wanted', [{ ...own, count: 0, alternates: 0 }], [[0, 0, 0]]],
    ['has nobody to draw from', [{ ...own, members: [] }], [[0, 0, 3]]],
    [
      'leaves out whoever was drawn before',
      [
        { ...own, count: 10 },
        { ...own, name: '再抽', count: 1 },
      ],
      [
        [10, 0, 0],
        [0, 0, 1],
      ],
    ],
  ])('%s', (_, strata, sizes) => {
    for (let at = 0; at < 50; at += 1) {
      const { strata: drawn } = drawFromStrata(rosterOf(...strata), seedOf(at));
      expect(
        drawn.map(({ chosen, alternates, missing }) => [chosen.length, alternates.length, missing]),
      ).toEqual(sizes);
      const all = drawn.flatMap(({ chosen, alternates }) => [...chosen, ...alternates]);
      expect(new Set(all).size).toBe(all.length);
      for (const [index, { chosen, alternates }] of drawn.entries())
        for (const one of [...chosen, ...alternates]) expect(strata[index]!.members).toContain(one);
    }
  });

  it('gives every member the same chance', () => {
    const times = new Map<number, number>();
    for (let at = 0; at < 3000; at += 1)
      for (const one of drawFromStrata(rosterOf(own), seedOf(at)).strata[0]!.chosen)
        times.set(one, (times.get(one) ?? 0) + 1);
    // The expected count is 900 with a standard deviation of 25.
    for (const member of own.members) expect(Math.abs(times.get(member)! - 900)).toBeLessThan(126);
  });

  it.each<[string, unknown, string]>([
    ['no roster', null, '名册的格式不正确'],
    ['no stratum', rosterOf(), '名册的格式不正确'],
    ['half a person', rosterOf({ ...own, members: [1.5] }), '名册的格式不正确'],
    ['fewer than nobody', rosterOf({ ...own, count: -1 }), '名册的格式不正确'],
    ['not a number', rosterOf({ ...own, count: Number.NaN }), '名册的格式不正确'],
    ['a name twice', rosterOf(own, own), '分组的名称有重复'],
    ['somebody twice', rosterOf({ ...own, members: [1, 1] }), '分组「本省」中有人重复'],
  ])('refuses %s in words', (_, roster, words) => {
    expect(checkStrata(roster)).toContain(words);
  });
});

describe('its record', () => {
  it.each([null, 'b'])(
    'is right, and wrong in words wherever a letter of it differs (supervisor %s)',
    async (supervisorSecret) => {
      const record = await recordOfStrata(
        rosterOf(own, other),
        { officeSecret: 'a', supervisorSecret },
        sha256,
      );
      const text = canonicalJson(record);
      const told = await verifyStrata(text, sha256);
      expect(told.findings.filter(({ isRight }) => !isRight)).toEqual([]);
      expect(told.isRight).toBe(true);
      for (let at = 0; at < text.length; at += 1) {
        const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
        const { isRight, findings } = await verifyStrata(changed, sha256);
        expect(isRight, `letter ${at}: ${changed.slice(at - 10, at + 10)}`).toBe(false);
        expect(findings.some((finding) => !finding.isRight)).toBe(true);
      }
      for (const nonsense of ['', 'null', '[]', '{}', '{"form":1}', ` ${text}x`, text.replace('{', '{ ')])
        expect((await verifyStrata(nonsense, sha256)).isRight, nonsense.slice(0, 20)).toBe(false);
    },
  );
});
