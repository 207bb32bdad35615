export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/**
 * How one text became another, line by line: keeps the longest common subsequence of lines; all other lines are removed
 * or added, removed lines first. Texts have some dozens of lines, so a table of all pairs is small.
 */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // common[i][j]: number of common lines in the rests of both texts, from lines i and j on.
  const common = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i]![j] =
        old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return lines;
};
