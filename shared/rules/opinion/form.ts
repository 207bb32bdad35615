import { z } from 'zod';
import { text } from '../../schemas.ts';

/** The form by which experts give their opinions in a cycle (评审表). Points and weights are whole points of 100. */

/** The points of all criteria together. */
export const FULL_POINTS = 100;
export const MAX_CRITERIA = 20;
export const MAX_TEXTS = 5;
export const MIN_LEVELS = 2;
export const MAX_LEVELS = 6;
const MAX_TEXT_LENGTH = 5000;

/** Scores are kept by key. Too short for a name that every object has, such as `constructor`. */
const key = z.string().regex(/^[a-z][a-z0-9]{0,7}$/, '编号必须是 1 至 8 位小写字母和数字，以字母开头');

const whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}必须是整数`)
    .min(min, `${label}不能小于 ${min}`)
    .max(max, `${label}不能大于 ${max}`);

const optional = (label: string, max: number) =>
  z
    .string({ error: `${label}必须是文字` })
    .trim()
    .max(max, `${label}不能超过 ${max} 个字`)
    .default('');

const strict = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, { error: '评审表的内容无法识别' });
const needed = z.boolean({ error: '请选择是否必填' });

/** What a criterion can be judged by. Readers who must not know the applicant see the representative works alone. */
export const bases = { works: '代表作', application: '申报表', proofs: '证明材料' } as const;
export type Basis = keyof typeof bases;
const blindBases: readonly Basis[] = ['works'];

const Level = strict({ word: text('级别名称', 10), points: whole('分值', 0, FULL_POINTS) });

export const Criterion = strict({
  key,
  name: text('评分项名称', 50),
  weight: whole('权重', 1, FULL_POINTS),
  rubric: optional('评分标准', 500),
  /** Missing in forms that were frozen before it was asked for. */
  basis: z
    .array(z.enum(Object.keys(bases) as [Basis], { error: '请选择评分依据' }))
    .max(3, '评分依据过多')
    .optional(),
  required: needed,
  levels: z.array(Level).min(MIN_LEVELS, `至少 ${MIN_LEVELS} 级`).max(MAX_LEVELS, `最多 ${MAX_LEVELS} 级`),
});
export type Criterion = z.output<typeof Criterion>;

export const OpinionText = strict({
  key,
  name: text('意见名称', 50),
  hint: optional('填写说明', 200),
  least: whole('最少字数', 0, MAX_TEXT_LENGTH),
  most: whole('最多字数', 1, MAX_TEXT_LENGTH),
  required: needed,
});
export type OpinionText = z.output<typeof OpinionText>;

/** A form while it is written: a number that was taken out is null. */
export type FormDraft = {
  criteria: (Omit<Criterion, 'weight' | 'levels'> & {
    weight: number | null;
    levels: { word: string; points: number | null }[];
  })[];
  texts: (Omit<OpinionText, 'least' | 'most'> & { least: number | null; most: number | null })[];
};

type Path = (string | number)[];
type Conflict = { path: Path; message: string };

const repeats = (values: readonly string[], at: number) =>
  values[at] !== '' && values.indexOf(values[at]!) < at;

const levelConflicts = ({ weight, levels }: FormDraft['criteria'][number], path: Path): Conflict[] => {
  const words = levels.map(({ word }) => word.trim());
  const isWeight = Criterion.shape.weight.safeParse(weight).success;
  return levels.flatMap(({ points }, index): Conflict[] => {
    const at = [...path, 'levels', index];
    const above = levels[index - 1]?.points ?? null;
    const twice = repeats(words, index) ? [{ path: [...at, 'word'], message: '级别名称不能重复' }] : [];
    if (points === null) return twice;
    if (isWeight && points > weight!)
      return [...twice, { path: [...at, 'points'], message: `分值不能大于权重 ${weight}` }];
    if (above !== null && points >= above)
      return [...twice, { path: [...at, 'points'], message: `分值必须小于上一级的 ${above}` }];
    return twice;
  });
};

/** Contradictions between the parts of a form. Empty parts are ignored. */
const conflictsIn = ({ criteria, texts }: FormDraft): Conflict[] => {
  const parts = [
    ...criteria.map(({ key: own, name }, index) => ({ own, name, path: ['criteria', index] as Path })),
    ...texts.map(({ key: own, name }, index) => ({ own, name, path: ['texts', index] as Path })),
  ];
  const names = parts.map(({ name }) => name.trim());
  const keys = parts.map(({ own }) => own);
  return [
    ...parts.flatMap(({ path }, index) => [
      ...(repeats(names, index) ? [{ path: [...path, 'name'], message: '名称不能重复' }] : []),
      ...(repeats(keys, index) ? [{ path: [...path, 'key'], message: '编号不能重复' }] : []),
    ]),
    ...criteria.flatMap((criterion, index) => levelConflicts(criterion, ['criteria', index])),
    ...texts.flatMap(({ least, most }, index) =>
      least !== null && most !== null && most < least
        ? [{ path: ['texts', index, 'most'], message: `最多字数不能小于最少字数 ${least}` }]
        : [],
    ),
  ];
};

const Parts = strict({
  criteria: z.array(Criterion).max(MAX_CRITERIA, `最多 ${MAX_CRITERIA} 个评分项`),
  texts: z.array(OpinionText).max(MAX_TEXTS, `最多 ${MAX_TEXTS} 个文字意见`),
});

/** A form that can be stored. `formProblems` decides whether a cycle can be published with it. */
export const ReviewForm = Parts.superRefine((form, context) => {
  for (const { path, message } of conflictsIn(form)) context.addIssue({ code: 'custom', path, message });
});
export type ReviewForm = z.output<typeof ReviewForm>;

/** `field` is the path in the form, as in `criteria.0.weight`; one of a whole list is `criteria` or `texts`. */
export type ReviewFormProblem = { field: string; message: string };

/** All problems that prevent saving a draft, also if parts of it are empty: one problem for each field. */
export const draftProblems = (draft: FormDraft): ReviewFormProblem[] => {
  const issues = Parts.safeParse(draft).error?.issues ?? [];
  const found = new Map<string, string>();
  for (const { path, message } of [...issues, ...conflictsIn(draft)]) {
    const field = path.map(String).join('.');
    if (!found.has(field)) found.set(field, message);
  }
  return [...found].map(([field, message]) => ({ field, message }));
};

/** The sum of the weights that are set. */
export const sumOfWeights = (criteria: readonly { weight: number | null }[]): number =>
  criteria.reduce((sum, { weight }) => sum + (weight ?? 0), 0);

/** The criteria that their readers cannot judge: nothing that these go by is shown to them. */
const withoutBasis = ({ criteria }: FormDraft, isBlind: boolean): string[] =>
  criteria.flatMap(({ name, basis = [] }) => {
    if (basis.length === 0) return [`评分项「${name}」没有选评分依据`];
    if (!isBlind || basis.some((one) => blindBases.includes(one))) return [];
    return [`评分项「${name}」的依据在匿名评审中看不到，请改依据或删去这一项`];
  });

const criteriaProblems = (form: FormDraft, isBlind: boolean): string[] => {
  const { criteria } = form;
  if (criteria.length === 0) return ['没有评分项'];
  const sum = sumOfWeights(criteria);
  return [
    ...(sum === FULL_POINTS ? [] : [`权重合计 ${sum}，须为 ${FULL_POINTS}`]),
    ...(criteria.some(({ required }) => required) ? [] : ['没有必评的评分项']),
    ...withoutBasis(form, isBlind),
  ];
};

/** Problems that keep a cycle with this form from being published, although the form can be stored. */
export const formProblems = (form: FormDraft, { isBlind }: { isBlind: boolean }): ReviewFormProblem[] => [
  ...criteriaProblems(form, isBlind).map((message) => ({ field: 'criteria', message })),
  ...(form.texts.some(({ required }) => required) ? [] : [{ field: 'texts', message: '没有必填的文字意见' }]),
];

/** The form as its readers get it: in blind cycles it goes by what they see. */
export const formFor = (form: ReviewForm, isBlind: boolean): ReviewForm =>
  isBlind
    ? {
        ...form,
        criteria: form.criteria.map((criterion) => ({
          ...criterion,
          basis: criterion.basis?.filter((one) => blindBases.includes(one)),
        })),
      }
    : form;

/** What a criterion is judged by, in words; null where its form does not say. */
export const basisInWords = ({ basis = [] }: Pick<Criterion, 'basis'>): string | null =>
  basis.length === 0 ? null : `依据：${basis.map((one) => bases[one]).join('、')}`;

const LEVELS = [
  { word: '优秀', share: 1 },
  { word: '良好', share: 0.8 },
  { word: '一般', share: 0.6 },
  { word: '较差', share: 0.4 },
];

/** The usual four levels, from the whole weight down by a fifth of it; fewer where so few points do not fall four times. */
export const standardLevels = (weight: number): Criterion['levels'] =>
  LEVELS.reduce<Criterion['levels']>((levels, { word, share }) => {
    const above = levels.at(-1)?.points ?? weight + 1;
    return above > 0
      ? [...levels, { word, points: Math.min(Math.round(weight * share), above - 1) }]
      : levels;
  }, []);

type Standard = { name: string; weight: number; basis: Basis[]; rubric: string };

const criteriaOf = (standard: Record<string, Standard>): Criterion[] =>
  Object.entries(standard).map(([own, { weight, ...rest }]) => ({
    key: own,
    weight,
    ...rest,
    required: true,
    levels: standardLevels(weight),
  }));

const standardTexts: OpinionText[] = [
  {
    key: 'opinion',
    name: '评审意见',
    hint: '对申报人的学术水平、贡献和不足作出具体评价，并说明结论的理由；不要写出可以推断您本人身份的内容。',
    least: 50,
    most: 2000,
    required: true,
  },
  {
    key: 'advice',
    name: '建议',
    hint: '对申报人今后工作的建议，可以不填。',
    least: 0,
    most: 1000,
    required: false,
  },
];

/** The default of a new cycle: the blind review of representative works, which asks what they show. */
export const blindForm: ReviewForm = {
  criteria: criteriaOf({
    topic: {
      name: '选题与价值',
      weight: 20,
      basis: ['works'],
      rubric: '代表作的问题是否重要、明确，是否处于本学科前沿或切合实际需要。',
    },
    method: {
      name: '论证与方法',
      weight: 30,
      basis: ['works'],
      rubric: '方法是否恰当，资料与数据是否可靠，论证是否严谨，结论是否成立。',
    },
    works: {
      name: '创新与水平',
      weight: 35,
      basis: ['works'],
      rubric:
        '代表作的创新性、学术价值或应用价值，在本学科同级人员中所处的水平，本人贡献是否明确。看质量和贡献，不以数量、期刊等级或“帽子”代替评价。',
    },
    norms: {
      name: '规范与表达',
      weight: 15,
      basis: ['works'],
      rubric: '引证与署名是否规范，表述是否清楚。疑有学术不端的，在评审意见中写明。',
    },
  }),
  texts: standardTexts,
};

/** The standard form where experts read the whole application: the external review of university teachers. */
export const standardForm: ReviewForm = {
  criteria: criteriaOf({
    teaching: {
      name: '师德与教学',
      weight: 20,
      basis: ['application', 'proofs'],
      rubric:
        '师德师风；承担教学任务的数量与质量；课程与教材建设、教学改革的成效；指导学生的情况。师德失范的，在评审意见中写明。',
    },
    research: {
      name: '科研成果',
      weight: 30,
      basis: ['application', 'proofs'],
      rubric:
        '任现职以来论文、著作、项目、获奖、专利等成果的质量与系统性，本人在其中的实际贡献。看质量和贡献，不以数量、期刊等级或“帽子”代替评价。',
    },
    works: {
      name: '代表作水平',
      weight: 35,
      basis: ['works'],
      rubric:
        '代表作的创新性、学术价值或应用价值，论证是否严谨，在本学科同级人员中所处的水平，本人贡献是否明确。',
    },
    service: {
      name: '社会服务与影响',
      weight: 15,
      basis: ['application', 'proofs'],
      rubric: '成果转化与应用、决策咨询、科学普及、学科建设和公共服务的实绩，在学术界和行业中的影响。',
    },
  }),
  texts: standardTexts,
};

/** The standard form of a blind or an open review. */
export const standardFormFor = (isBlind: boolean): ReviewForm => (isBlind ? blindForm : standardForm);
