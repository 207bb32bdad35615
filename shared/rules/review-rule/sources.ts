/** Regulations that rules quote. An article is named only where it is sure; the office may correct each source. */

export const ORDER_40 = '人社部令第40号';
export const articleOf = (article: string) => `${ORDER_40}第${article}条`;
export const SUPERVISION = '职称评审监管暂行办法';
export const UNIVERSITY_TITLES = '深化高等学校教师职称制度改革的指导意见';
export const ORGANISER = '组建单位规定';
export const CYCLE = '本批次规则';
