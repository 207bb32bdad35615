/**
 * Radicals of the supplement (U+2E81 to U+2EF3) that look as characters do, in the order of those characters. Compatibility forms take the
 * older radicals to their characters and leave these alone; a browser that prints names many characters so, 龙 and 青 among them.
 */
const radicals = Array.from(
  '⺁⺄⺈⺊⺌⺍⺎⺒⺓⺜⺝⺟⺠⺦⺧⺩⺪⺫⺬⺮⺶⺷⺸⺺⺼⺽⻁⻄⻅⻆⻉⻊⻋⻑⻓⻔⻗⻘⻙⻚⻛⻜⻝⻞⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳',
);
const characters = Array.from(
  '厂乙刀卜小小兀巳幺日月母民丬牛王疋目示竹羊羊羊肀肉臼虎西见角贝足车長长门雨青韦页风飞食食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟',
);
const known = new Map(radicals.map((radical, index) => [radical, characters[index]!]));

/** Radicals of the supplement as the characters that they look as. */
export const withoutRadicals = (text: string): string =>
  text.replace(/[\u2E80-\u2EF3]/g, (radical) => known.get(radical) ?? radical);
