type Named = { typeName: string; id: string | null; name: string | null; count?: number };

/** Object of a call in the operation log, in words: 用户 zhang #5 等 3 条. */
export const recordText = ({ typeName, id, name, count = 1 }: Named): string => {
  const one = [typeName, name, id === null ? null : `#${id}`].filter(Boolean).join(' ');
  return count > 1 ? `${one} 等 ${count} 条` : one;
};
