// Selects what goes from the memory into a prompt. Pure. Specification: parent-session, "Memory MCP活用". Used by ../recall.ts; `crew show`
// uses the ids.
import type { Entity, RecalledEntry, RecallQuery } from '../../ports/memory.js';
import { digestOf } from '../../text/digest.js';
import { sanitize } from '../../text/sanitize.js';
import { wordsIn } from '../ledger-query.js';
import type { Preference } from '../preferences/state.js';

/** The whole section has at most this many tokens. */
export const MAX_TOKENS = 1500;
/** The preferences have at most this many tokens. */
const MAX_PREFERENCE_TOKENS = 800;
/** Tokens that are kept free for the two titles. */
const TITLE_TOKENS = 40;
/** A longer line is cut, in characters. */
const MAX_LINE_LENGTH = 400;

/** A high estimate of the tokens of a text: a third of its ASCII characters, and 1.3 for each other one. */
export function tokensOf(text: string): number {
  let ascii = 0;
  let other = 0;
  for (const letter of text) {
    if (letter.charCodeAt(0) < 128) ascii += 1;
    else other += 1;
  }
  return Math.ceil(ascii / 3 + other * 1.3);
}

/** What the memory has for a task. `origin`: where it is stored. */
export interface RecalledMaterial {
  readonly preferences: { readonly all: readonly Preference[]; readonly origin: string };
  /** Best match first. */
  readonly knowledge: { readonly found: readonly Entity[]; readonly origin: string };
}

/** The section for a prompt, and the entities in it. */
export interface PromptSection {
  readonly section: string;
  readonly entries: readonly RecalledEntry[];
}

const HEAD = [
  '## What crew has learned in this repository',
  'People with write access approved the preferences. They guide style and defaults. The task, correctness, completeness, security, safety and tests come first.',
];

/** Preferences that share words with the task first, then those with more weight, then knowledge; at most 1,500 tokens. */
export function promptSection({ preferences, knowledge }: RecalledMaterial, query: RecallQuery): PromptSection {
  const words = wordsIn(`${query.text} ${query.taskKind.replace(':', ' ')}`);
  const ranked = [...preferences.all].sort(
    (a, b) => sharedWords(b, words) - sharedWords(a, words) || b.weight - a.weight || (a.name < b.name ? -1 : 1),
  );
  const head = tokensOf(HEAD.join('\n'));
  const preferenceLines = linesThatFit(ranked, preferenceLine, MAX_PREFERENCE_TOKENS);
  const left = MAX_TOKENS - head - TITLE_TOKENS - preferenceLines.tokens;
  const knowledgeLines = linesThatFit(knowledge.found, knowledgeLine, left);
  if (preferenceLines.lines.length + knowledgeLines.lines.length === 0) return { section: '', entries: [] };
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);
  return {
    section: [
      ...HEAD,
      ...part(`Preferences (source: ${preferences.origin}):`, preferenceLines.lines),
      ...part(`Knowledge (source: ${knowledge.origin}):`, knowledgeLines.lines),
    ].join('\n'),
    entries: [
      ...preferenceLines.names.map((name) => ({ id: entryId(name), origin: preferences.origin })),
      ...knowledgeLines.names.map((name) => ({ id: entryId(name), origin: knowledge.origin })),
    ],
  };
}

/** The id of an entity in the record of a run. */
export const entryId = (name: string): string => digestOf(name).slice(0, 12);

/** The lines of as many entries as fit into `most` tokens. */
function linesThatFit<T extends { readonly name: string }>(all: readonly T[], lineOf: (t: T) => string, most: number) {
  const [lines, names]: [string[], string[]] = [[], []];
  let tokens = 0;
  for (const each of all) {
    const line = lineOf(each);
    const next = tokens + tokensOf(`${line}\n`);
    if (next > most) continue;
    tokens = next;
    lines.push(line);
    names.push(each.name);
  }
  return { lines, names, tokens };
}

/** How many of the words occur in a preference. */
function sharedWords(preference: Preference, words: readonly string[]): number {
  const text = [
    preference.statement,
    preference.action,
    preference.scope,
    preference.condition,
    preference.topic.replaceAll('_', ' '),
  ]
    .join(' ')
    .toLowerCase();
  return words.filter((word) => text.includes(word)).length;
}

function preferenceLine({ name, statement, action, scope, condition }: Preference): string {
  const more = [
    ...(condition === undefined ? [] : [`only: ${condition}`]),
    ...(scope === undefined ? [] : [`for: ${scope}`]),
    ...(action === undefined ? [] : [`so: ${action}`]),
  ];
  return oneLine(`- ${statement} [${[name, ...more].join('; ')}]`);
}

const knowledgeLine = ({ name, observations }: Entity): string => oneLine(`- ${name}: ${observations.join(' / ')}`);

/** One line of sanitized text, so that it cannot start a section of the prompt. */
function oneLine(text: string): string {
  const plain = sanitize(text.replace(/\s+/g, ' ')).text.trim();
  return plain.length <= MAX_LINE_LENGTH ? plain : `${plain.slice(0, MAX_LINE_LENGTH - 1)}…`;
}
