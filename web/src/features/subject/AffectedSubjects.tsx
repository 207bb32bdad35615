import type { EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { Select } from 'antd';
import type { Moves } from './use-edition.ts';

type Touched = EditionReport['touched'][number];
type Props = {
  touched: readonly Touched[];
  moves: Moves;
  onMove: (code: string, to: string | undefined) => void;
};

const AS_IT_IS = 'keep';

const optionsOf = ({ kind, newName, suggestions }: Touched) => [
  {
    value: AS_IT_IS,
    label: kind === 'gone' ? '不替换，由本人或学校重新选择' : `沿用代码，改称「${newName}」`,
  },
  ...suggestions.map(({ code, fullName, certain }) => ({
    value: code,
    label: `${code} ${fullName}${certain ? '（同名）' : ''}`,
  })),
];

const expertsOf = ({ experts, names }: Touched) =>
  names.length === 0
    ? `${experts} 位专家`
    : `${experts} 位专家：${names.join('、')}${experts > names.length ? ' 等' : ''}`;

const people = (one: Touched) =>
  [
    ...(one.experts > 0 ? [expertsOf(one)] : []),
    ...(one.teachers > 0 ? [`${one.teachers} 位教师`] : []),
    ...(one.waiting > 0 ? [`${one.waiting} 份待确认或待审核的资料`] : []),
  ].join('；');

/** Subjects of people that are removed or change their meaning, each with a choice of its successor. */
export const AffectedSubjects = ({ touched, moves, onMove }: Props) => (
  <section className="edition-touched" aria-label="受影响的人员">
    <h3>受影响的人员</h3>
    <ul>
      {touched.map((one) => (
        <li key={one.code}>
          <p>
            <span className="edition-code">{one.code}</span>
            <strong>{one.fullName}</strong>
            <span className="edition-people">{people(one)}</span>
          </p>
          <Select
            aria-label={`${one.fullName} 替换为`}
            value={moves[one.code] ?? AS_IT_IS}
            options={optionsOf(one)}
            onChange={(value) => onMove(one.code, value === AS_IT_IS ? undefined : value)}
          />
        </li>
      ))}
    </ul>
  </section>
);
