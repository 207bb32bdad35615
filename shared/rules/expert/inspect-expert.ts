import { factsOfIdNumber, idNumberProblem } from '../person/id-number.ts';
import { isEmail, isMobilePhone } from '../text/validate.ts';
import { titleLevels } from './title-levels.ts';

/** The check of an expert before they are used (docs/glossary.md). Days are texts yyyy-MM-dd. */

export type ExpertFacts = {
  today: string;
  idCard: string | null;
  birthDate: string | null;
  gender: string | null;
  phone: string | null;
  email: string | null;
  /** Others of the same name and birth date, or of the same phone, as far as the reader may know of them. */
  lookalikes: number;
  school: { name: string; enabled: boolean } | null;
  subjects: { name: string; isCurrent: boolean }[];
  titleSeries: string | null;
  titleLevel: string | null;
  titleName: string | null;
  /** Whether the series has this name at this level. */
  isKnownTitle: boolean;
  retired: boolean;
  accepted: boolean;
  enabled: boolean;
  confirmed: boolean;
  termEndsAt: string | null;
  /** Null: hidden from the reader, so it is not mentioned. */
  rating: number | null;
  /** The end of an absence that is under way. */
  absentUntil: string | null;
  /** The first absence that is still to come. */
  nextAbsence: { fromDay: string; toDay: string } | null;
  hasChange: boolean;
};

export type Level = 'ok' | 'warn' | 'block';
export type ExpertCheck = {
  code: string;
  level: Level;
  message: string;
  data?: Record<string, string | number>;
};

/** How many days before its end a term is worth a warning. */
export const TERM_WARNING_DAYS = 90;
/** From this age an expert who is not marked as retired is questioned. */
const RETIREMENT_AGE = 65;
const senior: readonly string[] = titleLevels.slice(0, 2);

const ok = (code: string, message: string): ExpertCheck => ({ code, level: 'ok', message });
const warn = (code: string, message: string, data?: ExpertCheck['data']): ExpertCheck => ({
  code,
  level: 'warn',
  message,
  ...(data && { data }),
});
const block = (code: string, message: string, data?: ExpertCheck['data']): ExpertCheck => ({
  ...warn(code, message, data),
  level: 'block',
});

const identity = ({ idCard, birthDate, gender, today }: ExpertFacts): ExpertCheck => {
  if (!idCard) return block('ID_MISSING', '未登记身份证号码，无法核对身份');
  if (idNumberProblem(idCard, new Date(`${today}T00:00:00Z`)))
    return block('ID_CHECKSUM', '身份证号码有误，请核对');
  const facts = factsOfIdNumber(idCard);
  if (birthDate && facts.birthDate !== birthDate) return warn('ID_BIRTH_DATE', '出生日期与身份证号码不一致');
  if (gender && facts.gender !== gender) return warn('ID_GENDER', '性别与身份证号码不一致');
  return ok('ID_CHECKSUM', '身份证号码校验通过');
};

const duplicates = ({ lookalikes }: ExpertFacts): ExpertCheck =>
  lookalikes > 0
    ? warn('DUPLICATE', `另有 ${lookalikes} 位专家与其姓名和出生日期相同，或手机号码相同，请核对是否重复`, {
        count: lookalikes,
      })
    : ok('DUPLICATE', '没有发现重复的专家');

const contact = ({ phone, email }: ExpertFacts): ExpertCheck => {
  if (!phone) return block('PHONE_MISSING', '没有手机号码，无法通知');
  if (!isMobilePhone(phone)) return block('PHONE_FORM', '手机号码有误，无法通知');
  if (!email || !isEmail(email)) return warn('EMAIL_MISSING', '没有可用的邮箱，只能短信通知');
  return ok('CONTACT', '手机号码和邮箱齐全');
};

const school = (facts: ExpertFacts): ExpertCheck => {
  if (!facts.school) return block('SCHOOL_MISSING', '没有所属单位，无法判断回避');
  if (!facts.school.enabled) return warn('SCHOOL_DISABLED', `所属单位「${facts.school.name}」已停用`);
  return ok('SCHOOL', `所属单位：${facts.school.name}`);
};

const subjects = (facts: ExpertFacts): ExpertCheck => {
  const gone = facts.subjects.filter(({ isCurrent }) => !isCurrent);
  const names = gone.map(({ name }) => name).join('、');
  if (facts.subjects.length === 0) return block('SUBJECT_MISSING', '没有选择学科，无法按学科抽取');
  if (gone.length === facts.subjects.length)
    return block('SUBJECT_OBSOLETE', '所选学科都不在现行目录中，请重新选择', { subjects: names });
  if (gone.length > 0) return warn('SUBJECT_OBSOLETE', `有学科不在现行目录中：${names}`, { subjects: names });
  return ok('SUBJECT', `${facts.subjects.length} 个学科都在现行目录中`);
};

const title = ({ titleSeries, titleLevel, titleName, isKnownTitle }: ExpertFacts): ExpertCheck => {
  if (!titleSeries || !titleLevel) return block('TITLE_MISSING', '没有职称系列或层级，无法判断可评级别');
  if (!senior.includes(titleLevel)) return block('TITLE_LEVEL', '职称低于副高级，不能担任评审专家');
  if (!isKnownTitle)
    return warn('TITLE_NAME', `职称名称「${titleName ?? '（空）'}」不是该系列该层级的规范名称`);
  return ok('TITLE', `职称：${titleName}`);
};

/** Whole years between two days. */
export const ageOn = (today: string, birthDate: string) =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0);

const age = ({ retired, birthDate, today }: ExpertFacts): ExpertCheck => {
  if (retired) return warn('RETIRED', '已退休，原则上不再担任评审专家');
  if (!birthDate) return warn('AGE_UNKNOWN', '没有出生日期，无法判断是否退休');
  const years = ageOn(today, birthDate);
  if (years >= RETIREMENT_AGE) return warn('AGE', `已 ${years} 岁，请核对是否退休`, { age: years });
  return ok('AGE', '在职');
};

/** Days from one day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

const term = ({ confirmed, termEndsAt, today }: ExpertFacts): ExpertCheck => {
  if (termEndsAt && termEndsAt < today) return block('TERM_EXPIRED', '任期已满，需重新确认', { termEndsAt });
  if (!confirmed) return block('UNCONFIRMED', '专家还没有确认本人信息');
  if (!termEndsAt) return block('TERM_MISSING', '没有任期，需重新确认');
  const days = daysBetween(today, termEndsAt);
  if (days < TERM_WARNING_DAYS) return warn('TERM_ENDING', `任期还有 ${days} 天到期`, { termEndsAt });
  return ok('TERM', `已确认，任期至 ${termEndsAt}`);
};

const state = ({ accepted, enabled }: ExpertFacts): ExpertCheck => {
  if (!accepted) return block('PROPOSED', '学校推荐，评审办还没有启用');
  return enabled ? ok('ENABLED', '已启用') : block('DISABLED', '已停用');
};

const rating = ({ rating: grade }: ExpertFacts): ExpertCheck[] => {
  if (grade === null) return [];
  if (grade === 0) return [block('RATING_ZERO', '评级为 0，不可抽取')];
  return [grade === 1 ? warn('RATING_LOW', '评级为 1，请谨慎使用') : ok('RATING', `评级 ${grade}`)];
};

/** Days ahead in which an absence matters for assignments. */
const ABSENCE_WARNING_DAYS = 30;

const absence = ({ absentUntil, nextAbsence, today }: ExpertFacts): ExpertCheck => {
  if (absentUntil) return block('UNAVAILABLE', `当前不可参评，至 ${absentUntil}`, { until: absentUntil });
  if (nextAbsence && daysBetween(today, nextAbsence.fromDay) <= ABSENCE_WARNING_DAYS)
    return warn('UNAVAILABLE_SOON', `${nextAbsence.fromDay} 至 ${nextAbsence.toDay} 不可参评`, nextAbsence);
  return ok('AVAILABLE', '当前没有不可参评时间');
};

const pending = ({ hasChange }: ExpertFacts): ExpertCheck =>
  hasChange ? warn('CHANGE_WAITING', '有资料变更待评审办审核') : ok('CHANGE', '没有待审核的资料变更');

/** All checks of an expert, each with its reason; the expert may be drawn if none blocks. */
export const inspectExpert = (facts: ExpertFacts): { drawable: boolean; checks: ExpertCheck[] } => {
  const checks = [
    state(facts),
    term(facts),
    identity(facts),
    duplicates(facts),
    contact(facts),
    school(facts),
    subjects(facts),
    title(facts),
    age(facts),
    ...rating(facts),
    absence(facts),
    pending(facts),
  ];
  return { drawable: checks.every(({ level }) => level !== 'block'), checks };
};

/** The series in which an expert may review, up to their own level. */
export const eligibleFor = ({ titleSeries, titleLevel }: Pick<ExpertFacts, 'titleSeries' | 'titleLevel'>) =>
  titleSeries && titleLevel && senior.includes(titleLevel) ? [{ titleSeries, maxLevel: titleLevel }] : [];
