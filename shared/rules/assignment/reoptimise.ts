import { fillHole, distanceFromSink } from './backward.ts';
import { ASSIGNED, FORBIDDEN, type Flow, tailOf } from './flow.ts';
import { distanceToNode, displaceUnit } from './forward.ts';
import { createSearch } from './search.ts';
import type { Solution } from './solve.ts';

/**
 * Changes of a solved network that keep it solved: an optimal flow with one arc changed is nearly optimal, and a search
 * or two make it so again (Ahuja, Magnanti, Orlin, Network Flows, §9.11, sensitivity by reoptimisation).
 */

/** A copy that can be changed independently. Constant parts are shared. */
export const copySolution = ({ flow, rows }: Solution): Solution => {
  const network = { ...flow.network, arcForbidden: flow.network.arcForbidden.slice() };
  return {
    rows,
    search: createSearch(flow.potential.length),
    flow: {
      ...flow,
      network,
      unitArc: flow.unitArc.slice(),
      firstUnit: flow.firstUnit.slice(),
      nextUnit: flow.nextUnit.slice(),
      previousUnit: flow.previousUnit.slice(),
      assigned: flow.assigned.slice(),
      sent: flow.sent.slice(),
      short: flow.short.slice(),
      groupFlow: flow.groupFlow.slice(),
      arcState: flow.arcState.slice(),
      potential: flow.potential.slice(),
    },
  };
};

/** Forbid an arc and find the optimum without it. Two searches at most. */
export const forbidArc = (solution: Solution, arc: number) => {
  const { flow, search, rows } = solution;
  const expert = flow.network.arcExpert[arc]!;
  if (flow.arcState[arc] === ASSIGNED) displaceUnit(flow, search, arc);
  flow.arcState[arc] = FORBIDDEN;
  flow.network.arcForbidden[arc] = 1;
  while (flow.assigned[expert]! < flow.sent[expert]!) fillHole(flow, rows, search, expert);
};

/** The arc of a project and an expert, or -1. O(row). */
export const arcBetween = ({ network }: Flow, file: number, expert: number) => {
  for (let arc = network.fileStart[file]!; arc < network.fileStart[file + 1]!; arc += 1)
    if (network.arcExpert[arc] === expert) return arc;
  return -1;
};

/**
 * Exact loss of the optimum if a pair must be used, in 1/100 point (the reduced cost is only a lower bound). It is the
 * length of the shortest cycle through the arc in the residual graph: the reduced cost, and the way from the expert
 * back to where the project gives up a place, directly or through the sink (another expert sends one less). Changes
 * nothing. Two searches.
 */
export const lossOfPair = ({ flow, search, rows }: Solution, arc: number): number => {
  if (flow.arcState[arc] === ASSIGNED) return 0;
  const { arcCost, arcExpert } = flow.network;
  const expert = arcExpert[arc]!;
  const tail = tailOf(flow, arc);
  const reducedCost = arcCost[arc]! + flow.potential[expert]! - flow.potential[tail]!;
  const fromSink = distanceFromSink(flow, rows, search, tail);
  return reducedCost + distanceToNode(flow, search, expert, tail, fromSink);
};
