import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignFile } from './assign-file.ts';
import { readInstanceFile } from './instance-file.ts';

const json = {
  files: [
    { id: 'F1', need: 2 },
    { id: 'F2', need: 1 },
  ],
  experts: [
    { id: 'E1', places: 1, group: 'S1' },
    { id: 'E2', places: 1, openLoad: 1, group: 'S1' },
    { id: 'E3', places: 1, group: 'S2' },
  ],
  pairs: [
    { file: 'F1', expert: 'E1', score: 90 },
    { file: 'F1', expert: 'E2', score: 80 },
    { file: 'F1', expert: 'E3', score: 70 },
    { file: 'F2', expert: 'E2', score: 60.5, isHome: true },
  ],
};
const csv = `# the same
file,F1,2
file,F2,1

expert,E1,1,,,S1
expert,E2,1,1,,S1
expert,E3,1,0,0,S2
pair,F1,E1,90
pair,F1,E2,80
pair,F1,E3,70
pair,F2,E2,60.5,1`;

describe('assignFile', () => {
  it('solves an instance and proves it, from either form', () => {
    const answer = assignFile(JSON.stringify(json));
    expect(answer).toEqual({
      value: {
        assignment: [
          { file: 'F1', expert: 'E1', score: 90 },
          { file: 'F1', expert: 'E3', score: 70 },
          { file: 'F2', expert: 'E2', score: 60.5 },
        ],
        objective: { score: 220.5, loadCost: 0.75 * 3 + 1.5, emptyPlaces: 0, belowFloor: 0 },
        certificate: { isOptimal: true, cost: -21_675, bound: -21_675, prices: expect.any(Object) },
        shortages: [],
      },
    });
    expect(assignFile(csv)).toEqual(answer);
  });

  it('takes matrices, locks and forbidden pairs', () => {
    const scores = [
      [0.9, 0.8, 0.7],
      [null, 0.6, null],
    ];
    const matrix = { ...json, pairs: undefined, scores, scale: 1000, load: { first: 0, step: 0 } };
    const locked = [{ file: 'F1', expert: 'E2' }];
    expect(assignFile(JSON.stringify({ ...matrix, locked }))).toMatchObject({
      value: {
        assignment: [{ expert: 'E2', isLocked: true, score: 0.8 }, { expert: 'E3' }],
        objective: { emptyPlaces: 1 },
        shortages: [{ files: ['F2'], experts: ['E2'], demand: 1, places: 0, shortage: 1 }],
      },
    });
    expect(
      assignFile(JSON.stringify({ ...matrix, forbidden: [{ file: 'F2', expert: 'E2' }] })),
    ).toMatchObject({
      value: { objective: { emptyPlaces: 1 }, certificate: { isOptimal: true } },
    });
  });

  it('counts locked pairs among those from home, as the pair says or as they say themselves', () => {
    const home = {
      files: [{ id: 'F1', need: 2, mostHome: 1 }],
      experts: ['E1', 'E2', 'E3'].map((id) => ({ id, places: 1 })),
      pairs: [
        { file: 'F1', expert: 'E1', score: 90, isHome: true },
        { file: 'F1', expert: 'E2', score: 80, isHome: true },
        { file: 'F1', expert: 'E3', score: 10 },
      ],
    };
    const expertsWith = (instance: object, locked: object[]) => {
      const answer = assignFile(JSON.stringify({ ...instance, locked }));
      return 'value' in answer ? answer.value.assignment.map(({ expert }) => expert) : answer.errors;
    };
    expect(expertsWith(home, [{ file: 'F1', expert: 'E1' }])).toEqual(['E1', 'E3']);
    const others = { ...home, pairs: home.pairs.slice(1) };
    expect(expertsWith(others, [{ file: 'F1', expert: 'E1', isHome: true }])).toEqual(['E1', 'E3']);
    expect(expertsWith(others, [{ file: 'F1', expert: 'E1' }])).toEqual(['E1', 'E2']);
  });

  it('keeps experts apart who must not have the same project, and proves it optimal by branches', () => {
    const answer = assignFile(JSON.stringify({ ...json, apart: [{ a: 'E1', b: 'E3' }] }));
    expect(answer).toMatchObject({
      value: {
        // Both experts on F1 would be best. Kept apart, one of them stays without a project, since E2 is of the school
        // of E1 and has F2.
        objective: { emptyPlaces: 1, score: 150.5 },
        certificate: { isOptimal: true, branchBound: expect.any(Number) },
      },
    });
    if (!('value' in answer)) return;
    const { cost, bound, branchBound } = answer.value.certificate;
    expect([branchBound === cost, bound < cost]).toEqual([true, true]);
    expect(assignFile(`${csv}\napart,E1,E3`)).toEqual(answer);
    // A locked expert keeps the experts that must stay apart from them off that project.
    expect(assignFile(`${csv}\napart,E1,E3\nlocked,F1,E3`)).toMatchObject({
      value: {
        assignment: [
          { file: 'F1', expert: 'E3', isLocked: true },
          { file: 'F1', expert: 'E2' },
        ],
      },
    });
  });

  it('ignores a byte order mark', () => {
    expect(assignFile(`\uFEFF${JSON.stringify(json)}`)).toEqual(assignFile(JSON.stringify(json)));
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', '不是有效的 JSON'],
    ['another form', '{"files":1}', 'files：应为列表'],
    ['a list', '[1]', '文件：应为对象'],
    ['nothing', ' \n', '文件是空的'],
    [
      'pairs beside scores',
      JSON.stringify({
        ...json,
        scores: [
          [1, 1, 1],
          [1, 1, 1],
        ],
      }),
      'pairs 和 scores 只能写一种',
    ],
    ['unknown fields', '{"files":[],"experts":[],"x":1}', '文件：有不认识的字段'],
    ['ids twice', 'file,a,1\nfile,a,2', '材料的编号有重复：a'],
    ['an unknown line', 'file,a,1\nwhat,is,this', '第 2 行：不认识 what,is,this'],
    ['a word for a number', 'file,a,many', 'files 第 1 项 need：应为数字'],
    ['an unknown pair', 'file,a,1\npair,a,b,1', '没有材料 a 或专家 b'],
    [
      'a pair twice',
      'file,a,1\nexpert,c,1\nexpert,b,1\npair,a,b,1\npair,a,b,2',
      '材料 a 与专家 b 的候选对重复',
    ],
    ['a lock twice', 'file,a,2\nexpert,b,1\nlocked,a,b\nlocked,a,b', '材料 a 与专家 b 的锁定对重复'],
    ['locks beyond the need', 'file,a,0\nexpert,b,1\nlocked,a,b', '材料 a 锁定了 1 位专家，超过其需求 0'],
    ['a floor beyond the places', 'file,a,1\nexpert,b,1,0,2', '专家 b 的下限 2 超过其名额 1'],
    ['a need beyond all bounds', 'file,a,100001', 'files 第 1 项 need：不能大于 100000'],
    [
      'a group at home in part',
      'file,a,1,1\nexpert,b,1,0,0,G\nexpert,c,1,0,0,G\npair,a,b,1,1\npair,a,c,1,0',
      '材料 a 的同组 G 专家中只有一部分来自本省',
    ],
    ['unknown experts apart', 'file,a,1\nexpert,b,1\napart,b,c', '没有专家 c（不得同评一份材料）'],
    ['somebody apart from himself', 'file,a,1\nexpert,b,1\napart,b,b', '专家 b 不能与自己分开'],
    [
      'a lopsided matrix',
      '{"files":[{"id":1,"need":1}],"experts":[],"scores":[[1]]}',
      'scores 须每份材料一行',
    ],
    [
      'a score beyond the limit',
      'file,a,1\nexpert,b,1\npair,a,b,1e9',
      '材料 a 与专家 b 的分数 1000000000 过大',
    ],
    ['locks beyond the places', 'file,a,1\nexpert,b,0\nlocked,a,b', '专家 b 锁定了 1 份，超过其名额 0'],
  ])('says what is wrong: %s', (_, text, words) => {
    const answer = assignFile(text);
    expect('errors' in answer && answer.errors[0]).toContain(words);
  });

  it('returns problems or a solution for every input', () => {
    const line = fc.constantFrom(
      ...csv.split('\n'),
      'expert,E9,0',
      'file,F9,100000',
      'locked,F1,E1',
      'forbidden,F1,E3',
      'setting,scale,0',
      'setting,loadStep,-1',
      'pair,F1,E9,-1e5',
      'file,F3,-2',
      'expert,E4,1.5',
      'setting,groupCapacity,2',
      'apart,E1,E3',
      'apart,E3,E2',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const answer = assignFile(lines.join('\n'));
        if ('value' in answer) expect(answer.value.certificate.isOptimal).toBe(true);
        else expect(answer.errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 500, seed: 13 },
    );
    fc.assert(
      fc.property(fc.string(), (text) => void readInstanceFile(text)),
      { numRuns: 500, seed: 13 },
    );
    fc.assert(
      fc.property(fc.json(), (text) => void assignFile(text)),
      { numRuns: 300, seed: 13 },
    );
  });
});
