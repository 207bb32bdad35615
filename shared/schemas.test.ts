import { expect, test } from 'vitest';
import type { z } from 'zod';
import { mobilePhone } from './contracts/account.ts';
import { idCard, rating } from './contracts/expert-write.ts';
import { expertApi } from './contracts/expert.ts';
import { CycleBasic, CycleSchedule } from './contracts/cycle.ts';
import { Absences, Affiliations } from './contracts/expert-periods.ts';
import { TeacherCreate } from './contracts/teacher.ts';
import {
  ending,
  id,
  nickName,
  optionalText,
  parseDateTime,
  personName,
  sortNumber,
  text,
  unitName,
  version,
} from './schemas.ts';

test.each([
  ['an id', id],
  ['a rating', rating],
])('%s is a number or its digits, and nothing else becomes one', (_, schema) => {
  expect(schema.parse(4)).toBe(4);
  expect(schema.parse(' 4 ')).toBe(4);
  for (const other of [null, undefined, '', ' ', true, false, [], [4], {}, 'vier', '1e400', 4.5])
    expect(schema.safeParse(other).success, JSON.stringify(other)).toBe(false);
});

test('an emptied rating is not the worst one', () => {
  expect(rating.safeParse(null).error?.issues[0]?.message).toBe('请选择评级');
});

test('a version or a position that is null is one that was left out', () => {
  expect(version.parse(null)).toBeUndefined();
  expect(version.parse(undefined)).toBeUndefined();
  expect(version.parse('3')).toBe(3);
  expect(sortNumber.parse(null)).toBe(999);
  expect(sortNumber.parse(0)).toBe(0);
});

test.each([
  ['13800138000', '１３８００１３８０００'],
  ['13800138000', '138 0013 8000'],
  // Copied from an address book, with marks of direction around it.
  ['13800138000', '\u202D13800138000\u202C'],
  ['13800138000', 13_800_138_000],
  ['13800138000', '+86 138-0013-8000'],
  ['13800138000', '0086138 0013 8000'],
  ['13800138000', '86-13800138000'],
])('a mobile phone %s may be written as %s', (phone, written) => {
  expect(mobilePhone.parse(written)).toBe(phone);
});

test.each([
  ['11010519491231002X', '１１０１０５１９４９１２３１００２ｘ'],
  ['11010519491231002X', '110105 19491231 002x'],
  ['11010519491231002X', '110105-19491231-002X'],
  ['11010519491231002X', '\u200B11010519491231002X\u00A0'],
])('an identity number %s may be written as %s', (number, written) => {
  expect(idCard.parse(written)).toBe(number);
});

test.each([
  ['张三', '张　三'],
  ['张三', ' 张 三\u200B'],
  ['欧阳修', '欧阳 修'],
  ['阿卜杜拉·买买提', '阿卜杜拉•买买提'],
  ['阿卜杜拉·买买提', '阿卜杜拉 · 买买提'],
  ['阿卜杜拉·买买提', '阿卜杜拉・买买提'],
  ['John Smith', 'John  Smith'],
  ['㛃𠮷', '㛃𠮷'],
  ['李𫘭明', '李 𫘭 明'],
  ['买买提·艾力', '买买提.艾力'],
  ['买买提·艾力', '买买提．艾力'],
  ['J. Smith', 'J. Smith'],
  ['文明', '⽂明'],
  ['马龙', '马⻰'],
  ['长江', '⻓江'],
  ['王玉', '⺩玉'],
  ['诸葛亮', '诸葛\uFE0F亮'],
  ['葛洪', '葛\u{E0100}洪'],
  ['阿丽', '阿\u{2F800}'],
  ['李金', '\uF9E1\uF90A'],
  ['张三', '张\u3164三'],
])('the name %s may be written as %s', (name, written) => {
  expect(personName.parse(written)).toBe(name);
});

test.each(['王明（office2）', '王明(office2)', '王明﹙office2﹚'])('%s is no nickname', (typed) => {
  expect(nickName.safeParse(typed).error?.issues[0]?.message).toBe('昵称不能包含括号');
});

test('the name of a unit has none that cannot be seen', () => {
  expect(unitName('学校名称', 50).parse('王\u200B五大\u{E0100}学 \uFEFF')).toBe('王五大学');
  expect(unitName('学校名称', 50).parse('⻓江大学（武汉）')).toBe('长江大学（武汉）');
  expect(messageAt(unitName('学校名称', 50), '\u200B', '')).toBe('请输入学校名称');
});

test('an emoji of a nickname keeps its colours', () => {
  expect(nickName.parse('王明❤\uFE0F')).toBe('王明❤\uFE0F');
});

test('a nickname has no invisible marks', () => {
  expect(nickName.parse(' 王\u200B明 ')).toBe('王明');
  expect(nickName.safeParse('\u200B').error?.issues[0]?.message).toBe('请输入昵称');
});

const nothing = [
  '　\u200B',
  '\u2060\uFEFF',
  '\u3164',
  '\u115F\u1160',
  '\u2800',
  '\u00AD',
  '\uFE0F',
  '\u0007',
  '\u{E0041}',
];

test.each(nothing)('%j shows nothing', (typed) => {
  expect(personName.safeParse(typed).error?.issues[0]?.message).toBe('请输入姓名');
  expect(text('原因', 50).safeParse(typed).error?.issues[0]?.message).toBe('请输入原因');
  expect(optionalText('原因', 50).parse(typed)).toBeNull();
});

test.each(['❤️', '👨‍👩‍👧', 'می\u200Cخواهم', '。'])('%s stays as it is', (typed) => {
  expect(text('原因', 50).parse(` ${typed}\n`)).toBe(typed);
});

test('an empty object confirms the profile as it is stored', () => {
  expect(expertApi.confirm.body.parse({})).toBeNull();
  expect(expertApi.confirm.body.safeParse({ name: '张' }).success).toBe(false);
});

test('a day that does not exist is no time', () => {
  expect(parseDateTime('2024-02-29 08:00:00')).toEqual(new Date('2024-02-29T00:00:00Z'));
  expect(parseDateTime('2024-02-29')).toEqual(new Date('2024-02-28T16:00:00Z'));
  for (const text of ['2026-02-29', '2026-02-30 08:00:00', '2026-04-31', '2026-01-01 24:00:00'])
    expect(parseDateTime(text), text).toBeNull();
});

const messageAt = (schema: z.ZodType, value: unknown, path: string) =>
  schema.safeParse(value).error?.issues.find((issue) => issue.path.join('.') === path)?.message;

test.each<[string, z.ZodType, unknown, string, string]>([
  [
    'the first day at a school',
    TeacherCreate,
    { entryDate: '2999-01-01' },
    'entryDate',
    '入职日期不能晚于今天',
  ],
  ['the day of a filing', CycleBasic, { filedDay: '9999-12-31' }, 'filedDay', '备案日期不能晚于 2100 年'],
  [
    'the end of applications',
    CycleSchedule,
    { applyClosesAt: '9999-12-31' },
    'applyClosesAt',
    '申报截止时间不能晚于 2100 年',
  ],
  [
    'the last day that counts',
    CycleSchedule,
    { cutoffDay: '2999-12-31' },
    'cutoffDay',
    '任职年限截止日不能晚于 2100 年',
  ],
  ['a deadline', ending('截止时间'), '9999-12-31', '', '截止时间不能晚于 2100 年'],
  [
    'an absence',
    Absences,
    [{ fromDay: '2026-01-01', toDay: '9999-12-31' }],
    '0.toDay',
    '结束日期不能晚于 2100 年',
  ],
  ['a post', Affiliations, [{ orgName: '大学', fromYear: 2999 }], '0.fromYear', '起始年份不能晚于今年'],
])('%s is not in the far future', (_, schema, value, path, message) => {
  expect(messageAt(schema, value, path)).toBe(message);
});

test.each(['张\u202e国华', '\u200e张国华', '张国华\u2069'])('no name turns its direction: %o', (name) => {
  expect(messageAt(personName, name, '')).toBe('姓名含有看不见的方向控制符，请删去后重新输入');
  expect(messageAt(text('学校名称', 50), name, '')).toBe('学校名称含有看不见的方向控制符，请删去后重新输入');
  expect(messageAt(optionalText('院系', 50), name, '')).toBe('院系含有看不见的方向控制符，请删去后重新输入');
});
