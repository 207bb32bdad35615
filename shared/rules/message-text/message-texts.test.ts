import { describe, expect, test } from 'vitest';
import { fillWords, messageTexts, wordingProblem, wordsIn } from './message-texts.ts';
import { projectMessages } from '../project/messages.ts';

test('every message to applicants can be worded', () => {
  const worded = Object.keys(messageTexts).filter((code) => code.startsWith('message.'));
  expect(worded.toSorted()).toEqual(
    Object.keys(projectMessages)
      .map((event) => `message.${event}`)
      .toSorted(),
  );
});

test.each(Object.entries(messageTexts))(
  'the standard text of %s is right by its own rule',
  (code, { text }) => expect(wordingProblem(code as keyof typeof messageTexts, text)).toBeNull(),
);

describe('another wording', () => {
  test.each([
    ['mail.reviewInvited', '{name}教授，请于 {until} 前评审。', null],
    ['mail.reviewInvited', '没有可替换的内容', null],
    ['mail.reviewInvited', '{姓名}，您好', '没有「{姓名}」这个可替换的内容，可以用 {name}、{count}、{until}'],
    ['message.return', '{name}，您好', '没有「{name}」这个可替换的内容'],
    ['mail.reviewInvited', '{name，您好', '花括号没有成对'],
    ['mail.reviewInvited', '您好}', '花括号没有成对'],
    ['mail.reviewInvited', '{{name}}', '花括号没有成对'],
    ['mail.reviewInvited', '{}', '没有「{}」这个可替换的内容，可以用 {name}、{count}、{until}'],
  ] as const)('%s: %s', (code, text, problem) => expect(wordingProblem(code, text)).toBe(problem));
});

test('words are filled in wherever they stand, and what is not known is left out', () => {
  expect(fillWords('{name}老师，{name}！{until}', { name: '张三' })).toBe('张三老师，张三！');
  expect(wordsIn('{name}老师，{name}！')).toEqual(['name']);
  // Filled-in text is not expanded again.
  expect(fillWords('{name}', { name: '{until}' })).toBe('{until}');
});
