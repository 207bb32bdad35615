import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError } from './config.ts';

type Address = Pick<Config, 'HOST' | 'PORT'>;

const problems: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ PORT }) => `PORT：端口 ${PORT} 已被其他程序占用，请停止它或换一个端口`,
  EACCES: ({ PORT }) => `PORT：没有权限使用端口 ${PORT}，请用 1024 以上的端口，由代理转发`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST：本机没有地址 ${HOST}`,
  ENOTFOUND: ({ HOST }) => `HOST：本机没有地址 ${HOST}`,
};

/** Turns a failure to listen into an error of the settings; returns other errors unchanged. */
export const listenProblem = (error: unknown, address: Address): unknown => {
  const problem = problems[(error as NodeJS.ErrnoException).code ?? ''];
  return problem ? new ConfigError([problem(address)]) : error;
};

/** Refuses an address that cannot be listened on, before a start changes anything. */
export const requireFreePort = async (address: Address): Promise<void> => {
  const probe = createServer();
  try {
    probe.listen(address.PORT, address.HOST);
    await once(probe, 'listening');
  } catch (error) {
    throw listenProblem(error, address);
  } finally {
    probe.close();
  }
};
