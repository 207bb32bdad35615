import type { Missing } from './missing.ts';
import type { ReviewForm } from '../opinion/form.ts';

/** A year as notices write it: 2026年, 2026 年度, 2026-09-01, 2026.9, 〔2026〕12号, 2026第3号. */
const YEAR = /(?<!\d)(20\d\d)(?=\s*年|\s*第|[-./]\d{1,2}(?!\d)|\s*[〕\])】）])/g;

const AROUND = 8;

/** The years that stand in a text, each with the words around it. */
const yearsIn = (text: string) =>
  [...text.matchAll(YEAR)].map((found) => ({
    year: Number(found[1]),
    words: text
      .slice(Math.max(0, found.index - AROUND), found.index + 4 + AROUND)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));

/**
 * Where a text is still that of an earlier year: it names the year before, or none that is as late as that of the cycle. Years further
 * back are those of laws. A lasting text need not name the year of the cycle.
 */
const staleIn = (text: string, year: number, isLasting: boolean) => {
  const found = yearsIn(text).filter(({ year: one }) => one <= year + 1);
  const newest = Math.max(0, ...found.map(({ year: one }) => one));
  return (
    found.find(({ year: one }) => one === year - 1) ??
    (newest < year && !isLasting ? found.find(({ year: one }) => one === newest) : undefined)
  );
};

type Written = {
  name: string;
  year: number;
  notice: string | null;
  proofs: readonly { name: string; note: string | null }[];
  form: Pick<ReviewForm, 'criteria' | 'texts'>;
  /** The texts that are signed in the cycle, by what they are called. */
  signed: readonly { title: string; body: string }[];
};

/** Texts of a cycle that still mention an earlier year, as after a copy: to be checked before publication. */
export const staleYears = ({ name, year, notice, proofs, form, signed }: Written): Missing[] => {
  const staleYearsOf = (
    step: Missing['step'],
    {
      label,
      text,
      isBrief = false,
      isLasting = false,
    }: { label: string; text: string; isBrief?: boolean; isLasting?: boolean },
  ) => {
    const found = staleIn(text, year, isLasting);
    if (!found) return [];
    const where = isBrief ? '' : `（「…${found.words}…」）`;
    const advice = isBrief ? '请核对' : '请核对日期、文号和附件名称';
    const message = `${label}仍为 ${found.year} 年的${where}，本批次为 ${year} 年度，${advice}`;
    return [{ step, message }];
  };
  return [
    ...staleYearsOf('basic', { label: '批次名称', text: name, isBrief: true }),
    ...proofs.flatMap((proof) =>
      staleYearsOf('materials', {
        label: `「${proof.name}」的说明`,
        text: `${proof.name} ${proof.note ?? ''}`,
      }),
    ),
    ...form.criteria.flatMap((one) =>
      staleYearsOf('form', {
        label: `评分项「${one.name}」`,
        text: `${one.name} ${one.rubric}`,
        isLasting: true,
      }),
    ),
    ...form.texts.flatMap((one) =>
      staleYearsOf('form', {
        label: `意见「${one.name}」`,
        text: `${one.name} ${one.hint}`,
        isLasting: true,
      }),
    ),
    ...staleYearsOf('texts', { label: '申报通知', text: notice ?? '' }),
    ...signed.flatMap(({ title, body }) =>
      staleYearsOf('texts', { label: `「${title}」`, text: `${title} ${body}`, isLasting: true }),
    ),
  ];
};
