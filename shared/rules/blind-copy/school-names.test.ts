import { describe, expect, test } from 'vitest';
import { lettersInName, placeInName, schoolSpellings, shortSchoolNames } from './school-names.ts';

test.each([
  ['武汉理工大学', ['武汉理工', '武理工']],
  ['北京师范大学', ['北京师大', '北师大']],
  ['西安电子科技大学', ['西安电子科大', 'xidianuniversity']],
  ['哈尔滨工业大学', ['哈尔滨工大', '哈工大', 'harbininstituteoftechnology']],
  ['南京航空航天大学', ['南京航空航天']],
  ['广州中医药大学', ['广州中医大', '广中医大']],
  ['金陵科技学院', ['金陵科院', '金陵科技']],
  ['徐州医学院', ['徐州医']],
  ['武汉职业技术学院', ['武汉职院', '武职院']],
  ['中国地质大学（武汉）', ['中国地质大学', '中国地质大学武汉', 'chinauniversityofgeosciences']],
  ['清华大学', ['清华', 'tsinghua']],
])('%s is also called %j', (name, spellings) => {
  expect(schoolSpellings(name)).toEqual(expect.arrayContaining([name, ...spellings]));
});

test.each([
  ['北京大学', ['北大']],
  ['浙江大学', ['浙大']],
  ['西安电子科技大学', ['西电']],
  ['武汉理工大学', []],
  // Whole words of their own are looked for as they stand.
  ['清华大学', ['清大']],
])('the two characters for %s are %j', (name, shorts) => {
  expect(shortSchoolNames(name)).toEqual(shorts);
});

describe('where a school is', () => {
  test.each([
    ['武汉理工大学', '武汉'],
    ['浙江大学', '浙江'],
    ['南昌航空大学', '南昌'],
    ['东华大学', '东华'],
    ['中国地质大学（武汉）', null],
    ['华东理工大学', null],
  ])('%s: %s', (name, place) => {
    expect(placeInName(name)).toBe(place);
  });

  test.each([
    ['华东理工大学', ['eastchina', 'huadong']],
    ['陕西师范大学', ['shaanxi']],
    ['武汉大学', []],
  ])('%s in letters: %j', (name, letters) => {
    expect(lettersInName(name)).toEqual(letters);
  });
});
