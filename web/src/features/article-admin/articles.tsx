import { type ArticleDetail, articleStates, type ManagedArticle } from '@zhiping/shared/contracts/article.ts';
import { Tag } from 'antd';

export const types = [
  { value: 'notice', label: '通知公告' },
  { value: 'expertManual', label: '专家手册' },
] as const;

export const typeOf = ({ type }: Pick<ManagedArticle, 'type'>) =>
  types.find(({ value }) => value === type)?.label;

export const stateOptions = articleStates.map((value) => ({ value, label: value }));

const colors = { 草稿: 'default', 定时: 'processing', 已发布: 'success', 已结束: 'warning' };

export const StateTag = ({ state }: Pick<ManagedArticle, 'state'>) => (
  <Tag color={colors[state]}>{state}</Tag>
);

export const audienceOf = ({ type, roles }: Pick<ManagedArticle, 'type' | 'roles'>) => {
  if (type === 'expertManual') return '评审专家';
  return roles.length === 0 ? '全部用户' : roles.map(({ name }) => name).join('、');
};

/** Initial values of the form; a new article is a draft for all users. */
export const valuesOf = (article: ArticleDetail | undefined) => ({
  type: article?.type ?? 'notice',
  title: article?.title ?? '',
  roles: article?.roles.map(({ id }) => ({ id })) ?? [],
  publishedAt: article?.publishedAt ?? null,
  endsAt: article?.endsAt ?? null,
  body: article?.body ?? '',
  attachments: article?.attachments ?? [],
});
export type Values = ReturnType<typeof valuesOf>;
