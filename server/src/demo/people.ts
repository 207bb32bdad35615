import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { mobilePrefixRuns } from '@zhiping/shared/rules/person/mobile-prefixes.ts';
import { subjectPath } from '@zhiping/shared/rules/subject/path.ts';
import { pinyin } from 'pinyin-pro';
import { readSchools, readSubjects, readTitles, type TitleFact } from '../facts/read-facts.ts';
import { fields, type Field } from './fields.ts';
import { drawName, type Gender } from './names.ts';
import { seededRandom, type Random } from './random.ts';

/** An invented expert. `schoolIndex` counts in `readSchools()`. */
export type DemoPerson = {
  name: string;
  idCard: string;
  gender: Gender;
  birthDate: string;
  phone: string;
  email: string;
  schoolIndex: number;
  department: string;
  titleSeries: string;
  titleLevel: string;
  titleName: string;
  subjects: { path: string[]; keywords: string[] }[];
  confirmed: boolean;
};

/** The first of the people are the experts of the demo. */
export const EXPERTS = 300;

const SEED = 20_261_120;
const mobilePrefixes = mobilePrefixRuns.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index),
);

/** Calls `draw` until it gives something new, and remembers that. */
const unused = (seen: Set<string>, draw: (attempt: number) => string): string => {
  for (let attempt = 0; ; attempt++) {
    const value = draw(attempt);
    if (seen.has(value)) continue;
    seen.add(value);
    return value;
  }
};

const two = (value: number) => String(value).padStart(2, '0');

const drawPhone = (random: Random) =>
  random.pick(mobilePrefixes) + String(random.below(100_000_000)).padStart(8, '0');

const mailName = (name: string) =>
  pinyin(name, { toneType: 'none', type: 'array', mode: 'surname' }).join('').replaceAll('ü', 'v');

/** Reviewers hold senior titles; people born later hold the lower of the two. */
const drawTitle = (random: Random, field: Field, titles: readonly TitleFact[], birthYear: number) => {
  const series = random.chance(0.75) ? field.series[0]! : random.pick(field.series);
  const level = birthYear < 1978 || random.chance(0.3) ? '正高级' : '副高级';
  return random.pick(titles.filter((title) => title.series === series && title.level === level));
};

/** Districts whose codes the invented numbers begin with. */
const districts = ['110108', '310110', '320102', '330106', '350203', '420111', '440106', '510107', '610113'];

const drawIdCard = (random: Random, gender: Gender, birthDate: string) => {
  // An odd sequence is a man's.
  const sequence = random.below(499) * 2 + (gender === '男' ? 1 : 2);
  const first17 = `${random.pick(districts)}${birthDate.replaceAll('-', '')}${String(sequence).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};

export const demoPeople = (count: number): DemoPerson[] => {
  const random = seededRandom(SEED);
  const titles = readTitles();
  const schoolsByLevel = Map.groupBy(
    readSchools().map((school, index) => ({ index, level: school.level })),
    (school) => school.level,
  );
  const pathByCode = new Map(
    readSubjects().map((subject) => {
      const { catalog, professionalCategoryCode, professionalClassCode } = subject;
      const path = subjectPath({ subjectCatalog: catalog, professionalCategoryCode, professionalClassCode });
      return [`${catalog}/${professionalClassCode ?? professionalCategoryCode}`, path];
    }),
  );
  const phones = new Set<string>();
  const emails = new Set<string>();
  const idCards = new Set<string>();
  // A stream of their own, so that the rest of the people stays as it was.
  const idRandom = seededRandom(SEED + 1);

  return Array.from({ length: count }, () => {
    const gender: Gender = random.chance(0.62) ? '男' : '女';
    const name = drawName(random, gender);
    const birthYear = 1962 + random.below(25);
    const field = random.pick(fields);
    const title = drawTitle(random, field, titles, birthYear);
    const subjects = random.sample(Object.entries(field.subjects), 1 + random.below(3));
    const birthDate = `${birthYear}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
    return {
      name,
      idCard: unused(idCards, () => drawIdCard(idRandom, gender, birthDate)),
      gender,
      birthDate,
      phone: unused(phones, () => drawPhone(random)),
      email: unused(emails, (attempt) => `${mailName(name)}${attempt || ''}@example.edu.cn`),
      schoolIndex: random.pick(schoolsByLevel.get(field.schoolLevel)!).index,
      department: random.pick(field.departments),
      titleSeries: title.series,
      titleLevel: title.level,
      titleName: title.name,
      subjects: subjects.map(([code, keywords]) => ({
        path: pathByCode.get(code)!,
        keywords: random.sample(keywords, 1 + random.below(keywords.length)),
      })),
      confirmed: random.chance(0.8),
    };
  });
};
