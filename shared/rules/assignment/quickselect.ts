/**
 * Moves the `count` smallest of the first `length` keys to the front in ascending order (Hoare, "Find", 1961, then a
 * sort of what was found). O(length + count · log count) on average.
 */
export const selectSmallest = (keys: Float64Array, length: number, count: number) => {
  let left = 0;
  let right = length - 1;
  while (count < length && left < right) {
    const pivot = keys[(left + right) >>> 1]!;
    let low = left;
    let high = right;
    while (low <= high) {
      while (keys[low]! < pivot) low += 1;
      while (keys[high]! > pivot) high -= 1;
      if (low > high) break;
      const key = keys[low]!;
      keys[low] = keys[high]!;
      keys[high] = key;
      low += 1;
      high -= 1;
    }
    if (count - 1 <= high) right = high;
    else if (count - 1 >= low) left = low;
    else break;
  }
  return keys.subarray(0, Math.min(count, length)).sort();
};
