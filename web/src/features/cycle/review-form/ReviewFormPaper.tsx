import {
  basisInWords,
  type Criterion,
  type OpinionText,
  type ReviewForm,
} from '@zhiping/shared/rules/opinion/form.ts';
import { type AnswerScale, answerTitle } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Paper } from '../../../kit/display/Paper.tsx';
import { conclusionOptions } from '../../../pickers/opinion/conclusions.ts';
import './review-form-paper.css';

type Props = { form: ReviewForm; scale: AnswerScale; title: string };

/** An empty cell to write in. */
const Blank = ({ colSpan }: { colSpan?: number }) => <td colSpan={colSpan}>&nbsp;</td>;

const levelsInWords = ({ levels }: Criterion) =>
  levels.map(({ word, points }) => `${word} ${points}`).join('　');

const boundsOf = ({ least, most }: OpinionText) => (least > 0 ? `${least} 至 ${most} 字` : `至多 ${most} 字`);

const CriterionRow = ({ criterion, number }: { criterion: Criterion; number: number }) => (
  <tr>
    <td className="form-middle">{number}</td>
    <th scope="row">
      {criterion.name}
      {!criterion.required && '（可不评）'}
    </th>
    <td>
      {criterion.rubric && <p>{criterion.rubric}</p>}
      {basisInWords(criterion) && <p>{basisInWords(criterion)}</p>}
      <p className="form-levels">{levelsInWords(criterion)}</p>
    </td>
    <td className="form-middle">{criterion.weight}</td>
    <Blank />
  </tr>
);

/** The empty form as an official table, to be filled in by hand. */
export const ReviewFormPaper = ({ form: { criteria, texts }, scale, title }: Props) => (
  <Paper kind="detail" title={title}>
    <p className="form-subtitle">专家评审表</p>
    <table className="form-table form-head">
      <tbody>
        <tr>
          <th scope="row">材料编号</th>
          <Blank />
          <th scope="row">申报职称</th>
          <Blank />
        </tr>
        <tr>
          <th scope="row">学科专业</th>
          <Blank colSpan={3} />
        </tr>
      </tbody>
    </table>
    <table className="form-table form-criteria">
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">评分项</th>
          <th scope="col">评分标准与分级</th>
          <th scope="col">满分</th>
          <th scope="col">得分</th>
        </tr>
      </thead>
      <tbody>
        {criteria.map((criterion, index) => (
          <CriterionRow key={criterion.key} criterion={criterion} number={index + 1} />
        ))}
        <tr>
          <th scope="row" colSpan={3} className="form-middle">
            合计
          </th>
          <td className="form-middle">{criteria.reduce((sum, { weight }) => sum + weight, 0)}</td>
          <Blank />
        </tr>
      </tbody>
    </table>
    <table className="form-table form-rest">
      <tbody>
        {texts.map((text) => (
          <tr key={text.key} className={text.required ? 'form-long' : 'form-short'}>
            <th scope="row">
              {text.name}
              <p>{boundsOf(text)}</p>
              <p>{text.required ? '可另附页' : '可不填'}</p>
            </th>
            <td>{text.hint && <p className="form-hint">{text.hint}</p>}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{answerTitle[scale]}</th>
          <td>
            {conclusionOptions(scale).map(({ value, words }) => (
              <span key={value} className="form-box">
                □ {words}
              </span>
            ))}
          </td>
        </tr>
        <tr>
          <td colSpan={2} className="form-signature">
            <span>专家签名：</span>
            <span>　　　年　　月　　日</span>
          </td>
        </tr>
      </tbody>
    </table>
  </Paper>
);
