import { answerScale } from './answer-scale.ts';
import { expertLoad } from './expert-load.ts';
import { expertsPerFile } from './experts-per-project.ts';
import { externalResult } from './external-result.ts';
import { degrees, type Facts, grades, levelWords, type Section, sections } from './facts.ts';
import { oneOfASchool } from './one-of-a-school.ts';
import { otherProvinces } from './other-provinces.ts';
import { representativeWorks } from './representative-works.ts';
import { requiredMaterials } from './required-materials.ts';
import { requiredSections } from './required-sections.ts';
import type { Params, ReviewRule, ValuesOf } from './rule.ts';
import { isStandard, readSettings, type Settings } from './settings.ts';
import { yearsInTitle } from './years-in-title.ts';

/** Contradicting parameters, reported at the rule to change. One with level `block` prevents the publication. */
export type Conflict = { code: string; level: 'warn' | 'block'; message: string };

type Read = <A extends keyof Facts, P extends Params>(rule: ReviewRule<A, P>) => ValuesOf<P>;
type Look = (read: Read) => Conflict[];

const warn = ({ code }: { code: string }, message: string): Conflict => ({ code, level: 'warn', message });
const block = ({ code }: { code: string }, message: string): Conflict => ({ code, level: 'block', message });
const when = (is: boolean, conflict: Conflict) => (is ? [conflict] : []);

/** The neighbours in a list of numbers that should not fall, where they do. */
const falls = <K extends string>(keys: readonly K[], numbers: Readonly<Record<K, number>>) =>
  keys.slice(1).flatMap((key, index) => {
    const before = keys[index]!;
    return numbers[key] < numbers[before] ? [[before, key] as const] : [];
  });
const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as K[];

const years: Look = (read) => {
  const byLevel = read(yearsInTitle);
  return (['fullSenior', 'associateSenior', 'middle'] as const).flatMap((level) => {
    const byDegree = byLevel[level];
    const { label } = yearsInTitle.params[level];
    return falls(keysOf(degrees), byDegree).map(([higher, lower]) =>
      warn(
        yearsInTitle,
        `${label}：${degrees[higher]} ${byDegree[higher]} 年，多于${degrees[lower]} ${byDegree[lower]} 年`,
      ),
    );
  });
};

/** Without these nothing else can be judged. */
const BASIC: Section[] = ['basic', 'target'];

const parts: Look = (read) => {
  const { required } = read(requiredSections);
  const lacking = BASIC.filter((section) => !required.includes(section)).map((section) => sections[section]);
  const needsWorks = Object.values(read(representativeWorks).least).some((least) => least > 0);
  return [
    ...when(lacking.length > 0, block(requiredSections, `${lacking.join('、')}必须填写，其他规则据此判断`)),
    ...when(
      needsWorks && !required.includes('works'),
      warn(requiredSections, '要求提交代表作，代表作却不在必填的部分中'),
    ),
  ];
};

const works: Look = (read) => {
  const { least } = read(representativeWorks);
  const { representativeWork } = read(requiredMaterials).least;
  const isNeeded = Object.values(least).some((count) => count > 0);
  const fewer = falls(keysOf(levelWords).toReversed(), least).map(([lower, higher]) =>
    warn(
      representativeWorks,
      `${levelWords[higher]} ${least[higher]} 篇，少于${levelWords[lower]} ${least[lower]} 篇`,
    ),
  );
  return [
    ...fewer,
    ...when(
      !isNeeded && representativeWork > 0,
      warn(requiredMaterials, `各层级都不要求代表作，却必交代表作全文 ${representativeWork} 份`),
    ),
  ];
};

const load: Look = (read) => {
  const { advised, most } = read(expertLoad);
  return when(advised > most, block(expertLoad, `建议 ${advised} 份，超过上限 ${most} 份`));
};

const experts: Look = (read) => {
  const { count, isOdd } = read(expertsPerFile);
  const { least } = read(otherProvinces);
  const { most } = read(oneOfASchool);
  return [
    ...when(isOdd && count % 2 === 0, block(expertsPerFile, `专家 ${count} 人不是单数，规则却要求单数`)),
    ...when(least > count, block(otherProvinces, `外省专家至少 ${least} 人，每份材料却只有专家 ${count} 人`)),
    ...when(
      most >= count,
      warn(oneOfASchool, `每份材料有专家 ${count} 人，最多 ${most} 人来自同一学校等于没有限制`),
    ),
  ];
};

const result: Look = (read) => {
  const { count } = read(expertsPerFile);
  const { most, negative } = read(externalResult);
  const hasGrades = read(answerScale).scale === 'grade';
  const isAll = negative.length === keysOf(grades).length;
  const isNegativeSet = !isStandard(externalResult.params.negative, negative);
  const here = (message: string) => warn(externalResult, message);
  return [
    ...when(most >= count, here(`每份材料有意见 ${count} 份，至多 ${most} 份不同意，没有人会不通过`)),
    ...when(hasGrades && negative.length === 0, here('没有算不同意的等级，没有人会不通过')),
    ...when(hasGrades && isAll && most < count, block(externalResult, '所有等级都算不同意，没有人能通过')),
    ...when(!hasGrades && isNegativeSet, here('意见不给等级，算不同意的等级不起作用')),
  ];
};

const looks: Look[] = [years, parts, works, load, experts, result];

/** Where parameters of one rule or of several do not go together. What is out of bounds counts as its standard here. */
export const settingConflicts = (settings: Settings): Conflict[] => {
  const known = readSettings(settings);
  const read: Read = (rule) => rule.schema.parse(known[rule.code]?.values ?? {});
  return looks.flatMap((look) => look(read));
};
