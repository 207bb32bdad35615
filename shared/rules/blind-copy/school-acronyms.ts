/**
 * How schools of these endings are called in letters, after those of the place before them: the first ending that fits
 * holds.
 */
const endings: readonly (readonly [ending: string, ...letters: string[]])[] = [
  ['航空航天大学', 'UAA'],
  ['科学技术大学', 'UST'],
  ['理工大学', 'UT', 'UST', 'IT'],
  ['科技大学', 'UST', 'UT'],
  ['工业大学', 'UT', 'TU', 'PU', 'IT'],
  ['工程大学', 'EU', 'UE'],
  ['师范大学', 'NU'],
  ['农业大学', 'AU'],
  ['林业大学', 'FU'],
  ['医科大学', 'MU'],
  ['中医药大学', 'UTCM', 'UCM', 'TCMU'],
  ['医药大学', 'UMP'],
  ['交通大学', 'JTU', 'JU'],
  ['财经大学', 'UFE', 'UF'],
  ['政法大学', 'UPL'],
  ['邮电大学', 'UPT'],
  ['石油大学', 'UP'],
  ['矿业大学', 'UMT'],
  ['地质大学', 'UG'],
  ['海洋大学', 'OU'],
  ['民族大学', 'MU', 'UN'],
  ['外国语大学', 'ISU', 'FSU'],
  ['体育大学', 'SU'],
  ['大学', 'U'],
];

/** Parts of the country, which English names translate instead of spelling in pinyin. */
const regions: Readonly<Record<string, readonly string[]>> = {
  中国: ['C'],
  中央: ['C'],
  首都: ['C'],
  华东: ['EC'],
  华中: ['CC', 'HZ', 'H'],
  华南: ['SC'],
  华北: ['NC'],
  西北: ['NW', 'N'],
  西南: ['SW', 'S'],
  东北: ['NE'],
  东南: ['SE'],
  中南: ['CS', 'Z'],
};

/** Names that no rule derives. */
const wellKnown: Readonly<Record<string, readonly string[]>> = {
  北京大学: ['PKU'],
  清华大学: ['THU'],
  中国人民大学: ['RUC'],
  中山大学: ['SYSU'],
  电子科技大学: ['UESTC'],
  苏州大学: ['SUDA'],
  中国海洋大学: ['OUC'],
  首都医科大学: ['CCMU'],
  对外经济贸易大学: ['UIBE'],
  中国传媒大学: ['CUC'],
  国防科技大学: ['NUDT'],
};

/**
 * More common meanings of such letters: parts of machines, words in capitals. They are left to the officer who checks
 * the copy.
 */
const common = new Set(
  (
    'AMU APU BBU CCU CPU DPU DTU ECU FPU FTU GPU ICU IMU IPU LPU MCU MMU MPU MTU NPU OBU PDU PMU PPU RSU RTU SMU TPU TTU VPU ' +
    'BUT CUT NUT OUT PUT HUT JUT SUN FUN RUN GNU USE USD UTC UTF UTS UNC UCS CIT FIT JIT KIT LIT SIT WIT NIT DIT'
  ).split(' '),
);

const MIN_LETTERS = 3;

/**
 * How a school is called in capital letters: WHU, BNU, NUAA, ECNU, or each of its characters, WHDX. `initialsOf`
 * answers the first letters of the syllables of a text.
 */
export const schoolAcronyms = (name: string, initialsOf: (text: string) => string): string[] => {
  const plain = name.replaceAll(/[（(][^）)]*[）)]/g, '');
  const upper = (text: string) => initialsOf(text).toUpperCase();
  const found = [upper(plain), ...(wellKnown[plain] ?? [])];
  const known = endings.find(([ending]) => plain.endsWith(ending));
  if (known) {
    const [ending, ...letters] = known;
    const place = plain.slice(0, -ending.length);
    const initials = upper(place);
    const places = regions[place] ?? [initials, initials.slice(0, 1)];
    if (place.length > 1)
      for (const own of places)
        for (const kind of letters) found.push(own + kind, ...(kind === 'UST' ? [kind + own] : []));
  }
  return [...new Set(found)].filter(
    (one) => /^[A-Z]+$/.test(one) && one.length >= MIN_LETTERS && !common.has(one),
  );
};
