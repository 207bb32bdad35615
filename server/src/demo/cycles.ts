import type pg from 'pg';
import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';
import { standardFormFor } from '@zhiping/shared/rules/opinion/form.ts';
import { frozenRules } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { contentHash } from '../modules/cycle/rule-set.ts';
import { dayOf, daysAfter, daysBefore } from '../platform/clock.ts';

const OFFICE = 'office';

const notice = (year: number) => `各高等学校：

${year} 年度高等学校教师系列高级职称评审申报工作现已开始，现将有关事项通知如下。

一、申报范围：在岗从事教学、科研工作的专业技术人员。已退休人员、在处分影响期内的人员不得申报。
二、申报程序：个人申报并签署承诺书，所在单位审核、推荐并公示不少于五个工作日，由单位报送。
三、代表作：申报正高级提交 3 篇，申报副高级提交 2 篇，并另附隐去姓名和单位的盲审稿。
四、材料齐全后再提交；截止时间后系统不再受理。

咨询请联系本单位职称工作部门。`;

/** A day at midnight in Asia/Shanghai, or at its last second. */
const startOf = (day: string) => `${day} 00:00:00+08`;
const endOf = (day: string) => `${day} 23:59:59+08`;

/** How far a cycle of the demo is. */
type Stage = 'draft' | 'applying' | 'reviewing' | 'closed';
type DemoCycle = { year: number; name: string; stage: Stage };

/** Days from today on which projects open and close, schools report, eligibility and review end. */
const days: Record<Exclude<Stage, 'draft'>, readonly [number, ...number[]]> = {
  applying: [-30, 20, 40, 60, 95],
  reviewing: [-120, -80, -60, -40, 12],
  closed: [-485, -445, -425, -405, -353],
};

/** Days ago on which it was created. */
const createdBefore: Record<Stage, number> = { draft: 1, applying: 45, reviewing: 125, closed: 490 };
/** A year ago files were reviewed with names. */
const isBlind = (stage: Stage) => stage !== 'closed';
/** Last year experts could take files along, and read each other once the results were published. */
const isGenerous = (stage: Stage) => stage === 'closed';

/** Deadline of colleges, between the end of projects and the report of schools. */
const COLLEGE_DAYS = 30;
/** And supervising bodies, between that and the end of eligibility. */
const BODY_DAYS = 50;

const insertCycle = async (client: pg.ClientBase, now: Date, { year, name, stage }: DemoCycle) => {
  const { rows: texts } = await client.query<{ kind: CommitmentKind; id: number }>(
    'select distinct on (kind) kind, id from commitment_text order by kind, version desc',
  );
  const commitments = Object.fromEntries(texts.map(({ kind, id }) => [kind, Number(id)]));
  const ahead = (count: number) => dayOf(daysAfter(now, count));
  const isOpen = stage !== 'draft';
  const [opens, ...ends] = days[isOpen ? stage : 'applying'];
  const times = [startOf(ahead(opens)), ...ends.map((one) => endOf(ahead(one)))];
  const { rows } = await client.query<{ id: string }>(
    `insert into cycle (name, year, organiser, committee, filing_no, filed_day, appoint_mode, blind, cutoff_day, apply_opens_at,
       apply_closes_at, report_closes_at, eligibility_closes_at, review_closes_at, form, notice, commitments, state,
       rule_version, update_by, create_time, update_time, college_closes_at, body_closes_at, material_download, share_opinions, office_phone)
     values ($1, $2, '省教育厅职称工作办公室', '省高校教师系列高级职称评审委员会', $3, $4, 'apart', $18, $5, $6, $7, $8, $9, $10,
       $11, $12, $13, $14, $15, $16, $17, $17, $19, $20, $21, $21, '010-66096114（王老师）') returning id`,
    [
      name,
      year,
      `职备〔${year}〕12 号`,
      dayOf(daysBefore(now, stage === 'closed' ? 515 : 150)),
      `${year}-12-31`,
      ...(isOpen ? times : times.map(() => null)),
      JSON.stringify(standardFormFor(isBlind(stage))),
      isOpen ? notice(year) : null,
      JSON.stringify(commitments),
      stage,
      isOpen ? 1 : null,
      OFFICE,
      daysBefore(now, createdBefore[stage]),
      isBlind(stage),
      stage === 'applying' ? endOf(ahead(COLLEGE_DAYS)) : null,
      stage === 'applying' ? endOf(ahead(BODY_DAYS)) : null,
      isGenerous(stage),
    ],
  );
  const id = Number(rows[0]?.id);
  await client.query(
    `insert into cycle_target (cycle_id, position, title_series, title_level)
     select $1, level.position - 1, series.value, level.value
     from dict_detail series, unnest(array['fullSenior', 'associateSenior']) with ordinality as level (value, position)
     where series.label = '高等学校教师' and series.dict_id = (select id from dict where name = 'title_series')`,
    [id],
  );
  return {
    id,
    commitments,
    cutoffDay: `${year}-12-31`,
    blind: isBlind(stage),
    mappingConsent: false,
    materialDownload: isGenerous(stage),
    shareOpinions: isGenerous(stage),
  };
};

/** The steps of a cycle up to its review, each at the first second of a day so many days from now. */
const stepsOf = (stage: Exclude<Stage, 'draft'>) => {
  const [opens, closes = 0, reportCloses = 0] = days[stage];
  const steps = [
    { event: 'publish', from: 'draft', to: 'published', day: opens - 10, actor: OFFICE },
    { event: 'open', from: 'published', to: 'applying', day: opens, actor: null },
    { event: 'close', from: 'applying', to: 'checking', day: closes + 1, actor: null },
    { event: 'review', from: 'checking', to: 'reviewing', day: reportCloses + 1, actor: OFFICE },
  ];
  return stage === 'applying' ? steps.slice(0, 2) : steps;
};

type Published = {
  id: number;
  stage: Exclude<Stage, 'draft'>;
  commitments: object;
  cutoffDay: string;
  blind: boolean;
  mappingConsent: boolean;
  materialDownload: boolean;
  shareOpinions: boolean;
};

/** State after publication: the frozen rules, and the steps up to now. */
const publish = async (client: pg.ClientBase, now: Date, { id, stage, ...own }: Published) => {
  const [opens] = days[stage];
  const content = { rules: frozenRules({}), proofs: [], form: standardFormFor(own.blind), ...own };
  await client.query(
    `insert into rule_set (cycle_id, version, content, hash, create_by, create_time) values ($1, 1, $2, $3, $4, $5)`,
    [id, JSON.stringify(content), contentHash(content), OFFICE, daysAfter(now, opens - 10)],
  );
  for (const { event, from, to, day, actor } of stepsOf(stage))
    await client.query(
      `insert into state_event (entity, entity_id, event, from_state, to_state, actor_id, at)
       values ('cycle', $1, $2, $3, $4, (select id from sys_user where username = $5), $6)`,
      // Clock-driven steps come with the first second; people come to work later.
      [
        id,
        event,
        from,
        to,
        actor,
        `${dayOf(daysAfter(now, day))} ${actor === null ? '00:00:00' : '09:30:00'}+08`,
      ],
    );
};

/** Staff of the office have signed for the cycles in which they work. */
const signForOffice = (client: pg.ClientBase) =>
  client.query(
    `insert into commitment_signature (text_id, text_hash, user_id, name, cycle_id, ip, signed_at)
     select text.id, text.hash, sys_user.id, nick_name, cycle.id, '127.0.0.1', apply_opens_at + interval '9 hours'
     from cycle join commitment_text text on text.id = (commitments ->> 'staff')::bigint
       join sys_user on username in ('office', 'office2')
     where rule_version is not null
     order by cycle.id, sys_user.id`,
  );

/** Last year's cycle, one whose files are with the experts, one that applicants can apply in, and the draft of the next one. */
export const loadCycles = async (client: pg.ClientBase, now: Date) => {
  const year = Number(dayOf(now).slice(0, 4));
  const series = '高等学校教师系列高级职称评审';
  const closed = { year: year - 1, name: `${year - 1} 年度${series}（秋季）`, stage: 'closed' } as const;
  await publish(client, now, { stage: 'closed', ...(await insertCycle(client, now, closed)) });
  const reviewing = { year, name: `${year} 年度${series}（第一批）`, stage: 'reviewing' } as const;
  await publish(client, now, { stage: 'reviewing', ...(await insertCycle(client, now, reviewing)) });
  const open = { year, name: `${year} 年度${series}`, stage: 'applying' } as const;
  await publish(client, now, { stage: 'applying', ...(await insertCycle(client, now, open)) });
  await insertCycle(client, now, { year: year + 1, name: `${year + 1} 年度${series}`, stage: 'draft' });
  await signForOffice(client);
};
