import { basisInWords, type FormDraft } from '@zhiping/shared/rules/opinion/form.ts';

const Items = <T extends { key: string; name: string }>({
  title,
  rows,
  factsOf,
  textOf,
  levelsOf,
}: {
  title: string;
  rows: readonly T[];
  factsOf: (row: T) => string;
  textOf: (row: T) => string;
  levelsOf?: (row: T) => string;
}) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {rows.length === 0 && <p className="soft">没有{title}</p>}
    <ol>
      {rows.map((row) => (
        <li key={row.key}>
          <strong>{row.name}</strong> <span className="soft">{factsOf(row)}</span>
          {textOf(row) && <p>{textOf(row)}</p>}
          {levelsOf && <p className="soft">{levelsOf(row)}</p>}
        </li>
      ))}
    </ol>
  </section>
);

/** A read-only form as text: disabled fields are hard to read. */
export const ReadOnlyForm = ({ form: { criteria, texts } }: { form: FormDraft }) => (
  <div className="review-form-text">
    <Items
      title="评分项"
      rows={criteria}
      factsOf={({ weight, required, basis }) =>
        [`${weight} 分`, required ? '必评' : '可不评', basisInWords({ basis })].filter(Boolean).join('，')
      }
      textOf={({ rubric }) => rubric}
      levelsOf={({ levels }) => levels.map(({ word, points }) => `${word} ${points} 分`).join('、')}
    />
    <Items
      title="文字意见"
      rows={texts}
      factsOf={({ least, most, required }) => `${least} 至 ${most} 字，${required ? '必填' : '可不填'}`}
      textOf={({ hint }) => hint}
    />
  </div>
);
