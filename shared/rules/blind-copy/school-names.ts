const enclosed = /[（(][^）)]*[）)]/g;

/** How schools of these endings are called in short, by the place before them. */
const shortEndings: [RegExp, string][] = [
  [/理工大学$/, '理工'],
  [/科技大学$/, '科大'],
  [/工业大学$/, '工大'],
  [/师范大学$/, '师大'],
  [/农业大学$/, '农大'],
  [/医科大学$/, '医大'],
  [/交通大学$/, '交大'],
  [/财经大学$/, '财大'],
  [/职业技术学院$/, '职院'],
];

const MIN_SHORT = 3;

/** A name of a school as texts have it: whole, without what stands in brackets, in short. */
export const schoolSpellings = (name: string): string[] => {
  const plain = name.replaceAll(enclosed, '');
  const shorts = shortEndings.flatMap(([ending, short]) =>
    ending.test(plain) ? [plain.replace(ending, short)] : [],
  );
  const plainMarks = name.replaceAll(/[（()）]/g, '');
  return [
    ...new Set([name, plain, plainMarks, ...shorts.filter((short) => short.length >= MIN_SHORT)]),
  ].filter((one) => one.length > 1);
};

/** Where a school is, as far as its name says so: what stands before its kind, as 武汉 of 武汉理工大学. */
export const placeInName = (name: string): string | null => {
  const match =
    /^(\p{Script=Han}{2,4}?)(?:理工|科技|工业|师范|农业|医科|交通|财经|职业|工程|技术|中医药|体育|音乐|美术|外国语|政法|民族|大学|学院)/u.exec(
      name,
    );
  return match?.[1]?.replace(/[省市]$/, '') ?? null;
};
