/** PostgreSQL knows no such table or column. */
export const isOtherSchema = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === '42P01' || code === '42703';
};

export const OTHER_SCHEMA = '数据库还没有建立，或与程序的版本不同：请先启动系统，或执行 npm run migrate';
