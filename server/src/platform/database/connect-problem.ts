import { ConfigError } from '../../config.ts';

/** Reasons why a database cannot be opened, by the codes of PostgreSQL and of the network. */
const problems: Record<string, string> = {
  '28P01': '用户名或密码不正确',
  '28000': '数据库拒绝这个用户或地址登录（pg_hba.conf）',
  '3D000': '数据库不存在，请先建立',
  '42501': '数据库角色没有登录或使用的权限',
  '53300': '数据库的连接数已满',
  '57P03': '数据库正在启动或停止，请稍后重试',
  ECONNREFUSED: '主机上没有数据库在监听，请核对主机和端口',
  ECONNRESET: '连接被中断，请核对端口和 TLS 设置',
  EHOSTUNREACH: '主机不可达',
  ENOTFOUND: '找不到主机名',
  EAI_AGAIN: '暂时无法解析主机名',
  ENOENT: '没有这个套接字目录，请核对 host',
  ETIMEDOUT: '连接超时，请核对主机、端口和防火墙',
};

const codeOf = (error: unknown): string | undefined => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? (message === 'timeout expired' ? 'ETIMEDOUT' : undefined);
};

/** Turns a failure to open the database of a setting into an error of the settings; returns other errors unchanged. */
export const connectProblem = (error: unknown, setting: string): unknown => {
  const problem = problems[codeOf(error) ?? ''];
  return problem ? new ConfigError([`${setting}：${problem}`]) : error;
};
