// The learned preferences of a repository (GitHub) or a person (command line), in the embedded store.
import type { MemoryStore } from '../store.js';
import { preferencesOf, withPreferences } from './as-graph.js';
import type { PreferenceState } from './state.js';

export interface Preferences {
  read(): Promise<PreferenceState>;
  /** `change` may be called more than once. A state that is returned as it was given is not written. */
  update<T>(change: (state: PreferenceState) => { readonly state: PreferenceState; readonly value: T }): Promise<T>;
}

export const preferencesIn = (store: Pick<MemoryStore, 'read' | 'update'>): Preferences => ({
  read: async () => preferencesOf(await store.read()),
  update: (change) =>
    store.update((graph) => {
      const before = preferencesOf(graph);
      const { state, value } = change(before);
      return { graph: state === before ? graph : withPreferences(graph, state), value };
    }),
});
