import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { FULL_POINTS } from '@zhiping/shared/rules/opinion/form.ts';
import {
  answerOf,
  answerTitle,
  answerWords,
  levelInWords,
  ofScale,
  totalOf,
} from '@zhiping/shared/rules/opinion/opinion.ts';

type Shown = Pick<ReviewDesk, 'opinion'> & { cycle: Pick<ReviewDesk['cycle'], 'form' | 'scale'> };

/** An opinion, read-only: scores, texts and conclusion. */
export const OpinionView = ({ cycle, opinion }: Shown) => {
  const { form, scale } = cycle;
  const answer = answerOf(ofScale(opinion, scale));
  return (
    <div className="desk-opinion">
      <table>
        <tbody>
          {form.criteria.map((criterion) => {
            const points = opinion.scores[criterion.key] ?? null;
            return (
              <tr key={criterion.key}>
                <th scope="row">{criterion.name}</th>
                <td>
                  {points === null
                    ? '—'
                    : `${points} / ${criterion.weight}（${levelInWords(criterion, points)}）`}
                </td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">合计</th>
            <td>
              {totalOf(form, opinion.scores)} / {FULL_POINTS}
            </td>
          </tr>
          <tr>
            <th scope="row">{answerTitle[scale]}</th>
            <td>{answer ? answerWords[answer] : '—'}</td>
          </tr>
        </tbody>
      </table>
      {form.texts.map(({ key, name }) => (
        <section key={key}>
          <h3>{name}</h3>
          <p className="desk-text">{opinion.texts[key] || '（没有填写）'}</p>
        </section>
      ))}
    </div>
  );
};
