import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** "7.6 GiB". */
export const sizeText = (bytes: number) => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
};

const shareText = (part: number, whole: number) => (whole > 0 ? ((part / whole) * 100).toFixed(2) : '0.00');

const share = (total: number, available: number) => ({
  total: sizeText(total),
  used: sizeText(total - available),
  available: sizeText(available),
  usageRate: shareText(total - available, total),
});

/** Figures of /proc/meminfo in bytes; empty where there is none. */
const readMemoryInfo = async (): Promise<Record<string, number>> => {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+):\s+(\d+) kB/gm)].map(([, name, kib]) => [name as string, Number(kib) * 1024]),
  );
};

/** Number of processors and of their cores; if unknown, every thread counts as a core. */
const readCores = async () => {
  const text = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  const all = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\s*: (\\d+)`, 'gm'))].map(([, id]) => id);
  const packages = all('physical id');
  const cores = new Set(all('core id').map((core, index) => `${packages[index]}.${core}`));
  const coreNumber = cores.size || os.cpus().length;
  return {
    package: `${new Set(packages).size || 1} 个物理处理器`,
    core: `${coreNumber} 个物理核心`,
    coreNumber,
  };
};

const cpuTimes = () => {
  const times = os.cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  return {
    idle,
    all: times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq + one.idle, 0),
  };
};

/** Work of the processors between two readings; the first reading counts since the machine started. */
let before = { idle: 0, all: 0 };
const readCpu = () => {
  const now = cpuTimes();
  const idle = shareText(now.idle - before.idle, now.all - before.all);
  before = now;
  return { idle, used: (100 - Number(idle)).toFixed(2) };
};

const uptimeText = (seconds: number) => {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${days} 天 ${hours} 小时 ${minutes} 分钟`;
};

const ownAddress = () =>
  Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1';

/** The machine that this server runs on, and the disk of its data. */
export const readMachine = async (dataDir: string) => {
  const [memory, disk, cores] = await Promise.all([
    readMemoryInfo(),
    statfs(dataDir).catch(() => statfs('/')),
    readCores(),
  ]);
  const [cpu] = os.cpus();
  return {
    sys: { os: `${os.type()} ${os.release()} ${os.arch()}`, day: uptimeText(os.uptime()), ip: ownAddress() },
    cpu: { name: cpu?.model ?? '', ...cores, logic: os.cpus().length, ...readCpu() },
    memory: share(os.totalmem(), memory['MemAvailable'] ?? os.freemem()),
    swap: share(memory['SwapTotal'] ?? 0, memory['SwapFree'] ?? 0),
    disk: share(disk.blocks * disk.bsize, disk.bavail * disk.bsize),
  };
};
