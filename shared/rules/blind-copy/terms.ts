import type { MarkKind } from './kinds.ts';
import { type NameReadings, spellingsInCharacters, spellingsInLetters, surnameOf } from './name-spellings.ts';
import { lettersInName, schoolSpellings, shortSchoolNames } from './school-names.ts';
import { foldText, type Simplify } from './streams.ts';

/** All facts by which a project could reveal its owner. */
export type BlindFacts = {
  names: readonly NameReadings[];
  coauthors: readonly NameReadings[];
  /** Names of the school and of those that it was or took over. */
  schools: readonly string[];
  /** Acronyms of these names. */
  acronyms: readonly string[];
  colleges: readonly string[];
  units: readonly string[];
  /** Where the school is, also as its name says, in characters and in letters. */
  cities: readonly { name: string; letters: string }[];
  mails: readonly string[];
  phones: readonly string[];
  idCards: readonly string[];
  /** Numbers of the applicant's own projects. */
  funds: readonly string[];
};

/** Letters and digits to be found literally, with the kind of their find. */
export type Term = {
  kind: MarkKind;
  text: string;
  needsWord: boolean;
  /** Only where all of it is written in capitals. */
  isCapital?: boolean;
};

export type Terms = {
  exact: Term[];
  cities: { name: string; letters: string }[];
  /** Names of schools so short that what stands around them decides. */
  shortNames: string[];
  /** Surnames in characters, that stand before a title. */
  surnames: string[];
};

const publicMail =
  /(^|\.)(qq|163|126|139|189|sina|sohu|aliyun|foxmail|gmail|outlook|hotmail|yahoo|yeah|live|icloud|msn|21cn|tom)\./;

const tight = (text: string, simplify: Simplify) =>
  [...foldText(text, simplify)].filter((char) => /[\p{L}\p{N}]/u.test(char)).join('');

/** In characters the whole is compared; in letters and digits only where a word begins and ends. */
const isHan = (text: string) => /\p{Script=Han}/u.test(text);

const MIN_UNIT = 3;
const MIN_DIGITS = 5;
/** Minimum length of the part before the domain of a mail address, which is often the name of other accounts too. */
const MIN_ACCOUNT = 6;
/** Search terms from the known facts about the applicant. */
export const termsOf = (facts: BlindFacts, simplify: Simplify): Terms => {
  const exact = new Map<string, Term>();
  const add = (kind: MarkKind, text: string, least: number) => {
    const folded = tight(text, simplify);
    if (folded.length < least || exact.has(folded)) return;
    exact.set(folded, { kind, text: folded, needsWord: !isHan(folded) });
  };
  const people = [
    ['name', facts.names],
    ['coauthor', facts.coauthors],
  ] as const;
  for (const [kind, names] of people)
    for (const one of names) {
      for (const written of spellingsInCharacters(one.name)) add(kind, written, 2);
      for (const spelling of spellingsInLetters(one)) add(kind, spelling, 3);
    }
  for (const mail of facts.mails) {
    add('mail', mail, 5);
    const [own, domain] = mail.toLowerCase().split('@');
    if (own) add('mail', own, MIN_ACCOUNT);
    if (domain && !publicMail.test(`.${domain}`)) add('site', domain.split('.').slice(-3).join('.'), 6);
    // Schools are called by the letters of their address: whut of whut.edu.cn.
    const letters = /([a-z]{3,})\.edu\.cn$/.exec(domain ?? '')?.[1];
    if (letters) add('school', letters, 3);
  }
  for (const phone of facts.phones)
    for (const spelling of [phone, `86${phone}`, `0086${phone}`]) add('phone', spelling, 7);
  for (const idCard of facts.idCards) add('identity', idCard, 15);
  for (const school of facts.schools) for (const name of schoolSpellings(school)) add('school', name, 2);
  for (const acronym of facts.acronyms) {
    const text = acronym.toLowerCase();
    if (!exact.has(text)) exact.set(text, { kind: 'school', text, needsWord: true, isCapital: true });
  }
  for (const college of facts.colleges) add('college', college, MIN_UNIT);
  for (const unit of facts.units) for (const name of schoolSpellings(unit)) add('unit', name, MIN_UNIT);
  for (const fund of facts.funds) add('fund', fund, MIN_DIGITS);
  const inNames = facts.schools.flatMap(lettersInName).map((letters) => ({ name: '', letters }));
  return {
    exact: [...exact.values()].sort((a, b) => b.text.length - a.text.length),
    cities: [...facts.cities, ...inNames].map(({ name, letters }) => ({
      name: tight(name, simplify),
      letters: tight(letters, simplify),
    })),
    shortNames: [...new Set(facts.schools.flatMap(shortSchoolNames))],
    surnames: facts.names.map(({ name }) => tight(surnameOf(name), simplify)),
  };
};
