const opposite = `jsonb_set(submitted, '{conclusion}', '"disagree"')`;
const first = (table: string) => `id = (select min(id) from ${table})`;
const hashed = `encode(sha256('x'), 'hex')`;

/** Changes past the program, for tests: one each, with words of what is found. */
export const changes: [what: string, change: string, words: string][] = [
  ['an opinion', `update review set submitted = ${opposite}`, '意见内容与提交时的散列不符'],
  [
    'an opinion with its hash',
    `update review set submitted = ${opposite}, hash = ${hashed}`,
    '意见内容与提交时的散列不符',
  ],
  ['the hash of an opinion', `update review set hash = ${hashed}`, '保存的散列与提交的事件不符'],
  [
    'an opinion with its answer',
    `with flipped as (update review set submitted = ${opposite} returning assignment_id)
      update assignment set answer = 'disagree' from flipped where id = assignment_id`,
    '评审意见，review',
  ],
  [
    'the answer alone',
    `update assignment set answer = 'disagree' where ${first('assignment')}`,
    '结论与提交的意见不符',
  ],
  [
    'the points alone',
    `update assignment set total = 1 where ${first('assignment')}`,
    '总分与提交的意见不符',
  ],
  ['the kept version', `update review_revision set opinion = '{}'`, '历次保存中提交的版本被改动'],
  ['an opinion that goes', 'delete from review', '提交的意见不见了'],
  [
    'an opinion that no longer counts',
    `update assignment set state = 'replaced', is_counted = false where ${first('assignment')}`,
    '送审状态，assignment',
  ],
  ['the state of an assignment', `update assignment set state = 'submitted'`, '事件记为「locked」'],
  [
    'the expert of an assignment',
    `update assignment set expert_id = (select max(id) from expert) + 1 where ${first('assignment')}`,
    '专家不是分配时的那一位',
  ],
  [
    'the project of an assignment',
    `update assignment set project_id = project_id + 1000 where ${first('assignment')}`,
    '不是分配时的那份材料',
  ],
  ['an assignment that goes', `delete from assignment where ${first('assignment')}`, '分配不见了'],
  [
    'an assignment that is slipped in',
    `insert into assignment (cycle_id, project_id, expert_id, slot, state, is_counted, parts, released_at)
      select cycle_id, project_id, expert_id + 1000, 99, 'locked', true, parts, now() from assignment where ${first('assignment')}`,
    '没有事件说明',
  ],
  [
    'the state of a project',
    `update project set state = 'externalFailed' where ${first('project')}`,
    '申报状态，project',
  ],
  [
    'a project that is given up',
    `update project set state = 'withdrawn' where ${first('project')}`,
    '申报状态，project',
  ],
  ['the state of a cycle', `update cycle set state = 'archived'`, '批次状态，cycle'],
  ['the state of a draw', `update draw set state = 'aborted'`, '抽取状态，draw'],
  [
    'a submitted form',
    `update project_snapshot set content = jsonb_set(content, '{person,name}', '"他人"')`,
    '内容与保存的散列不符',
  ],
  [
    'the hash of a submitted form',
    `update project_snapshot set hash = ${hashed}`,
    '申报内容，project_snapshot',
  ],
  ['a submitted form that goes', 'delete from project_snapshot', '提交的申报内容不见了'],
  [
    'frozen rules',
    `update rule_set set content = jsonb_set(content, '{blind}', 'false')`,
    '冻结的规则，rule_set',
  ],
  ['the hash of frozen rules', `update rule_set set hash = ${hashed}`, '冻结的规则，rule_set'],
  [
    'a version of the rules that is slipped in',
    `insert into rule_set (cycle_id, version, content, hash, create_time)
      select cycle_id, 3, content, hash, '2020-01-01' from rule_set where version = 2`,
    '没有对应的事件',
  ],
  [
    'a version of the rules that is slipped in under an early number',
    `insert into rule_set (id, cycle_id, version, content, hash) overriding system value
      select -1, cycle_id, 3, content, hash from rule_set where version = 2`,
    'rule_set -1：没有对应的事件',
  ],
  [
    'a submitted form that is slipped in',
    `insert into project_snapshot (project_id, round, content, hash, rule_version, create_time)
      select project_id, round + 1, content, hash, rule_version, create_time from project_snapshot`,
    '没有对应的事件',
  ],
  [
    'a commitment that is slipped in',
    `insert into commitment_text (kind, version, title, body, hash) select 'applicant', 2, '承诺书', '改写',
      encode(sha256(convert_to('{"body":"改写","kind":"applicant","title":"承诺书","version":2}', 'UTF8')), 'hex')`,
    '没有对应的事件',
  ],
  [
    'an assignment that is slipped in as a proposal',
    `insert into assignment (cycle_id, project_id, expert_id, slot, state, is_counted, parts)
      select cycle_id, project_id, expert_id + 1000, 99, 'proposed', false, parts from assignment where ${first('assignment')}`,
    '送审分配，assignment',
  ],
  ['a commitment', `update commitment_text set body = '改写'`, '承诺书，commitment_text'],
  ['a roster', `update draw set roster = roster || ' '`, '名册与保存的散列不符'],
  [
    'a roster with its hash',
    `update draw set roster = '{}', roster_hash = encode(sha256('{}'), 'hex')`,
    '名册不是冻结时的那一份',
  ],
  ['a result of a draw', `update draw set result = result || ' '`, '结果与保存的散列不符'],
  [
    'a result of a draw with its hash',
    `update draw set result = '{}', result_hash = encode(sha256('{}'), 'hex')`,
    '结果不是产生时的那一份',
  ],
  ['a secret', `update draw set office_secret = repeat('0', 64)`, '评审办的随机数与承诺值不符'],
  [
    'a secret with its commitment',
    `update draw set office_secret = 'x', office_commit = ${hashed}`,
    '评审办的承诺值与事件不符',
  ],
  ['the number of the server', `update draw set nonce = 'x'`, '系统随机数与保存的散列不符'],
  [
    'the number of the server with its hash',
    `update draw set nonce = 'x', nonce_hash = ${hashed}`,
    '系统随机数不是冻结时的那一个',
  ],
  ['who took a step', `update state_event set actor_id = 999 where entity = 'draw'`, '办理经过中缺少这一步'],
  ['a step that goes', `delete from state_event where entity = 'assignment'`, '办理经过中缺少这一步'],
  ['an outcome', `update external_result set outcome = 'fail'`, '按锁定的意见应为'],
  ['an outcome in words', `update external_result set message = '通过'`, '按锁定的意见应为'],
  ['how many disagree', 'update external_result set disagreed = 3', '或份数不符'],
  [
    'the version that a result goes by',
    `update external_result set rule_version = 1, message = replace(message, '至多 0 份', '至多 1 份')`,
    '结束送审时执行的是第 2 版',
  ],
  ['the time of a result', 'update external_result set computed_at = now()', '不是结束送审的时间'],
  ['a result that goes', 'delete from external_result', '现在有 0 份'],
  [
    'a decision on eligibility',
    `update eligibility_check set verdict = 'ineligible'`,
    '结论与判定的事件不符',
  ],
  [
    'the second person of a decision',
    'update eligibility_check set confirmation_id = (select min(id) from confirmation)',
    '判定与所写的双人复核不符',
  ],
  ['a released copy', `update blind_copy set result_sha256 = ${hashed}`, '不是放行时的那一份'],
  ['the person who asked for an act', `update confirmation set asked_by = 999`, '提出人与事件不符'],
  [
    'the answer to a request',
    `update confirmation set state = 'confirmed', answered_by = 999, answered_name = '甲'`,
    '答复与事件不符',
  ],
  ['the version of a cycle', 'update cycle set rule_version = 1', '执行第 1 版规则，事件中最新的是第 2 版'],
  ['whether a cycle is blind', 'update cycle set blind = not blind', '是否盲审与所执行的规则版本不符'],
  ['the rules in a cycle', `update cycle set rules = '{}'`, '规则与所执行的规则版本不符'],
  [
    'the form in a cycle',
    `update cycle set form = '{"criteria":[],"texts":[]}'`,
    '评审表与所执行的规则版本不符',
  ],
  ['the day of a cycle', `update cycle set cutoff_day = '2020-01-01'`, '截止日期与所执行的规则版本不符'],
  [
    'the end of a window',
    `update cycle set apply_closes_at = apply_closes_at + interval '1 day'`,
    '申报截止时间与事件不符',
  ],
  [
    'the end of the review',
    `update cycle set review_closes_at = review_closes_at + interval '1 day'`,
    '专家评审截止时间与事件不符',
  ],
  ['who applies', `update project set person_id = 999 where ${first('project')}`, '申报人不是事件中的那一位'],
  ['the school of a project', 'update project set school_id = school_id + 1', '学校不是事件中的那一所'],
  ['the number of a project', `update project set no = 'X' || id`, '编号与事件不符'],
  ['the name of an applicant', `update project set applicant_name = '他人'`, '姓名与报送的或更正的不符'],
  [
    'the account of an applicant',
    `update applicant set user_id = (select max(id) from sys_user) where person_id = (select min(person_id) from applicant)`,
    '账号不是开通时的那一个',
  ],
  [
    'the account of an expert',
    `update expert set user_id = (select max(id) + 1 from sys_user) where ${first('expert')}`,
    '账号不是入库时的那一个',
  ],
  ['who should have voted', 'update project_recommendation set expected = 30', '票数与推荐的事件不符'],
  [
    'the second person of a vote',
    `update project_recommendation set in_favour = 4, against = 6, confirmation_id = (select min(id) from confirmation)`,
    '所写的双人复核与推荐的事件不符',
  ],
  ['the day of a vote', `update project_recommendation set held_on = '2020-01-01'`, '评议日期或地点'],
  ['the place of a vote', `update project_recommendation set place = 'x'`, '评议日期或地点'],
  ['the opinion of a vote', `update project_recommendation set opinion = 'x'`, '推荐意见与推荐的事件不符'],
  [
    'the time of a vote',
    'update project_recommendation set recommended_at = now()',
    '推荐时间与推荐的事件不符',
  ],
  ['a vote that goes', 'delete from project_recommendation', '推荐的票数不见了'],
  ['when a round was closed', `update review_round set closed_at = '2020-01-01'`, '结束送审的时间与事件不符'],
  ['who closed a round', 'update review_round set closed_by = 999', '结束送审的人与事件不符'],
  ['results that count as published', 'update review_round set released_at = now()', '没有公布的事件'],
  ['a round that goes', 'delete from review_round', '送审已经结束，轮次不见了'],
  ['the name of who asked', `update confirmation set asked_name = '甲（a）'`, '提出人姓名、时间或对象'],
  ['the time of a request', 'update confirmation set asked_at = now()', '提出人姓名、时间或对象'],
  [
    'the name of who answered',
    `update confirmation set answered_name = '乙（b）' where state = 'confirmed'`,
    '复核人姓名或时间',
  ],
  ['the time of an answer', 'update confirmation set answered_at = now()', '复核人姓名或时间'],
  ['the note of an answer', `update confirmation set note = 'x'`, '复核说明与事件不符'],
  ['the note of a step', `update state_event set note = 'x' where entity = 'assignment'`, '说明与事件不符'],
  [
    'the time of a step',
    `update state_event set at = '2020-01-01' where entity = 'draw'`,
    '办理时间与事件不符',
  ],
  [
    'a step that is slipped in',
    `insert into state_event (entity, entity_id, event, from_state, to_state, actor_id)
      select entity, entity_id, 'abort', to_state, 'aborted', actor_id from state_event where entity = 'draw' limit 1`,
    '这一步没有事件',
  ],
  [
    'the plan of a draw',
    `update draw set plan = plan || '{"isWitnessed": true}'`,
    '抽取方案与建立时的事件不符',
  ],
  ['the seed of a draw', `update draw set seed = repeat('0', 64)`, '种子不是产生结果时的那一个'],
  ['who committed to a number', 'update draw set office_by = 999', '评审办的承诺人与事件不符'],
  ['the draw of an assignment', `update assignment set draw_id = null`, '所属抽取或指定原因'],
  ['who chose an expert', `update assignment set by_hand = 'x'`, '所属抽取或指定原因'],
  [
    'when an opinion was submitted',
    `update assignment set submitted_at = '2020-01-01'`,
    '提交时间与提交的事件不符',
  ],
  [
    'the second person of a version of the rules',
    `update rule_set set confirmation_id = null, create_by = 'x' where version = 2`,
    '修改人、时间、原因或复核',
  ],
  ['why the rules changed', `update rule_set set reason = 'x' where version = 2`, '修改人、时间、原因或复核'],
  ['a version of the rules that goes', 'delete from rule_set where version = 2', '第 2 版规则不见了'],
  ['the kept versions that go', 'delete from review_revision', '历次保存中提交的版本不见了'],
  ['a request that goes', `delete from confirmation where act = 'excludeOpinion'`, '双人复核的请求不见了'],
  ['signatures that go', 'delete from commitment_signature', '专家的承诺书签署不见了'],
  [
    'a step of a result that is slipped in',
    `insert into draw_step (draw_id, no, kind, changes, reason, actor_id, at)
      select id, 7, 'change', '[{}]', 'x', 1, now() from draw`,
    '对抽取结果的调整没有对应的事件',
  ],
  ['a released copy that goes', 'delete from blind_copy', '放行的盲审副本不见了'],
  ['a draw that goes', 'delete from draw', '抽取不见了'],
  ['a project that goes', `delete from project where ${first('project')}`, '申报不见了'],
];
