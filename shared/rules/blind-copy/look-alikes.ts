/**
 * Older and Japanese forms of characters, and the usual one of each: papers print names with them, registers do not.
 * Traditional characters are not in this table.
 */
const variants =
  '暁晓 锺钟 沢泽 髙高 峩峨 衞卫 靑青 淸清 兪俞 甯宁 頴颖 栢柏 珎珍 鉄铁 黒黑 徳德 恵惠 円圆 広广 栄荣 桜樱 浜滨 済济 竜龙 ' +
  '辺边 斎斋 斉齐 関关 囯国 浄净 対对 帯带 単单 伝传 応应 実实 巌岩 懐怀 拝拜 暦历 曽曾 検检 楽乐 様样 権权 毎每 気气 ' +
  '渓溪 滝泷 県县 稲稻 穂穗 粛肃 経经 絵绘 継继 続续 総总 聴听 荘庄 薫薰 蔵藏 蛍萤 覚觉 観观 読读 譲让 豊丰 転转 軽轻 ' +
  '遅迟 郷乡 銭钱 険险 隠隐 頼赖 顕显 験验 鶏鸡 姫姬 呉吴 尙尚 姸妍 凃涂 崐昆 濬浚 濶阔 珮佩 琁璇 玨珏 秊年 蘓苏 鎻锁 ' +
  '麐麟 戸户 歩步 緖绪 愼慎 朶朵 槪概 硏研 郞郎 鄕乡 錬炼 翺翱 埜野 壄野 埶艺 徧遍 搢缙 邨村 隷隶 仝同 炤照 昺炳 煇辉 ' +
  '燿耀 勣绩 勲勋 嶋岛 嶌岛 廸迪 廼乃 弢韬 惪德 悳德 敍叙 旾春 晧皓 皜皓 暠皓 枬楠 柟楠 梹槟 檏朴 浤泓 湻淳 灋法 灜瀛 ' +
  '燄焰 玆兹 琹琴 甡升 疎疏 皐皋 臯皋 叡睿 禩祀 緐繁 聦聪 聡聪 芲花 蔴麻 蘃蕊 蕋蕊 蘂蕊 衇脉 袠帙 覩睹 譔撰 逈迥 釆采 ' +
  '鏇镟 鐡铁 隄堤 雝雍 霛灵 霊灵 颺扬 飈飙 飇飙 騐验 鴈雁 鵞鹅 鼇鳌 龢和';

/**
 * Letters that look like Latin ones, in lower case like all compared text: those of pinyin from Chinese input methods,
 * of Russian and of Greek.
 */
const letters =
  'ɑa ɡg ıi аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm тt нh вb αa γy εe ζz ηh ιi κk μm νv οo ρp τt υu ' +
  'χx';

const known = new Map(
  `${variants} ${letters}`.split(' ').map((pair) => Array.from(pair) as [written: string, usual: string]),
);

/** Characters as the usual ones that they are read as. */
export const withoutLookAlikes = (text: string): string =>
  Array.from(text, (char) => known.get(char) ?? char).join('');
