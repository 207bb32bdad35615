import type { Network } from '../network.ts';

type Solved = { Status: string; ObjectiveValue: number };
export type Highs = { solve(problem: string, options?: Record<string, unknown>): Solved };

/** A linear program solver, for tests and measurements. By a name that is not looked up for types: those of the package want a browser's. */
const PACKAGE: string = 'highs';
export const loadHighs = async (): Promise<Highs> => {
  const { default: load } = (await import(PACKAGE)) as { default: () => Promise<Highs> };
  return load();
};

const term = (factor: number, variable: string) =>
  `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${variable}`;
const sum = (variables: readonly string[]) => (variables.length > 0 ? variables.join(' + ') : '0 zero');

/**
 * A network as a linear program in LP format. Its matrix is totally unimodular, so the least cost is that of whole numbers. x: pairs, y: slots of
 * experts, z: empty places.
 */
export const linearProgram = (network: Network): string => {
  const { fileCount, expertCount, groupCount, load, arcExpert, arcFile, arcForbidden } = network;
  const objective: string[] = [];
  const ofFile: string[][] = Array.from({ length: fileCount }, () => []);
  const ofExpert: string[][] = Array.from({ length: expertCount }, () => []);
  const ofGroup: string[][] = Array.from({ length: groupCount }, () => []);
  const bounds: string[] = [' zero = 0'];
  for (let arc = 0; arc < arcExpert.length; arc += 1) {
    if (arcForbidden[arc] === 1) continue;
    const name = `x${arc}`;
    objective.push(term(network.arcCost[arc]!, name));
    ofFile[arcFile[arc]!]!.push(name);
    ofExpert[arcExpert[arc]!]!.push(name);
    for (let group = network.arcGroup[arc]!; group >= 0; group = network.groupParent[group]!)
      ofGroup[group]!.push(name);
    bounds.push(` ${name} <= 1`);
  }
  const rows: string[] = [];
  for (let file = 0; file < fileCount; file += 1) {
    objective.push(term(network.shortageCost, `z${file}`));
    rows.push(` f${file}: ${sum([...ofFile[file]!, `z${file}`])} = ${network.need[file]}`);
  }
  for (let expert = 0; expert < expertCount; expert += 1) {
    const slots = Math.min(network.places[expert]!, ofExpert[expert]!.length);
    const names = Array.from({ length: slots }, (_, slot) => `y${expert}_${slot}`);
    for (const [slot, name] of names.entries()) {
      const reward = slot < network.floor[expert]! ? network.floorReward : 0;
      objective.push(term(load.first + load.step * (network.openLoad[expert]! + slot) - reward, name));
      bounds.push(` ${name} <= 1`);
    }
    rows.push(` e${expert}: ${sum(ofExpert[expert]!)} ${names.map((name) => `- ${name}`).join(' ')} = 0`);
  }
  for (let group = 0; group < groupCount; group += 1)
    rows.push(` g${group}: ${sum(ofGroup[group]!)} <= ${network.groupCapacity[group]}`);
  return `Minimize\n obj: 0 zero ${objective.join('\n ')}\nSubject To\n${rows.join('\n')}\nBounds\n${bounds.join('\n')}\nEnd`;
};

/** The least cost by HiGHS: the program leaves out what missed floors cost at least. */
export const highsCost = (highs: Highs, network: Network): number => {
  const { Status, ObjectiveValue } = highs.solve(linearProgram(network), { output_flag: false });
  if (Status !== 'Optimal') throw new Error(`HiGHS: ${Status}`);
  const floors = network.floor.reduce((total, floor) => total + floor, 0) * network.floorReward;
  return Math.round(ObjectiveValue) + floors;
};
