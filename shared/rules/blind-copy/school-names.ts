import { firstCharacter } from '../text/storable.ts';
const enclosed = /[（(][^）)]*[）)]/g;

/** How schools of these endings are called in short, after the place before them: the first ending that fits holds. */
const shortEndings: readonly (readonly [ending: string, ...shorts: string[]])[] = [
  ['电子科技大学', '电子科大', '电子科技'],
  ['航空航天大学', '航空航天'],
  ['财经政法大学', '财经政法'],
  ['科学技术大学', '科大', '科技大'],
  ['对外经济贸易大学', '经贸'],
  ['经济贸易大学', '经贸'],
  ['理工大学', '理工', '理工大'],
  ['科技大学', '科大', '科技大'],
  ['工业大学', '工大', '工业大'],
  ['工程大学', '工程大', '工程'],
  ['师范大学', '师大', '师范'],
  ['农业大学', '农大', '农业大'],
  ['林业大学', '林大', '林业大'],
  ['中医药大学', '中医大', '中医药'],
  ['医科大学', '医大', '医科大'],
  ['医药大学', '医药大'],
  ['交通大学', '交大'],
  ['财经大学', '财大', '财经'],
  ['政法大学', '政法'],
  ['邮电大学', '邮电'],
  ['石油大学', '石大', '石油大'],
  ['矿业大学', '矿大'],
  ['地质大学', '地大'],
  ['海洋大学', '海大'],
  ['民族大学', '民大', '民族大'],
  ['外国语大学', '外国语', '外大'],
  ['体育大学', '体大'],
  ['师范学院', '师院', '师范'],
  ['理工学院', '理工'],
  ['科技学院', '科院', '科技'],
  ['医学院', '医'],
  ['职业技术学院', '职院', '职业学院', '职技'],
  ['职业技术大学', '职大', '职业大学'],
  ['高等专科学校', '高专', '专科学校'],
];

/** Short names of schools that cannot be derived from an ending. */
const wellKnown: Readonly<Record<string, readonly string[]>> = {
  清华大学: ['清华', 'tsinghua'],
  复旦大学: ['复旦', 'fudan'],
  南开大学: ['南开', 'nankai'],
  同济大学: ['同济', 'tongji'],
  北京大学: ['北大', 'pekinguniversity'],
  中山大学: ['中大', 'sunyatsenuniversity', 'zhongshanuniversity'],
  苏州大学: ['苏大', 'soochowuniversity'],
  中国人民大学: ['人大', '人民大学', 'renminuniversityofchina', 'renminuniversity'],
  中国科学技术大学: ['中科大', 'universityofscienceandtechnologyofchina'],
  华中科技大学: ['华科', '华科大', 'huazhonguniversityofscienceandtechnology'],
  电子科技大学: ['成电', 'universityofelectronicscienceandtechnologyofchina'],
  西安电子科技大学: ['西电', 'xidianuniversity'],
  北京航空航天大学: ['北航', 'beihanguniversity'],
  南京航空航天大学: ['南航'],
  西北工业大学: ['northwesternpolytechnicaluniversity'],
  哈尔滨工业大学: ['harbininstituteoftechnology'],
  华南理工大学: ['华工', 'southchinauniversityoftechnology'],
  华东理工大学: ['华理', 'eastchinauniversityofscienceandtechnology'],
  北京邮电大学: ['北邮'],
  南京邮电大学: ['南邮'],
  重庆邮电大学: ['重邮'],
  中国传媒大学: ['中传', '广院', 'communicationuniversityofchina'],
  中国地质大学: ['chinauniversityofgeosciences'],
  中国矿业大学: ['chinauniversityofminingandtechnology'],
  中国石油大学: ['chinauniversityofpetroleum'],
  中国农业大学: ['农大', 'chinaagriculturaluniversity'],
  中国海洋大学: ['海大', '中海大', 'oceanuniversityofchina'],
  中国药科大学: ['药大', 'chinapharmaceuticaluniversity'],
  中国政法大学: ['法大', 'chinauniversityofpoliticalscienceandlaw'],
  中央财经大学: ['央财', '中财', 'centraluniversityoffinanceandeconomics'],
  中央民族大学: ['中央民大', 'minzuuniversityofchina'],
  对外经济贸易大学: ['贸大', '对外经贸', 'universityofinternationalbusinessandeconomics'],
  上海财经大学: ['上财'],
  西南财经大学: ['西财'],
  北京外国语大学: ['北外'],
  上海外国语大学: ['上外'],
  国防科技大学: ['国防科大', 'nationaluniversityofdefensetechnology'],
  首都师范大学: ['首师大', 'capitalnormaluniversity'],
  首都医科大学: ['首医', 'capitalmedicaluniversity'],
  首都经济贸易大学: ['首经贸', 'capitaluniversityofeconomicsandbusiness'],
};

/** Parts of the country in English names of schools. They do not locate a school. */
const regions: Readonly<Record<string, readonly string[]>> = {
  中国: [],
  中央: ['central'],
  首都: ['capital'],
  国防: [],
  华东: ['eastchina', 'huadong'],
  华中: ['centralchina', 'huazhong'],
  华南: ['southchina', 'huanan'],
  华北: ['northchina', 'huabei'],
  西北: ['northwest', 'northwestern'],
  西南: ['southwest', 'southwestern'],
  东北: ['northeast', 'northeastern'],
  东南: ['southeast'],
  中南: ['centralsouth', 'zhongnan'],
};

/** Places whose name in letters is not, or not only, how it is pronounced. */
const irregularLetters: Readonly<Record<string, readonly string[]>> = {
  陕西: ['shaanxi'],
  内蒙古: ['innermongolia', 'neimenggu'],
  西藏: ['tibet', 'xizang'],
  哈尔滨: ['harbin'],
  呼和浩特: ['hohhot'],
  乌鲁木齐: ['urumqi'],
  拉萨: ['lhasa'],
  齐齐哈尔: ['qiqihar'],
};

const MIN_SHORT = 3;

/** Short forms of the part before an ending: the whole part and its first character, 北京 and 北 of 北京师范大学. */
const shortsOf = (plain: string): string[] => {
  const known = shortEndings.find(([ending]) => plain.endsWith(ending));
  if (!known) return /^\p{Script=Han}{2}大学$/u.test(plain) ? [`${firstCharacter(plain)}大`] : [];
  const [ending, ...shorts] = known;
  const place = plain.slice(0, -ending.length);
  if (place.length < 2) return [];
  return shorts.flatMap((short) => [
    `${place}${short}`,
    ...(short.length > 1 ? [`${firstCharacter(place)}${short}`] : []),
  ]);
};

const withoutDirection = (name: string) => name.replaceAll(enclosed, '');

/** A name of a school as texts have it: whole, without what stands in brackets, in short, in English. */
export const schoolSpellings = (name: string): string[] => {
  const plain = withoutDirection(name);
  const plainMarks = name.replaceAll(/[（()）]/g, '');
  const shorts = shortsOf(plain).filter((short) => short.length >= MIN_SHORT);
  // Two characters are looked for by what stands around them, but where they are no word.
  const famous = (wellKnown[plain] ?? []).filter((short) => short.length > 2 || plain.startsWith(short));
  return [...new Set([name, plain, plainMarks, ...shorts, ...famous])].filter((one) => one.length > 1);
};

/** Short names of two characters, which are also parts of other words: 北大 of 北大街. */
export const shortSchoolNames = (name: string): string[] => {
  const plain = withoutDirection(name);
  const all = [...shortsOf(plain), ...(wellKnown[plain] ?? [])];
  return [...new Set(all)].filter((short) => short.length === 2 && !plain.startsWith(short));
};

const beforeKind =
  /^(\p{Script=Han}{2,4}?)(?:理工|科技|科学技术|工业|师范|农业|林业|医科|医药|医学|交通|财经|职业|工程|技术|中医药|体育|音乐|美术|艺术|外国语|政法|民族|邮电|电子|电力|航空|石油|矿业|地质|海洋|水利|经济|信息|商业|商|工商|高等|大学|学院)/u;

/** Where a school is, as far as its name says so: what stands before its kind, as 武汉 of 武汉理工大学. */
export const placeInName = (name: string): string | null => {
  const place = beforeKind.exec(name)?.[1]?.replace(/[省市]$/, '') ?? null;
  return place !== null && place in regions ? null : place;
};

/** How the place or the part of the country in the name of a school is written in letters, but as it is pronounced. */
export const lettersInName = (name: string): readonly string[] => {
  const place = beforeKind.exec(name)?.[1]?.replace(/[省市]$/, '') ?? '';
  return [...(regions[place] ?? []), ...(irregularLetters[place] ?? [])];
};
