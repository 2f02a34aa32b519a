// Persona files (`.agent/personas/*.md`), and PersonaStrategy (specs task-orchestrator), which chooses two of them for a task. Pure. Used by
// ../definitions.ts, ../engine.ts, ../components.ts, ../work.ts and prompts.ts.
import type { TaskType } from './contract.js';
import type { DefinitionProblem } from './session.js';

/** A point of view for an executor or a watcher. */
export interface Persona {
  readonly name: string;
  readonly strengths: readonly string[];
  readonly blind_spots: readonly string[];
  readonly questions: readonly string[];
  /** Task types for which it is a good executor. */
  readonly tasks: readonly string[];
}

/** The personas of a task: one for the executor, one for the watcher. */
export interface PersonaPair {
  readonly executor_persona: Persona;
  readonly watcher_persona: Persona;
  readonly rationale: string;
}

const SECTIONS = {
  strengths: /^strengths$/i,
  blind_spots: /^blind spots$/i,
  questions: /^questions$/i,
  tasks: /^tasks$/i,
};
type Section = keyof typeof SECTIONS;

/** Reads a persona: a heading with its name, then the sections Strengths, Blind spots, Questions and Tasks as lists. */
export function readPersona(
  path: string,
  markdown: string,
): { readonly persona: Persona } | { readonly problem: DefinitionProblem } {
  const lists: Record<Section, string[]> = { strengths: [], blind_spots: [], questions: [], tasks: [] };
  let name = '';
  let section: Section | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const [, title] = /^#\s+(.+?)\s*$/.exec(line) ?? [];
    const [, heading] = /^##\s+(.+?)\s*$/.exec(line) ?? [];
    const [, item] = /^[-*]\s+(.+?)\s*$/.exec(line) ?? [];
    if (title !== undefined) name = title;
    else if (heading !== undefined) section = sectionOf(heading);
    else if (item !== undefined && section) lists[section].push(item);
  }
  const missing = (['strengths', 'blind_spots', 'questions'] as const).filter((each) => lists[each].length === 0);
  if (name === '') return { problem: { path, message: 'no heading with the name of the persona' } };
  if (missing.length > 0) return { problem: { path, message: `no list under ${missing.join(', ')}` } };
  return { persona: { name, ...lists } };
}

const sectionOf = (heading: string): Section | undefined =>
  (Object.keys(SECTIONS) as Section[]).find((each) => SECTIONS[each].test(heading));

export const DEFAULT_EXECUTOR = 'Kent Beck';
export const DEFAULT_WATCHER = 'Martin Fowler';

/** The default pair, if its files cannot be read. */
const DEFAULTS: readonly Persona[] = [
  {
    name: DEFAULT_EXECUTOR,
    strengths: ['simplest design', 'tests first', 'small steps'],
    blind_spots: ['long-term structure', 'interfaces between teams'],
    questions: ['What is the simplest thing that could possibly work?'],
    tasks: ['implement', 'design', 'test'],
  },
  {
    name: DEFAULT_WATCHER,
    strengths: ['long-term structure', 'interfaces between teams', 'refactoring'],
    blind_spots: ['time pressure'],
    questions: ['Which part of this will be hardest to change later?'],
    tasks: ['design', 'refactor', 'review'],
  },
];

/**
 * PersonaStrategy. Among the personas for this task type, the executor is the one whose strengths and questions share most words with the
 * request; in a tie, the default. The watcher is the persona whose strengths cover most blind spots of the executor. If no persona covers any, the default pair is used.
 */
export function choosePersonas(
  personas: readonly Persona[],
  task: { readonly task_type: TaskType; readonly context: string },
): PersonaPair {
  const all = withDefaults(personas);
  const context = significantWords(task.context);
  const suitable = all.filter(({ tasks }) => tasks.includes(task.task_type));
  const executor = bestPersona(
    suitable,
    (one) => overlap(significantWords([...one.strengths, ...one.questions].join(' ')), context),
    DEFAULT_EXECUTOR,
  );
  if (!executor) return defaultPair(all, `no persona has ${task.task_type} among its tasks`);
  const others = all.filter(({ name }) => name !== executor.name);
  const watcher = bestPersona(others, (one) => coveredBlindSpots(executor, one).length, DEFAULT_WATCHER);
  const covers = watcher ? coveredBlindSpots(executor, watcher) : [];
  if (!watcher || covers.length === 0)
    return defaultPair(all, `no other persona covers the blind spots of ${executor.name}`);
  return {
    executor_persona: executor,
    watcher_persona: watcher,
    rationale: `${watcher.name} covers blind spots of ${executor.name}: ${covers.join(', ')}`,
  };
}

/** The executor's blind spots that the watcher's strengths cover. */
export function coveredBlindSpots(executor: Persona, watcher: Persona): readonly string[] {
  const strengths = watcher.strengths.map((each) => significantWords(each));
  return executor.blind_spots.filter((spot) =>
    strengths.some((words) => overlap(words, significantWords(spot)) >= 0.5),
  );
}

/** The pair of the specification. */
export function defaultPair(personas: readonly Persona[], rationale: string): PersonaPair {
  const all = withDefaults(personas);
  const named = (name: string, n: 0 | 1) => all.find((one) => one.name === name) ?? (DEFAULTS[n] as Persona);
  return { executor_persona: named(DEFAULT_EXECUTOR, 0), watcher_persona: named(DEFAULT_WATCHER, 1), rationale };
}

const withDefaults = (personas: readonly Persona[]): readonly Persona[] => [
  ...personas,
  ...DEFAULTS.filter(({ name }) => !personas.some((one) => one.name === name)),
];

/** The persona with the highest score; in a tie the preferred one, else the first by name. */
function bestPersona(
  personas: readonly Persona[],
  score: (one: Persona) => number,
  preferred: string,
): Persona | undefined {
  const rated = personas.map((one) => ({ one, score: score(one) }));
  const highest = Math.max(...rated.map((each) => each.score));
  const tied = rated.filter((each) => each.score === highest).map(({ one }) => one);
  return tied.find(({ name }) => name === preferred) ?? tied.toSorted((a, b) => a.name.localeCompare(b.name))[0];
}

/** Words without a meaning of their own. */
const STOP_WORDS = new Set([
  'the',
  'a',
  'an',
  'of',
  'and',
  'or',
  'to',
  'in',
  'is',
  'for',
  'what',
  'which',
  'this',
  'that',
  'it',
  'be',
]);

/** The words of a text without stop words. */
function significantWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word)));
}

/** The share of the wanted words that `words` contains. */
function overlap(words: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((word) => words.has(word)).length / wanted.size;
}
