/** Readers who may know the same; each group looks at a pair of worlds of its own. */
export const dailyGroups = [['申报人'], ['评审专家']];
export const wideGroups = [
  ['超级管理员'],
  ['系统管理员'],
  ['评审办'],
  ['监督员'],
  ['普通用户', '无角色', '未登录'],
];
export const narrowGroups = [['申报的评审办'], ['公开评审专家']];
export const schoolGroups = [['学校职称管理员'], ['单校评审办'], ['主管部门']];
