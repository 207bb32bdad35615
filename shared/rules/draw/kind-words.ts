/** Kinds of values, as zod names them, for the author of a file. */
export const kindWords: Readonly<Record<string, string>> = {
  int: '整数',
  number: '数字',
  string: '文字',
  boolean: 'true 或 false',
  array: '列表',
  tuple: '列表',
  object: '对象',
  record: '对象',
};
