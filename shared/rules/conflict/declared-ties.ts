import type { TieFacts } from '../review-rule/facts.ts';
import type { ApplicantFacts, ExpertFacts, Relation, Request } from './facts.ts';
import { type ConflictKind, type ConflictSource, relationKinds } from './kinds.ts';

type Found = { kind: ConflictKind; source: ConflictSource; facts: TieFacts };

/**
 * Matched by name and unit, or by the name alone: without a unit, or if the other side is not known to have been there.
 */
const certaintyAt = (unit: string | null, stays: readonly { unit: string }[]) =>
  unit !== null && stays.some((stay) => stay.unit === unit) ? 'unit' : 'name';

/** A reason within a sentence, so without its full stop. */
const because = (reason: string) => (reason ? `（${reason.replace(/[。；.;\s]+$/, '')}）` : '');

const kindOf = ({ kind }: Relation): ConflictKind =>
  kind === 'advisor' || kind === 'relative' ? kind : 'declared';

const ofRelation = (
  relation: Relation,
  expert: ExpertFacts,
  applicant: ApplicantFacts,
  today: string,
): Found[] => {
  const { nameKey, unit, words, reason, by } = relation;
  const who = by === 'expert' ? `专家${expert.name}申明` : `评审办登记：专家${expert.name}`;
  const found = (is: string, certainty: TieFacts['certainty']): Found[] => [
    { kind: kindOf(relation), source: by, facts: { is, lastDay: null, today, certainty } },
  ];
  if (nameKey === null) {
    const isThere = applicant.stays.some((stay) => stay.unit === unit && stay.to === null);
    return isThere
      ? found(`${who}与${words}有利害关系${because(reason)}，申报人${applicant.name}在该单位`, 'unit')
      : [];
  }
  return nameKey === applicant.nameKey
    ? found(
        `${who}与${words}有${relationKinds[relation.kind]}关系${because(reason)}，与申报人${applicant.name}姓名相符`,
        certaintyAt(unit, applicant.stays),
      )
    : [];
};

const asksFor = ({ relation }: Request): ConflictKind => relation ?? 'request';

const ofRequest = (
  request: Request,
  expert: ExpertFacts,
  applicant: ApplicantFacts,
  today: string,
): Found[] => {
  const { nameKey, unit, words, reason, relation } = request;
  const found = (is: string, certainty: TieFacts['certainty']): Found[] => [
    { kind: asksFor(request), source: 'applicant', facts: { is, lastDay: null, today, certainty } },
  ];
  if (nameKey === null) {
    const isThere = expert.stays.some((stay) => stay.unit === unit && stay.to === null);
    return isThere
      ? found(`申报人${applicant.name}申请${words}回避${because(reason)}，专家${expert.name}在该单位`, 'unit')
      : [];
  }
  if (nameKey !== expert.nameKey) return [];
  const certainty = certaintyAt(unit, expert.stays);
  const is =
    relation === null
      ? `申报人${applicant.name}申请${words}回避${because(reason)}`
      : `申报人${applicant.name}申明与${words}有${relationKinds[relation]}关系${because(reason)}`;
  // The same name in another unit is another member if only avoidance was requested; for relatives it is reported.
  if (relation === null && unit !== null && certainty === 'name') return [];
  return found(`${is}，与专家${expert.name}姓名相符`, certainty);
};

/** Ties that either side or the office declared. */
export const declaredTies = (expert: ExpertFacts, applicant: ApplicantFacts, today: string): Found[] => [
  ...expert.relations.flatMap((relation) => ofRelation(relation, expert, applicant, today)),
  ...applicant.requests.flatMap((request) => ofRequest(request, expert, applicant, today)),
];
