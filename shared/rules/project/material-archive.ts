import { plainName } from '../person/name.ts';
import { entriesOf, possibleWorks, type ProjectForm, valuesOf } from '../project-form/form.ts';
import { type MaterialType, materialTypes } from '../review-rule/facts.ts';

/**
 * Materials that a school uploads for its applicants in one archive; each file name gives the applicant and the kind.
 */

/** Outcomes of a file in an archive. */
export const materialOutcomes = {
  ready: '可导入',
  imported: '已导入',
  present: '已有',
  refused: '不能导入',
  failed: '导入失败',
} as const;
export type MaterialOutcome = keyof typeof materialOutcomes;

export const MATERIAL_OUTCOMES = Object.keys(materialOutcomes) as [MaterialOutcome, ...MaterialOutcome[]];

export const MAX_ARCHIVE_ENTRIES = 10_000;

/** The required form of a file name. */
export const MATERIAL_NAME = '工号或证件号后六位_姓名_材料类型_序号_名称.pdf';

export type MaterialName = { who: string; name: string; kind: string; order: number; title: string };
type Problem = { problem: string };

const plain = (word: string) => word.normalize('NFKC').replaceAll(/\s/g, '');
/** Names are written with several kinds of dots. */
const foldedName = (name: string) => plain(plainName(name)).replaceAll(/[·•‧・.．]/g, '·');
const foldedTitle = (title: string) =>
  plain(title)
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, '');

/** The name of a file without its folders and its ending. */
const stemOf = (path: string) => {
  const file = path.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return file.replace(/\.[A-Za-z0-9]{1,5}$/, '');
};

/** The title in a file name; of a name that has none, the whole of it. */
export const titleInName = (path: string): string => {
  const named = parseMaterialName(path);
  return 'title' in named ? named.title : stemOf(path).trim() || path;
};

/** Meaning of the last part of a path. Titles may contain underscores. */
export const parseMaterialName = (path: string): MaterialName | Problem => {
  const stem = stemOf(path);
  const [who = '', name = '', kind = '', order = '', ...rest] = stem.split(/[_＿]/);
  const title = rest.join('_').trim();
  if ([who, name, kind, order, title].some((part) => part.trim() === ''))
    return { problem: `文件名应为「${MATERIAL_NAME}」` };
  if (!/^\d{1,3}$/.test(plain(order))) return { problem: `序号「${order.trim()}」不是三位以内的数字` };
  return {
    who: plain(who).toUpperCase(),
    name: name.trim(),
    kind: plain(kind),
    order: Number(plain(order)),
    title,
  };
};

/** Kind of a file: a material type, or a proof that the cycle requires. */
export type MaterialKind = { type: MaterialType; proof: string | null };

/** All kinds with their words: those of the form, and the proofs of the cycle. */
export const materialKinds = (proofs: readonly string[]): (readonly [word: string, kind: MaterialKind])[] => [
  ...(Object.entries(materialTypes) as [MaterialType, string][]).map(
    ([type, word]) => [word, { type, proof: null }] as const,
  ),
  ...proofs.map((proof) => [plain(proof), { type: 'other', proof }] as const),
];

/** By the words of the form, which may be shortened if they remain unambiguous: 代表作, 科研. */
export const materialKind = (kind: string, proofs: readonly string[]): MaterialKind | Problem => {
  const known = materialKinds(proofs);
  const exact = known.find(([word]) => word === kind);
  if (exact) return exact[1];
  const begun = known.filter(([word]) => kind.length > 1 && word.startsWith(kind));
  return begun.length === 1
    ? begun[0]![1]
    : { problem: `材料类型「${kind}」不存在，可以是：${known.map(([word]) => word).join('、')}` };
};

/** A possible owner of a file. */
export type MaterialPerson = { name: string; staffNo: string | null; lastSix: string };

/** Finds the owner of a file: by staff number or the end of the identity number, with the same name. */
export const personFinder = <P extends MaterialPerson>(people: readonly P[]) => {
  const numbered = people.filter(({ staffNo }) => staffNo !== null);
  const byStaffNo = Map.groupBy(numbered, ({ staffNo }) => staffNo!.toUpperCase());
  const byLastSix = Map.groupBy(people, ({ lastSix }) => lastSix.toUpperCase());
  return ({ who, name }: Pick<MaterialName, 'who' | 'name'>): { person: P } | Problem => {
    const found = [...new Set([...(byStaffNo.get(who) ?? []), ...(byLastSix.get(who) ?? [])])];
    if (found.length === 0) return { problem: '本校教师名册中没有这个工号或证件号后六位' };
    const named = found.filter((person) => foldedName(person.name) === foldedName(name));
    if (named.length === 0) return { problem: '姓名与登记的不一致' };
    if (named.length > 1) return { problem: `有 ${named.length} 位教师的号码和姓名都相同，请由本人上传` };
    return { person: named[0]! };
  };
};

const titled = (entries: readonly { key: string; title: string | null }[], title: string) =>
  entries.find((entry) => entry.title !== null && foldedTitle(entry.title) === foldedTitle(title))?.key;

/**
 * The entry of a form that a file belongs to: one with the same title, or for full texts the representative work of
 * this number, which comes first where an officer gives it. A full text without an entry is refused, any other file
 * may be without one.
 */
export const entryOfMaterial = (
  form: ProjectForm,
  { type }: MaterialKind,
  { title, order, isByHand = false }: Pick<MaterialName, 'title' | 'order'> & { isByHand?: boolean },
): { entryKey: string | null } | Problem => {
  const works = possibleWorks(form).map(({ entry }) => ({ key: entry.key, title: entry.title }));
  if (type === 'representativeWork') {
    const [byTitle, byOrder] = [titled(works, title), form.works.works[order - 1]?.entry];
    const key = isByHand ? (byOrder ?? byTitle) : (byTitle ?? byOrder);
    return key
      ? { entryKey: key }
      : { problem: `申报表中没有题目为「${title}」的成果，也没有第 ${order} 篇代表作` };
  }
  if (type === 'research') return { entryKey: titled(works, title) ?? null };
  if (type !== 'teaching') return { entryKey: null };
  const taught = ['courses', 'results'].flatMap((list) =>
    entriesOf(valuesOf(form, 'teaching'), list).map(({ key, name }) => ({
      key,
      title: name as string | null,
    })),
  );
  return { entryKey: titled(taught, title) ?? null };
};
