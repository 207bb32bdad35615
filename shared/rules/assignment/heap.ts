/** A binary heap of nodes by distance; equal distances by node, so that every run pops in the same order. */
export type Heap = { size: number; keys: Float64Array; nodes: Int32Array };

export const createHeap = (): Heap => ({
  size: 0,
  keys: new Float64Array(1024),
  nodes: new Int32Array(1024),
});

const grow = (heap: Heap) => {
  const keys = new Float64Array(heap.keys.length * 2);
  keys.set(heap.keys);
  heap.keys = keys;
  const nodes = new Int32Array(heap.nodes.length * 2);
  nodes.set(heap.nodes);
  heap.nodes = nodes;
};

/** Add a node; one that got nearer is added again, and its older entry is skipped when it is popped. O(log n). */
export const push = (heap: Heap, key: number, node: number) => {
  if (heap.size === heap.keys.length) grow(heap);
  const { keys, nodes } = heap;
  let at = heap.size;
  heap.size += 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = keys[parent]!;
    if (above < key || (above === key && nodes[parent]! <= node)) break;
    keys[at] = above;
    nodes[at] = nodes[parent]!;
    at = parent;
  }
  keys[at] = key;
  nodes[at] = node;
};

/** Removes the nearest node and returns it; its distance was keys[0]. O(log n). */
export const pop = (heap: Heap): number => {
  const { keys, nodes } = heap;
  const top = nodes[0]!;
  heap.size -= 1;
  const { size } = heap;
  const key = keys[size]!;
  const node = nodes[size]!;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    const right = child + 1;
    if (
      right < size &&
      (keys[right]! < keys[child]! || (keys[right] === keys[child] && nodes[right]! < nodes[child]!))
    )
      child = right;
    if (keys[child]! > key || (keys[child] === key && nodes[child]! >= node)) break;
    keys[at] = keys[child]!;
    nodes[at] = nodes[child]!;
    at = child;
  }
  keys[at] = key;
  nodes[at] = node;
  return top;
};
