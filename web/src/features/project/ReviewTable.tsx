import type { ApplicantProject, CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import type { Field, List } from '@zhiping/shared/rules/project-form/fields.ts';
import {
  entriesOf,
  type Entry,
  type FormSection,
  formSections,
  possibleWorks,
  tableOf,
  valuesOf,
} from '@zhiping/shared/rules/project-form/form.ts';
import { isEmptySection } from '@zhiping/shared/rules/project-form/missing.ts';
import { valueInWords } from '@zhiping/shared/rules/project-form/words.ts';
import type { CheckStep } from '@zhiping/shared/rules/project/states.ts';
import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Paper } from '../../kit/display/Paper.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import { footOf } from './review-table-foot.ts';
import './review-table.css';
import { ReviewTablePage } from './ReviewTablePage.tsx';

type Columns = Readonly<Record<string, Field<unknown>>>;
type Words = (field: Field<unknown>, value: unknown) => string;

/** Pairs of label and value, two to a row; long texts have a row of their own. */
const FieldRows = ({
  fields,
  values,
  words,
}: {
  fields: Columns;
  values: Record<string, unknown>;
  words: Words;
}) => {
  const all = Object.entries(fields).filter(
    ([name, field]) => field.input.kind !== 'longText' || words(field, values[name]) !== '',
  );
  const short = all.filter(([, { input }]) => input.kind !== 'longText' && input.kind !== 'subjects');
  const long = all.filter((one) => !short.includes(one));
  const pairs = Array.from({ length: Math.ceil(short.length / 2) }, (_, row) =>
    short.slice(row * 2, row * 2 + 2),
  );
  return (
    <table className="review-fields">
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair[0]![0]}>
            {pair.map(([name, field]) => [
              <th key={`${name} label`} scope="row">
                {field.label}
              </th>,
              <td key={name} colSpan={pair.length === 1 ? 3 : 1}>
                {words(field, values[name])}
              </td>,
            ])}
          </tr>
        ))}
        {long.map(([name, field]) => (
          <tr key={name}>
            <th scope="row">{field.label}</th>
            <td colSpan={3} className="review-text">
              {words(field, values[name])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type ListProps = { list: List<Columns>; entries: readonly Entry[]; words: Words; isOnly: boolean };

/** A list without the columns that are empty in all entries. */
const ListTable = ({ list, entries, words, isOnly }: ListProps) => {
  const columns = Object.entries(list.columns).filter(([name, field]) =>
    entries.some((entry) => words(field, entry[name]) !== ''),
  );
  return (
    <table>
      {!isOnly && <caption>{list.title}</caption>}
      <thead>
        <tr>
          <th>序号</th>
          {columns.map(([name, { label }]) => (
            <th key={name}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={entry.key}>
            <td>{index + 1}</td>
            {columns.map(([name, field]) => (
              <td key={name}>{words(field, entry[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const TITLE = '专业技术职称评审表';
const APPLICANT = '申报人签名';

const seals: Record<CheckStep, string> = {
  college: '院系审核意见',
  school: '所在单位审核意见',
  body: '主管部门意见',
};

/** A box for the signature or seal of the applicant, each checking step and the committee. */
const Signatures = ({ steps }: { steps: readonly CheckStep[] }) => (
  <table className="review-seals">
    <tbody>
      {[APPLICANT, ...steps.map((step) => seals[step]), '评审委员会意见'].map((title) => (
        <tr key={title}>
          <th scope="row">{title}</th>
          <td>
            {title !== APPLICANT && <span>（盖章）</span>}
            <span>年　　月　　日</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/**
 * The project as the official table (评审表), bordered, with boxes for seals. Checkers print the submitted version; the
 * page shows its hash.
 */
export const ReviewTable = ({ project }: { project: ApplicantProject | CheckedProject }) => {
  const { form, person, no, cycle } = project;
  const { labelOf } = useDict('title_series');
  const works = possibleWorks(form);
  const words: Words = (field, value) =>
    field.input.kind === 'entry'
      ? (works.find(({ entry }) => entry.key === value)?.entry.title ?? '')
      : valueInWords(field, value, (_dict, one) => labelOf(one));
  const names = Object.keys(formSections) as FormSection[];
  return (
    <Paper kind="detail" title={TITLE}>
      <ReviewTablePage head={`${cycle.name}　${TITLE}`} no={no} foot={footOf(project)} />
      <div className="review-table">
        <p className="review-caption">
          {cycle.organiser}　{cycle.name}
        </p>
        <table className="review-fields">
          <tbody>
            <tr>
              <th scope="row">姓名</th>
              <td>{person.name}</td>
              <th scope="row">性别</th>
              <td>{person.gender}</td>
            </tr>
            <tr>
              <th scope="row">出生日期</th>
              <td>{person.birthDate}</td>
              <th scope="row">身份证号码</th>
              <td>{person.idCard}</td>
            </tr>
            <tr>
              <th scope="row">所在单位</th>
              <td colSpan={3}>{person.schoolName}</td>
            </tr>
          </tbody>
        </table>
        {names
          // Recusal requests are for the office only, not for the table that others read.
          .filter((section) => section !== 'recusals' && !isEmptySection(form, section))
          .map((section) => {
            const { fields, lists } = tableOf(section);
            const values = valuesOf(form, section);
            const isOnly = Object.keys(lists).length === 1 && Object.keys(fields).length === 0;
            return (
              <section key={section}>
                <h2>{sections[section]}</h2>
                {Object.keys(fields).length > 0 && (
                  <FieldRows fields={fields} values={values} words={words} />
                )}
                {Object.entries(lists).map(([name, list]) => {
                  const entries = entriesOf(values, name);
                  return entries.length === 0 ? null : (
                    <ListTable key={name} list={list} entries={entries} words={words} isOnly={isOnly} />
                  );
                })}
              </section>
            );
          })}
        <h2>签章</h2>
        <Signatures steps={project.steps} />
      </div>
    </Paper>
  );
};
