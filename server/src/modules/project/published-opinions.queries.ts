import type { z } from 'zod';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { answerOf, answerWords, type FilledForm, totalOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { findLockedOpinions } from './locked-opinions.queries.ts';

type Published = z.input<typeof ApplicantProject>['external'];

const describeAnswer = (opinion: FilledForm) => {
  const answer = answerOf(opinion);
  return answer ? answerWords[answer] : '';
};

const describeOpinion = (form: ReviewForm, opinion: FilledForm) => ({
  conclusion: describeAnswer(opinion),
  total: totalOf(form, opinion.scores),
  scores: form.criteria.map(({ key, name, weight }) => ({
    name,
    weight,
    points: opinion.scores[key] ?? null,
  })),
  texts: form.texts
    .map(({ key, name }) => ({ name, text: opinion.texts[key] ?? '' }))
    .filter(({ text }) => text !== ''),
});

/**
 * Result and opinions of a project for its applicant and school; null until the office has published them. Without
 * names and times, ordered by random number so that the order reveals nothing.
 */
export const findPublished = async (db: Db, projectId: number): Promise<Published> => {
  const result = await db
    .selectFrom('external_result')
    .innerJoin('review_round', 'review_round.cycle_id', 'external_result.cycle_id')
    .innerJoin('rule_set', (join) =>
      join
        .onRef('rule_set.cycle_id', '=', 'external_result.cycle_id')
        .onRef('rule_set.version', '=', 'external_result.rule_version'),
    )
    .select(['outcome', 'message', 'released_at', 'rule_set.content'])
    .where('project_id', '=', projectId)
    .where('released_at', 'is not', null)
    .executeTakeFirst();
  if (!result?.released_at) return null;
  const opinions = await findLockedOpinions(db, projectId);
  return {
    outcome: result.outcome,
    message: result.message,
    on: dayOf(result.released_at),
    opinions: opinions.map(({ opinion }) => describeOpinion(result.content.form, opinion)),
  };
};
