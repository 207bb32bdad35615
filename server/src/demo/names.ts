import type { Random } from './random.ts';

/** Frequent surnames come first and are drawn more often; the names of real experts never enter demo data. */
const surnames = [
  ...'王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚',
  '欧阳',
  '上官',
  '司马',
  '诸葛',
];

const given = {
  男: [
    ...'伟强磊军勇杰涛明超刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁龙林阳建国志文海东新永光德庆振学思远恒泽松柏岩峰',
  ],
  女: [...'芳娜敏静丽艳娟霞秀玲桂英雪梅兰竹慧莹颖琳洁晶婷倩蓉薇佳欣怡妍瑶璐月素云莲真荣爱香菊春秋蕾'],
};

export type Gender = keyof typeof given;

export const drawName = (random: Random, gender: Gender): string => {
  const surname = surnames[Math.min(random.below(surnames.length), random.below(surnames.length))]!;
  const length = random.chance(0.78) ? 2 : 1;
  return surname + random.sample(given[gender], length).join('');
};
