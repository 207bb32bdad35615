/** Similar texts, for messages about a name that is not in a register. */

const pairsOf = (text: string): Map<string, number> => {
  const letters = [...text.toLowerCase().replaceAll(/[\s\-－—·（）()]/g, '')];
  const pairs = new Map<string, number>();
  // Single letters count too, so that a name of two characters with one wrong is still near.
  for (let index = 0; index < letters.length; index += 1)
    for (const piece of [letters[index]!, letters.slice(index, index + 2).join('')])
      if (piece) pairs.set(piece, (pairs.get(piece) ?? 0) + 1);
  return pairs;
};

const sizeOf = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0);

type Taken = { pairs: Map<string, number>; size: number };

const takenApart = (text: string): Taken => {
  const pairs = pairsOf(text);
  return { pairs, size: sizeOf(pairs) };
};

const likeness = (a: Taken, b: Taken) => {
  let common = 0;
  for (const [pair, count] of a.pairs) common += Math.min(count, b.pairs.get(pair) ?? 0);
  return (2 * common) / (a.size + b.size);
};

const LEAST = 0.25;
/** Longer texts are no typing errors, and each letter is compared with every candidate. */
const MAX_LETTERS = 200;

/**
 * A search for the texts most like a given one, by the letters and pairs of letters that they share (Dice); none that is
 * too unlike. The candidates are taken apart once, so that many names can be looked up.
 */
export const nearestOf = (candidates: readonly string[]) => {
  const known = candidates.map((text) => ({ text, taken: takenApart(text) }));
  return (wanted: string, most = 3): string[] => {
    if (wanted.length > MAX_LETTERS) return [];
    const taken = takenApart(wanted);
    if (taken.size === 0) return [];
    return known
      .map(({ text, taken: own }) => ({ text, score: likeness(taken, own) }))
      .filter(({ score }) => score >= LEAST)
      .toSorted((a, b) => b.score - a.score || a.text.length - b.text.length)
      .slice(0, most)
      .map(({ text }) => text);
  };
};
