import type pg from 'pg';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { answerOf, type FilledForm, totalOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { hashOfJson } from '../platform/hash.ts';
import { daysAfter } from '../platform/clock.ts';
import { type Random, seededRandom } from './random.ts';

const SEED = 20_261_125;

type State = 'released' | 'accepted' | 'reviewing' | 'submitted';

/**
 * States of the demo expert's assignments, in the order of the bags: three submitted, two begun, the last not signed.
 */
const ofDemoExpert: readonly State[] = ['submitted', 'submitted', 'submitted', 'reviewing', 'reviewing'];
/** States of the others, in turn: of three projects one has all its opinions, one lacks one, one has only begun. */
const ofOthers: readonly State[] = [
  ...(['submitted', 'submitted', 'submitted'] as const),
  ...(['submitted', 'reviewing', 'submitted'] as const),
  ...(['accepted', 'submitted', 'released'] as const),
];

const strengths = [
  '研究方向稳定，围绕同一科学问题形成了系统的成果，代表作有明确的创新点，论证严谨。',
  '选题切合实际需要，方法恰当，资料与数据可靠，论证层层推进，结论有说服力。',
  '在应用研究方面有实际贡献，代表作回答了行业关心的问题，本人在其中的作用清楚。',
];
const limits = [
  '不足之处是高水平成果的数量还不多，国际影响有待提高。',
  '建议今后进一步凝练研究方向，加强团队建设。',
  '部分成果的本人贡献说明不够具体，但不影响总体判断。',
];

const opinionOf = (random: Random, { criteria }: ReviewForm, isWhole: boolean): FilledForm => {
  const isWeak = random.chance(0.12);
  const scores = criteria.map(({ key, levels }, index) => {
    const level = levels[isWeak ? 2 : random.below(2)]!;
    return [key, isWhole || index < 2 ? level.points : null] as const;
  });
  const text = `${random.pick(strengths)}${random.pick(limits)}`;
  return {
    scores: Object.fromEntries(scores),
    texts: {
      opinion: isWhole
        ? `${text}综合评价，${isWeak ? '暂未达到' : '达到'}申报职称的要求。`
        : text.slice(0, 24),
    },
    conclusion: isWhole ? (isWeak ? 'disagree' : 'agree') : null,
    grade: null,
  };
};

type Row = { id: string; username: string };

const setState = (client: pg.ClientBase, id: string, state: State, at: Date) =>
  client.query(
    `update assignment set state = $2, accepted_at = $3, submitted_at = case when $2 = 'submitted' then $4::timestamptz end,
       is_counted = $2 = 'submitted', version = 1, update_time = $4 where id = $1`,
    [id, state, daysAfter(at, 1), daysAfter(at, 5)],
  );

/** By the place of a task; those of the demo's expert come first. */
const stateOf = (index: number, ofDemo: number | null): State => {
  if (ofDemo === null) return ofOthers[index % ofOthers.length]!;
  return ofDemoExpert[index] ?? (index === ofDemo - 1 ? 'released' : 'accepted');
};

type Round = { cycleId: string; form: ReviewForm; at: Date; now: Date; lateSince: string | null };

/**
 * Experts at work, or finished where the time is over: some have not signed, some have begun, some have submitted, and
 * some are late.
 */
export const loadOpinions = async (
  client: pg.ClientBase,
  { cycleId, form, at, now, lateSince }: Round,
): Promise<void> => {
  const random = seededRandom(SEED);
  const { rows } = await client.query<Row>(
    `select assignment.id, username from assignment join expert on expert.id = expert_id
     join sys_user on sys_user.id = user_id join project on project.id = project_id
     where assignment.cycle_id = $1 and assignment.state = 'released' order by username = 'expert001' desc, bag_no`,
    [cycleId],
  );
  const own = rows.filter(({ username }) => username === 'expert001');
  for (const [index, { id, username }] of rows.entries()) {
    const isDemo = username === 'expert001';
    const state = lateSince === null ? 'submitted' : stateOf(index, isDemo ? own.length : null);
    if (state !== 'released') await setState(client, id, state, at);
    if (state === 'reviewing' || state === 'submitted') {
      const isWhole = state === 'submitted';
      const opinion = opinionOf(random, form, isWhole);
      const hash = isWhole ? hashOfJson({ assignment: Number(id), opinion, ruleVersion: 1 }) : null;
      const savedAt = daysAfter(at, isWhole ? 5 : 6);
      await client.query(
        `with written as (
           insert into review (assignment_id, opinion, rule_version, version, saved_at, hash, seconds, submitted)
           values ($1, $2, 1, 1, $3, $4, $5, case when $4::text is not null then $2::jsonb end)
         ), counted as (
           update assignment set total = $6, answer = $7 where id = $1
         ), signed as (
           insert into audit_event (at, actor_id, action, entity, entity_id, detail)
           select $3, sys_user.id, 'assignment.submitted', 'assignment', $1, jsonb_build_object('hash', $4::text, 'ruleVersion', 1, 'opinionVersion', 1)
           from sys_user where username = $8 and $4 is not null
         ) insert into review_revision (assignment_id, version, opinion, client, saved_at) values ($1, 1, $2, 'demo', $3)`,
        [
          id,
          JSON.stringify(opinion),
          savedAt < now ? savedAt : now,
          hash,
          1200 + random.below(2400),
          isWhole ? totalOf(form, opinion.scores) : null,
          answerOf(opinion),
          username,
        ],
      );
    }
    if (lateSince !== null && !isDemo && index % 7 === 6 && state !== 'submitted')
      await client.query(
        `update assignment set (due_at, own_due_at) = (select term, term
           from (select ($2 || ' 23:59:59+08')::timestamptz) as late (term)) where id = $1`,
        [id, lateSince],
      );
  }
};
