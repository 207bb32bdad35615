import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { RuleContent } from '../../platform/database/column-types.ts';
import type { StoredCycle } from '../cycle/cycle-plan.ts';
import { contentOf } from '../cycle/rule-set.ts';
import { type Check, inBatches, LOADED, versionFrozen } from './check.ts';

type Newest = { seq: number | null; told: number | null; content: RuleContent | null };
type Row = StoredCycle & { id: number } & Newest;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has all that was frozen. What a later version of the product added stands in no older content. */
const holds = (now: unknown, frozen: unknown): boolean =>
  isObject(now) && isObject(frozen)
    ? Object.entries(frozen).every(([key, value]) => holds(now[key], value))
    : isDeepStrictEqual(now, frozen);

const words: Record<keyof RuleContent, string> = {
  rules: '规则',
  blind: '是否盲审',
  mappingConsent: '对应关系的查看方式',
  materialDownload: '是否可下载材料',
  shareOpinions: '是否公开意见',
  cutoffDay: '截止日期',
  proofs: '证明材料',
  form: '评审表',
  commitments: '承诺书',
};

const problemsOf = ({ told, content, ...cycle }: Row): string[] => {
  if (told !== null && told !== cycle.rule_version)
    return [`执行第 ${cycle.rule_version} 版规则，事件中最新的是第 ${told} 版`];
  if (cycle.state === 'draft') return [];
  if (content === null) return [`所执行的第 ${cycle.rule_version} 版规则不见了`];
  const now: Record<string, unknown> = JSON.parse(JSON.stringify(contentOf(cycle)));
  return Object.entries(words).flatMap(([key, word]) =>
    key in content && !holds(now[key], content[key as keyof RuleContent])
      ? [`${word}与所执行的规则版本不符`]
      : [],
  );
};

/** A published cycle goes by the newest version that was frozen, in its row too. */
export const cycleCheck: Check = {
  name: '批次设置',
  run: async (db, report) => {
    const actions = ['cycle.published', 'cycle.rules_frozen', LOADED];
    for await (const rows of inBatches<Row>(
      db,
      (page, after) => sql`select row.*, told.seq, told.version as told, rule_set.content
        from (select * from cycle where id > ${after} ${page}) as row
          left join lateral (select seq, ${versionFrozen} as version from audit_event event where entity = 'cycle'
            and entity_id = row.id::text and action = any(${actions}::text[]) and ${versionFrozen} is not null
            order by version desc, seq desc limit 1) as told on true
          left join rule_set on rule_set.cycle_id = row.id and rule_set.version = row.rule_version
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows)
        for (const problem of problemsOf(row))
          report.found({ table: 'cycle', id: row.id, seq: row.seq, problem });
    }
  },
};
