/** What every process of tests counts up, so that no two things it makes have one name. */
const counters = { users: 0, idCards: 0, phones: 0, cycles: 0 };
export type Counters = typeof counters;

export const countUp = (name: keyof Counters) => (counters[name] += 1);
export const countersNow = (): Counters => ({ ...counters });

/** Begin behind what another process has made in a database that is used here. */
export const countFrom = (others: Counters) => {
  for (const name of Object.keys(counters) as (keyof Counters)[])
    counters[name] = Math.max(counters[name], others[name]);
};
