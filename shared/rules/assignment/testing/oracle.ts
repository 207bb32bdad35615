import type { Network } from '../network.ts';

/**
 * The least cost by another way, for tests: successive shortest paths by Bellman-Ford on explicit arcs (Ahuja, Magnanti, Orlin,
 * §9.7 without potentials). One arc per slot, per empty place and per pair; slow and short.
 */
export const oracleCost = (network: Network) => {
  const { fileCount, groupCount, expertCount, load } = network;
  const [source, sink] = [0, 1];
  const fileAt = (file: number) => 2 + file;
  const groupAt = (group: number) => 2 + fileCount + group;
  const expertAt = (expert: number) => 2 + fileCount + groupCount + expert;
  // Arc i and its reverse i ^ 1.
  const heads: number[] = [];
  const residual: number[] = [];
  const costs: number[] = [];
  const out: number[][] = Array.from({ length: 2 + fileCount + groupCount + expertCount }, () => []);
  const add = (tail: number, head: number, capacity: number, cost: number) => {
    out[tail]!.push(heads.length);
    heads.push(head);
    residual.push(capacity);
    costs.push(cost);
    out[head]!.push(heads.length);
    heads.push(tail);
    residual.push(0);
    costs.push(-cost);
  };
  for (let file = 0; file < fileCount; file += 1) {
    add(source, fileAt(file), network.need[file]!, 0);
    add(fileAt(file), sink, network.need[file]!, network.shortageCost);
  }
  for (let group = 0; group < groupCount; group += 1)
    add(
      network.groupParent[group]! < 0
        ? fileAt(network.groupFile[group]!)
        : groupAt(network.groupParent[group]!),
      groupAt(group),
      network.groupCapacity[group]!,
      0,
    );
  for (const [arc, expert] of network.arcExpert.entries()) {
    if (network.arcForbidden[arc] === 1) continue;
    const group = network.arcGroup[arc]!;
    const tail = group < 0 ? fileAt(network.arcFile[arc]!) : groupAt(group);
    add(tail, expertAt(expert), 1, network.arcCost[arc]!);
  }
  for (let expert = 0; expert < expertCount; expert += 1)
    for (let slot = 0; slot < network.places[expert]!; slot += 1) {
      const reward = slot < network.floor[expert]! ? network.floorReward : 0;
      add(expertAt(expert), sink, 1, load.first + load.step * (network.openLoad[expert]! + slot) - reward);
    }

  let total = network.floor.reduce((sum, floor) => sum + floor, 0) * network.floorReward;
  for (;;) {
    const distance = out.map(() => Infinity);
    const via = out.map(() => -1);
    distance[source] = 0;
    const queue = [source];
    const isQueued = out.map(() => false);
    for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
      isQueued[node] = false;
      for (const arc of out[node]!) {
        const head = heads[arc]!;
        if (residual[arc] === 0 || distance[node]! + costs[arc]! >= distance[head]!) continue;
        distance[head] = distance[node]! + costs[arc]!;
        via[head] = arc;
        if (!isQueued[head]) queue.push(head);
        isQueued[head] = true;
      }
    }
    if (distance[sink] === Infinity) return total;
    total += distance[sink]!;
    for (let node = sink; node !== source; node = heads[via[node]! ^ 1]!) {
      residual[via[node]!]! -= 1;
      residual[via[node]! ^ 1]! += 1;
    }
  }
};
