// Compares costs of computing in a way that holds on a loaded machine.

type Works<Name extends string> = Readonly<Record<Name, () => unknown>>;
export type Costs<Name extends string> = Readonly<Record<Name, number>>;

const LEAST_ROUNDS = 4;
const MOST_ROUNDS = 40;

/**
 * The least CPU time of each piece of work, in microseconds. The pieces run in turn, at least four times each, and up to forty times
 * as long as `holds` is false. Other load only makes a single measurement longer; work that costs too much does so in every round.
 */
export async function leastCosts<Name extends string>(
  works: Works<Name>,
  holds: (costs: Costs<Name>) => boolean,
): Promise<Costs<Name>> {
  const names = Object.keys(works) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= LEAST_ROUNDS && holds(costs)) break;
    for (const name of names) {
      const before = process.cpuUsage();
      await works[name]();
      const { user, system } = process.cpuUsage(before);
      costs[name] = Math.min(costs[name], user + system);
    }
  }
  return costs;
}
