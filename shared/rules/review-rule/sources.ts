/**
 * Regulations that rules quote, with the matter. No article numbers: the full texts could not be checked. The office may
 * add one to a source.
 */

const sourceOf = (regulation: string) => (matter: string) => `${regulation}关于${matter}的规定`;

export const order40 = sourceOf('人社部令第40号');
export const supervision = sourceOf('职称评审监管暂行办法');
export const universityTitles = sourceOf('深化高等学校教师职称制度改革的指导意见');
export const ORGANISER = '组建单位规定';
export const CYCLE = '本批次规则';
