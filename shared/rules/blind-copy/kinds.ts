/** Kinds of finds that may reveal the owner to a blind reader. */
export const markKinds = {
  name: '本人姓名',
  coauthor: '合作者姓名',
  school: '所在学校',
  college: '院系',
  unit: '工作单位',
  city: '城市与高校',
  mail: '电子邮箱',
  phone: '电话',
  orcid: 'ORCID',
  identity: '身份证号码',
  site: '单位网址',
  fund: '基金或项目编号',
  thanks: '致谢',
  role: '姓氏与称谓',
  other: '人工标记',
} as const;
export type MarkKind = keyof typeof markKinds;

/** Kinds that are only pointed out: an officer decides whether they reveal anything. */
export const warnedKinds: readonly MarkKind[] = ['fund', 'thanks', 'role'];
export const isWarned = (kind: MarkKind): boolean => warnedKinds.includes(kind);

/** Why the text of a page says too little about what is seen on it. */
export const pageDoubts = {
  picture: '页面含图片，其中的内容无法全部识别',
  noText: '页面没有可识别的文字',
  outlines: '文字可能已转成曲线，无法全部识别',
  font: '字体没有给出文字编码，文字不可信',
  fontMissing: '字体没有嵌入，画面可能与原文不同',
  pattern: '文字画在填充图案中，无法全部识别',
  notes: '原文件有批注或表单，副本中已去掉',
  drawing: '画面有内容无法绘制',
} as const;
export type PageDoubt = keyof typeof pageDoubts;

/** Materials that blind readers get. */
export const BLIND_TYPES = ['representativeWork'] as const;
