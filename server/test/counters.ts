/** Counters of each test process, so that names are unique. */
const counters = { users: 0, idCards: 0, phones: 0, cycles: 0 };
export type Counters = typeof counters;

export const countUp = (name: keyof Counters) => (counters[name] += 1);
export const countersNow = (): Counters => ({ ...counters });

/** Begin behind what another process has made in a database that is used here. */
export const countFrom = (others: Counters) => {
  for (const name of Object.keys(counters) as (keyof Counters)[])
    counters[name] = Math.max(counters[name], others[name]);
};
