import { describe, expect, it } from 'vitest';
import { checkInstance, type Instance } from './instance.ts';
import { buildNetwork } from './network.ts';

const instance: Instance = {
  files: [{ need: 2 }, { need: 1 }],
  experts: [{ places: 1 }, { places: 2, openLoad: 1, floor: 1 }, { places: 1 }],
  candidates: {
    file: [1, 0, 0, 0],
    expert: [0, 2, 1, 0],
    cost: [5, 7, -3, 7],
    group: [9, 9, 8, 9],
  },
  forbidden: [{ file: 1, expert: 0 }],
};

describe('buildNetwork', () => {
  it('orders the candidates by project, cost and expert', () => {
    const built = buildNetwork(instance);
    if (!('network' in built)) throw new Error(built.errors.join());
    const { network } = built;
    expect([...network.fileStart]).toEqual([0, 3, 4]);
    expect([...network.arcExpert]).toEqual([1, 0, 2, 0]);
    expect([...network.arcCost]).toEqual([-3, 7, 7, 5]);
    expect([...network.arcForbidden]).toEqual([0, 0, 0, 1]);
    expect([...network.arcGroup]).toEqual([-1, 0, 0, -1]);
    expect([...network.groupArcs]).toEqual([1, 2]);
    expect(network.shortageCost).toBeGreaterThan(2 * network.floorReward);
  });

  it('reports problems in words', () => {
    const wrong = (change: Partial<Instance>) => {
      const built = buildNetwork({ ...instance, ...change });
      return 'errors' in built ? built.errors : [];
    };
    expect(wrong({ files: [{ need: -1 }, { need: 1 }] })).toEqual([
      '第 1 份材料的需求 -1 不是 0 到 100000 的整数',
    ]);
    expect(wrong({ experts: [{ places: 1, floor: 2 }, { places: 1 }, { places: 0.5 }] })).toEqual([
      '第 1 位专家的下限 2 超过其名额 1',
      '第 3 位专家的名额 0.5 不是 0 到 100000 的整数',
    ]);
    expect(wrong({ candidates: { file: [0, 0], expert: [1, 1], cost: [1, 2] } })).toEqual([
      '材料 0 与专家 1 的候选对重复',
    ]);
    expect(wrong({ candidates: { file: [7], expert: [8], cost: [NaN] } })).toHaveLength(3);
    expect(wrong({ candidates: { file: [7], expert: [], cost: [] } })).toEqual(['候选对的各列长度不一致']);
    expect(wrong({ forbidden: [{ file: 4, expert: 0 }] })).toHaveLength(1);
    expect(wrong({ groupCapacity: 0, load: { first: 0.5, step: -1 }, shortageCost: -1 })).toHaveLength(4);
    expect(
      checkInstance({ ...instance, files: Array.from({ length: 30 }, () => ({ need: NaN })) }),
    ).toHaveLength(20);
  });

  it('nests groups from home in the home group, and refuses groups that are from home only in part', () => {
    const candidates = { file: [0, 0, 0, 0], expert: [0, 1, 2, 3], cost: [1, 2, 3, 4], group: [5, 5, 6, 6] };
    const sides = {
      files: [{ need: 3, mostHome: 1 }],
      experts: Array.from({ length: 4 }, () => ({ places: 1 })),
    };
    const built = buildNetwork({ ...sides, candidates: { ...candidates, isHome: [1, 1, 0, 0] } });
    if (!('network' in built)) throw new Error(built.errors.join());
    expect([...built.network.groupParent]).toEqual([-1, 0, -1]);
    expect([...built.network.arcGroup]).toEqual([1, 1, 2, 2]);
    expect(buildNetwork({ ...sides, candidates: { ...candidates, isHome: [1, 0, 0, 0] } })).toEqual({
      errors: ['材料 0 的第 5 组只有一部分属于本省'],
    });
  });

  it('accepts an empty instance', () => {
    expect(
      buildNetwork({ files: [], experts: [], candidates: { file: [], expert: [], cost: [] } }),
    ).toHaveProperty('network');
  });
});
