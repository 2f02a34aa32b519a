// What was too long for the first question about an issue: its labels, its history. Few are, so each is asked to its end.
import { type Asker, quoted } from './ask.js';
import { type Abilities, eventsOf } from './fragments.js';
import { List, type Listed, readLists } from './parts.js';
import { isCut, type RawDetails, type RawEvent } from './raw.js';

/** A longer history is left at its latest events: somebody's machine writes it. */
const PAGES = 10;

/** Those that had been cut, whole; what does not come even so is null, and nothing is made of it. */
export async function readRest(
  asker: Asker,
  details: readonly RawDetails[],
  abilities: Abilities,
): Promise<readonly RawDetails[]> {
  const labels = listsOf(details, 'labels', labelsOf);
  const histories = listsOf(details, 'timelineItems', (id) => historyOf(id, abilities));
  await readLists(asker, [...labels.values(), ...histories.values()]);
  return details
    .filter(({ id }) => labels.has(id) || histories.has(id))
    .map((each) => {
      const [named, told] = [labels.get(each.id)?.result(), histories.get(each.id)?.result()];
      return {
        ...each,
        ...(named ? { labels: wholeOf(named) } : {}),
        ...(told && !told.cut ? { timelineItems: wholeOf(told) } : {}),
      };
    });
}

const listsOf = <T>(
  details: readonly RawDetails[],
  of: 'labels' | 'timelineItems',
  list: (id: string) => List<T>,
): ReadonlyMap<string, List<T>> => new Map(details.filter((each) => isCut(each[of])).map(({ id }) => [id, list(id)]));

const wholeOf = <T>({ found, why, hidden }: Listed<T>) => (why === null && hidden === 0 ? { nodes: found } : null);

const labelsOf = (id: string): List<{ readonly name: string }> =>
  new List({
    field: (connection) => `node(id: ${quoted(id)}) { ... on Issue { ${connection('labels')} } }`,
    selection: 'name',
    find: (value) => (value as { labels?: unknown } | null)?.labels,
    keyOf: ({ name }) => name,
    oneWay: true,
  });

const historyOf = (id: string, abilities: Abilities): List<RawEvent & { readonly id: string }> =>
  new List({
    field: (connection) =>
      `node(id: ${quoted(id)}) { ... on Issue { ${connection('timelineItems', `, itemTypes: [${eventsOf(abilities).join(', ')}]`)} } }`,
    selection: '...Event ... on Node { id }',
    find: (value) => (value as { timelineItems?: unknown } | null)?.timelineItems,
    keyOf: (event) => event.id,
    oneWay: true,
    pages: PAGES,
  });
