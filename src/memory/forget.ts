// The right to forget: removes entities from the graph, and collects the texts to remove from stored runs. Pure. Specification:
// parent-session, "Right-to-Forget Workflow". Used by src/workflows/profile for `/crew forget`, and by services.ts for `reset_all`.
import type { Entity } from '../ports/memory.js';
import { EMPTY_GRAPH, type Graph, withoutEntities } from './graph.js';
import { isPreferenceEntity, preferencesOf, withPreferences } from './preferences/entities.js';
import { forgetPreference, reset } from './preferences/rules.js';
import { type PreferenceState, preferenceName } from './preferences/state.js';

/** The result of forgetting. */
export interface Forgotten {
  readonly graph: Graph;
  /** The names of removed entities, for the reply. */
  readonly names: readonly string[];
  /** Texts to remove from stored runs, longest first. */
  readonly words: readonly string[];
}

/** Texts with fewer characters are not removed from runs, because they occur by chance. */
const MIN_WORD_LENGTH = 5;

/** The entities that a name may mean: the one with this name, else preferences whose name ends with it. */
export function entitiesNamed(graph: Graph, name: string): readonly string[] {
  const { signals, preferences } = preferencesOf(graph);
  const preferenceNames = [
    ...preferences.map((each) => each.name),
    ...signals.map(({ cluster, topic }) => preferenceName(cluster, topic)),
  ];
  const known = [
    ...new Set([...preferenceNames, ...[...graph.entities.keys()].filter((each) => !isPreferenceEntity(each))]),
  ];
  if (known.includes(name)) return [name];
  return known.filter((each) => isPreferenceEntity(each) && each.endsWith(`:${name}`));
}

/** Removes one entity by its full name, with the signals about it. */
export function forgetOne(graph: Graph, name: string): Forgotten {
  const state = preferencesOf(graph);
  const words = wordsOf(state, graph, (each) => each === name);
  const remaining = isPreferenceEntity(name) ? forgetPreference(state, name) : null;
  return {
    graph: remaining ? withPreferences(graph, remaining) : withoutEntities(graph, [name]),
    names: [name],
    words,
  };
}

/** Removes all preferences and switches learning off. Knowledge stays. */
export function forgetPreferences(graph: Graph): Forgotten {
  const state = preferencesOf(graph);
  const names = state.preferences.map(({ name }) => name);
  return { graph: withPreferences(graph, reset(state)), names, words: wordsOf(state, graph, isPreferenceEntity) };
}

/** Removes everything and switches learning off. */
export function forgetAll(graph: Graph): Forgotten {
  const state = preferencesOf(graph);
  const knowledge = [...graph.entities.keys()].filter((name) => !isPreferenceEntity(name));
  return {
    graph: withPreferences(EMPTY_GRAPH, reset(state)),
    names: [...state.preferences.map(({ name }) => name), ...knowledge],
    words: wordsOf(state, graph, () => true),
  };
}

/** All texts about the entities that `isMeant` selects. */
function wordsOf(state: PreferenceState, { entities }: Graph, isMeant: (name: string) => boolean): readonly string[] {
  const preferences = state.preferences
    .filter(({ name }) => isMeant(name))
    .flatMap((each) => [
      ...[each.name, each.topic, each.statement, each.action, each.scope, each.condition],
      ...each.evidence.flatMap(({ quote, claimed }) => [quote, claimed]),
    ]);
  const signals = state.signals
    .filter(({ cluster, topic }) => isMeant(preferenceName(cluster, topic)))
    .flatMap((each) => {
      const name = preferenceName(each.cluster, each.topic);
      return [name, each.topic, each.statement, each.action, each.scope, each.quote, each.claimed];
    });
  const others = [...entities.values()]
    .filter(({ name }) => !isPreferenceEntity(name) && isMeant(name))
    .flatMap(textsOfEntity);
  const words = [...preferences, ...signals, ...others].flatMap((word) => (word === undefined ? [] : [word.trim()]));
  return [...new Set(words)].filter((word) => [...word].length >= MIN_WORD_LENGTH).sort((a, b) => b.length - a.length);
}

const textsOfEntity = ({ name, observations }: Entity): readonly string[] => [name, ...observations];

/** How often JSON may be nested in strings. Journals contain agents' answers as JSON in JSON. */
const JSON_DEPTH = 3;

/** A text without these words, also where they are escaped in JSON. */
export function withoutWords(text: string, words: readonly string[]): string {
  let result = text;
  for (const word of words) {
    let spelling = word;
    for (let depth = 0; depth <= JSON_DEPTH; depth += 1) {
      result = result.replaceAll(spelling, '[forgotten]');
      const escaped = JSON.stringify(spelling).slice(1, -1);
      if (escaped === spelling) break;
      spelling = escaped;
    }
  }
  return result;
}
