/** A piece of two texts that stands in both or in one of them. */
export type Piece = { of: 'same' | 'mine' | 'theirs'; text: string };

/** A clause with the sign that ends it: the smallest piece that reads as a change. */
const clausesOf = (text: string) =>
  text.split(/(?<=[，。；：！？,;!?\n])/u).filter((clause) => clause !== '');

/** Lengths of the longest common subsequences of all rests of two lists. */
const commonLengths = (mine: readonly string[], theirs: readonly string[]) => {
  const lengths = Array.from({ length: mine.length + 1 }, () => new Uint32Array(theirs.length + 1));
  for (let i = mine.length - 1; i >= 0; i -= 1)
    for (let j = theirs.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        mine[i] === theirs[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
};

/** Two texts as one, in order; where they differ, mine comes first. */
export const piecesOf = (mineText: string, theirText: string): Piece[] => {
  const [mine, theirs] = [clausesOf(mineText), clausesOf(theirText)];
  const lengths = commonLengths(mine, theirs);
  const pieces: Piece[] = [];
  const add = (of: Piece['of'], text: string) => {
    const last = pieces.at(-1);
    if (last?.of === of) last.text += text;
    else pieces.push({ of, text });
  };
  let [i, j] = [0, 0];
  while (i < mine.length || j < theirs.length) {
    if (i < mine.length && mine[i] === theirs[j]) {
      add('same', mine[i]!);
      i += 1;
      j += 1;
    } else if (j === theirs.length || (i < mine.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add('mine', mine[i]!);
      i += 1;
    } else {
      add('theirs', theirs[j]!);
      j += 1;
    }
  }
  return pieces;
};

/** The text that keeps every piece of both. */
export const bothTexts = (mine: string, theirs: string): string =>
  piecesOf(mine, theirs)
    .map(({ text }) => text)
    .join('');
