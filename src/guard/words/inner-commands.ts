import { CARRIERS, READERS, RUNS_AFTER } from './carriers.js';
import type { Run } from './line.js';
import { nameOf } from './name-of.js';
import type { Spelled } from './spell.js';

/** Only what holds one of these can be more than a word to a shell. */
const IS_TEXT = /[\s;|&<>()$`]/;

/** The commands that a command would start: as words, and as texts that a shell would read. */
export function innerCommands({ words, redirects }: Pick<Run, 'words' | 'redirects'>): {
  readonly commands: readonly (readonly Spelled[])[];
  readonly texts: readonly string[];
} {
  const name = nameOf(words);
  if (name === '') return { commands: [], texts: [] };
  return { commands: commandsIn(name, words), texts: [...textsIn(name, words), ...bodiesFor(name, redirects)] };
}

function commandsIn(name: string, words: readonly Spelled[]): readonly (readonly Spelled[])[] {
  if (CARRIERS.has(name)) return tails(words, 1);
  const behind = RUNS_AFTER[name];
  if (!behind) return [];
  const at = words.findIndex(({ text }, n) => n > 0 && behind.includes(text));
  return at === -1 ? [] : tails(words, at + 1);
}

/** One name is tried so often: `sudo -u git git push` says it twice before it means it. */
const TRIES = 4;
/** With more, nobody honest wrote it. */
export const MOST_TAILS = 256;

/** Every way in which the rest could be a command; options, settings and the carrier's own words make harmless ones. */
function tails(words: readonly Spelled[], from: number): readonly (readonly Spelled[])[] {
  const found: (readonly Spelled[])[] = [];
  const tried = new Map<string, number>();
  for (let at = from; at < words.length && found.length <= MOST_TAILS; at += 1) {
    const first = words[at]?.text ?? '';
    const times = tried.get(first) ?? 0;
    if (times === TRIES || !/^[\w./+\\]/.test(first)) continue;
    tried.set(first, times + 1);
    found.push(words.slice(at));
  }
  return found;
}

function textsIn(name: string, words: readonly Spelled[]): readonly string[] {
  const rest = words.slice(1).map(({ text }) => text);
  if (name === 'git') return textsOfGit(rest);
  if (!READERS.has(name)) return [];
  if (name === 'eval') return [rest.join(' ')];
  const texts = rest.map((text) => (name === 'alias' ? text.slice(text.indexOf('=') + 1) : text));
  const whole = texts.filter((text, at) => IS_TEXT.test(text) || /^-[a-zA-Z]*[cS]$/.test(texts[at - 1] ?? ''));
  return [...whole, ...rest.flatMap((word) => glued(word, /[cS]/) ?? [])];
}

/** What stands behind a flag in the same word: `-Scurl x`, `-lc'curl x'`, `--split-string=curl x`. */
function glued(word: string, letter: RegExp): string | undefined {
  if (/^--(?:split-string|command|session-command)=/.test(word)) return word.slice(word.indexOf('=') + 1);
  const at = /^-[a-zA-Z]/.test(word) ? word.search(letter) : -1;
  const [, letters = ''] = /^-([a-zA-Z]*)/.exec(word) ?? [];
  return at > 0 && at <= letters.length && at < word.length - 1 ? word.slice(at + 1) : undefined;
}

/** Aliases with `!`, settings that name a program, and the options that take a command. */
function textsOfGit(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (words[at - 1] === '-c' && word.includes('=')) return [word.slice(word.indexOf('=') + 1).replace(/^!/, '')];
    if (/^--(?:exec|upload-pack|receive-pack|tree-filter|index-filter|msg-filter)=/.test(word))
      return [word.slice(word.indexOf('=') + 1)];
    if (/^(?:-x|--exec|--[a-z]+-filter)$/.test(words[at - 1] ?? '')) return [word];
    return word.startsWith('!') ? [word.slice(1)] : (glued(word, /x/) ?? []);
  });
}

/** A shell that is given a document reads it. */
function bodiesFor(name: string, redirects: Run['redirects']): readonly string[] {
  return READERS.has(name) ? redirects.flatMap(({ body }) => body ?? []) : [];
}
