type Usage = { user: number; system: number };

const msOf = ({ user, system }: Usage) => (user + system) / 1000;

/** Time of a core that all threads of this process took. */
export const cpuMs = () => msOf(process.cpuUsage());

/** The same without the thread that asks. */
export const cpuMsOfOthers = () => cpuMs() - msOf(process.threadCpuUsage());
