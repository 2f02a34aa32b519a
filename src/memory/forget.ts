// The right to forget: removes entities from the graph, and collects the texts to remove from stored runs. Pure.
// Specification: parent-session, "Right-to-Forget Workflow".
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
  readonly words: readonly string[];
}

/** Shorter texts are not removed from runs, because they occur by chance. */
const SHORTEST = 5;

/** The entities that a name may mean: the full name, or the last part of a preference's name. */
export function entitiesNamed(graph: Graph, name: string): readonly string[] {
  const { signals, preferences } = preferencesOf(graph);
  const learned = [
    ...preferences.map((each) => each.name),
    ...signals.map(({ cluster, topic }) => preferenceName(cluster, topic)),
  ];
  const known = [...new Set([...learned, ...[...graph.entities.keys()].filter((each) => !isPreferenceEntity(each))])];
  if (known.includes(name)) return [name];
  return known.filter((each) => isPreferenceEntity(each) && each.endsWith(`:${name}`));
}

/** Removes one entity by its full name, with the signals about it. */
export function forgetOne(graph: Graph, name: string): Forgotten {
  const state = preferencesOf(graph);
  const words = wordsOf(state, graph, (each) => each === name);
  const left = isPreferenceEntity(name) ? forgetPreference(state, name) : null;
  return { graph: left ? withPreferences(graph, left) : withoutEntities(graph, [name]), names: [name], words };
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
  const own = [...graph.entities.keys()].filter((name) => !isPreferenceEntity(name));
  return {
    graph: withPreferences(EMPTY_GRAPH, reset(state)),
    names: [...state.preferences.map(({ name }) => name), ...own],
    words: wordsOf(state, graph, () => true),
  };
}

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
    .flatMap(partsOf);
  const words = [...preferences, ...signals, ...others].flatMap((word) => (word === undefined ? [] : [word.trim()]));
  return [...new Set(words)].filter((word) => [...word].length >= SHORTEST).sort((a, b) => b.length - a.length);
}

const partsOf = ({ name, observations }: Entity): readonly string[] => [name, ...observations];

/** How often JSON is nested in strings: journals hold agents' answers as JSON in JSON. */
const DEPTH = 3;

/** A text without these words, also where they are escaped in JSON. */
export function withoutWords(text: string, words: readonly string[]): string {
  let left = text;
  for (const word of words) {
    let spelt = word;
    for (let depth = 0; depth <= DEPTH; depth += 1) {
      left = left.replaceAll(spelt, '[forgotten]');
      const escaped = JSON.stringify(spelt).slice(1, -1);
      if (escaped === spelt) break;
      spelt = escaped;
    }
  }
  return left;
}
