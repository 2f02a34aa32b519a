// What learning needs of the memory, and how a run without one goes on.
import type { PreferenceState } from '../../memory/preferences/state.js';
import type { Memory } from '../../ports/memory.js';

/** The memory of a repository, or of a person on the command line. Every method may reject where the memory is gone. */
export interface Learning {
  readonly memory: Pick<Memory, 'createEntities' | 'addObservations' | 'openNodes' | 'readGraph'>;
  preferences(): Promise<PreferenceState>;
  /** Reads the state, applies a pure change, and writes it unless it is the same. */
  update<T>(change: (state: PreferenceState) => { readonly state: PreferenceState; readonly value: T }): Promise<T>;
}

/** Entities that remember rejected categories are called so. */
export const REJECTED = 'workflow:rejected_proposal:';

/** Categories that a person rejected; none where the memory cannot be read. */
export async function rejectedCategories(
  learning: Learning | null,
  categories: readonly string[],
): Promise<readonly string[]> {
  const names = categories.map((each) => `${REJECTED}${each}`);
  const { entities } = (await learning?.memory.openNodes(names).catch(() => null)) ?? { entities: [] };
  return entities.map(({ name }) => name.slice(REJECTED.length));
}

/** Remembers that a category was rejected: an entity the first time, one more observation later. */
export async function rememberRejection(
  { memory }: Learning,
  {
    category,
    date,
    run,
    description,
    why,
  }: { category: string; date: string; run: string; description: string; why: string | undefined },
): Promise<void> {
  const name = `${REJECTED}${category}`;
  const observations = [
    `Rejected on ${date} in ${run}`,
    `Proposal type: ${description}`,
    ...(why === undefined ? [] : [`Reason: ${why}`]),
  ];
  const { entities } = await memory.openNodes([name]);
  if (entities.length > 0) await memory.addObservations([{ entityName: name, contents: observations }]);
  else await memory.createEntities([{ name, entityType: 'rejection_memory', observations }]);
}
