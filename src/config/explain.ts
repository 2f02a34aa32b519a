// Turns an issue of the schema into a problem for the author of the configuration: what was expected, what was found, and what to write
// instead. Used by `readConfig` (index.ts); rules.ts uses its suggestions.

import * as z from 'zod';
import { nearest } from '../text/nearest.js';
import { secretIn } from '../text/secret-patterns.js';
import { type Path, show, spell, type UnlocatedProblem } from './problem.js';
import { schema } from './schema.js';
import type { Issue } from './validate.js';

/** The problems that an issue of the schema stands for: one for each unknown key, otherwise one. */
export function explain(issue: Issue, value: unknown): readonly UnlocatedProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownSetting([...path, key]));
  if (issue.code === 'invalid_key') return [badName(path, issue.issues[0]?.message ?? 'another name')];
  const given = valueAt(value, path);
  const expected = issue.message;
  return [{ path, expected, found: show(given), remedy: remedyFor({ path, given, expected }) }];
}

function unknownSetting(path: Path): UnlocatedProblem {
  const name = String(path.at(-1));
  const group = path.slice(0, -1);
  const place = group.length === 0 ? 'the file' : `\`${spell(group)}\``;
  const expected = `a setting of ${place}`;
  return { path, atKey: true, expected, found: 'not a setting', remedy: suggestionFor(name, group) };
}

function suggestionFor(name: string, group: Path): string {
  const [last, ...sections] = name.split('.').reverse();
  const dotted = [...group, ...sections.reverse()];
  if (last !== undefined && sections.length > 0 && knownSettings(dotted).includes(last))
    return `write \`${last}\` below \`${spell(dotted)}:\``;
  const known = knownSettings(group);
  const similar = nearestSetting(name, known);
  const suggestion = similar === undefined ? pathInOtherGroup(name) : spell([...group, similar]);
  return suggestion === undefined
    ? `settings here are ${known.map((setting) => `\`${setting}\``).join(', ')}`
    : `did you mean \`${suggestion}\`?`;
}

/** The setting that was probably meant. Keys mix `kebab-case` and `camelCase`, so case and separators do not count as mistakes. */
export const nearestSetting = (word: string, known: readonly string[]): string | undefined =>
  nearest(word, known, {
    maxDistance: Math.min(3, Math.ceil(word.length / 3)),
    normalise: (text) => text.toLowerCase().replace(/[-_ ]/g, ''),
  });

function badName(path: Path, expected: string): UnlocatedProblem {
  return { path, atKey: true, expected, found: 'not a name that can stand here', remedy: `write ${expected}` };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([key]) => key === String(part))?.[1];
  }, value);
}

/** A setting with a wrong value. */
interface Mistake {
  readonly path: Path;
  readonly given: unknown;
  readonly expected: string;
}

/** Returns what to write instead; undefined if it does not apply to the mistake. */
type Remedy = (mistake: Mistake) => string | undefined;

/** Remedies for frequent mistakes. The first one that applies is used. */
const remedies: readonly Remedy[] = [
  addMissingSetting,
  idInsteadOfLogin,
  bareHost,
  loginWithoutAt,
  booleanForYes,
  numberWithoutQuotes,
  listOfOne,
  groupOfSettings,
];

/** What to write instead of the mistake. */
function remedyFor(mistake: Mistake): string {
  for (const remedy of remedies) {
    const answer = remedy(mistake);
    if (answer !== undefined) return answer;
  }
  return `write ${mistake.expected}`;
}

function addMissingSetting({ given, expected }: Mistake): string | undefined {
  return given === undefined ? `add it: ${expected}` : undefined;
}

function idInsteadOfLogin({ path, given }: Mistake): string | undefined {
  if (path[0] !== 'bots' || typeof given !== 'string') return undefined;
  const login = given.replace(/^@/, '');
  const isLogin = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}(?:\[bot\])?$/.test(login) && !/^\d+$/.test(login);
  return isLogin ? `write the account's number, which \`gh api 'users/${login}' --jq .id\` prints` : undefined;
}

function bareHost({ path, given }: Mistake): string | undefined {
  if (path[1] !== 'hosts' || typeof given !== 'string') return undefined;
  if (given.includes('*')) return 'name each host: a wildcard would let anything out';
  const bare = /^(?:[a-z]+:\/\/)?([a-z0-9.-]+)(?::\d+)?(?:\/.*)?$/i.exec(given.trim())?.[1]?.toLowerCase();
  return bare === undefined || bare === given ? undefined : `write ${show(bare)}`;
}

function loginWithoutAt({ given, expected }: Mistake): string | undefined {
  const name = typeof given === 'string' ? /^@([\w[\]/-]+)$/.exec(given)?.[1] : undefined;
  return name !== undefined && expected.includes('login') ? `write ${show(name)}, without the @` : undefined;
}

function booleanForYes({ given, expected }: Mistake): string | undefined {
  if (expected !== 'true or false' || typeof given !== 'string') return undefined;
  if (/^(?:yes|on|y|true)$/i.test(given)) return 'write true';
  return /^(?:no|off|n|false)$/i.test(given) ? 'write false' : undefined;
}

function numberWithoutQuotes({ given, expected }: Mistake): string | undefined {
  const isNumber = typeof given === 'string' && /^\d{1,15}(?:\.\d+)?$/.test(given);
  return isNumber && /number|amount|id of an account/.test(expected) ? `write ${given} without quotes` : undefined;
}

function listOfOne({ path, given, expected }: Mistake): string | undefined {
  if (expected !== 'a list' || !['string', 'number'].includes(typeof given)) return undefined;
  const inside = knownSettings([...path, 0]).map((name) => `\`${name}\``);
  if (inside.length > 0) return `write a list, each item with ${inside.join(', ')}`;
  const item = /^[\w./:-][\w./: -]*$/.test(String(given)) ? String(given) : show(given);
  return secretIn(String(given)) === undefined && item.length < 60 ? `write a list: [${item}]` : undefined;
}

function groupOfSettings({ path, expected }: Mistake): string | undefined {
  if (expected !== 'a group of settings') return undefined;
  if (path.length === 0) return 'write settings as `key: value`';
  const known = knownSettings(path).map((name) => `\`${name}\``);
  return known.length === 0 ? undefined : `write its settings below it, indented: ${known.join(', ')}`;
}

/** The names of the settings in a group, from the schema. Empty if names are free or the path is not a group. */
export function knownSettings(path: readonly PropertyKey[]): readonly string[] {
  const place = path.reduce<unknown>(settingBelow, schema);
  const group = unwrap(place);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
}

/** The path of a setting of this name in any group, for settings in the wrong group. */
function pathInOtherGroup(name: string): string | undefined {
  const groups = Object.entries(schema.shape);
  const found = groups.find(([, group]) => {
    const inner = unwrap(group);
    return inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name);
  });
  if (found !== undefined) return `${found[0]}.${name}`;
  return Object.hasOwn(schema.shape, name) ? name : undefined;
}

function settingBelow(place: unknown, key: PropertyKey): unknown {
  const group = unwrap(place);
  if (group instanceof z.ZodObject) return group.shape[String(key)];
  if (group instanceof z.ZodArray) return group.element;
  return group instanceof z.ZodRecord ? group.valueType : undefined;
}

function unwrap(place: unknown): unknown {
  const isWrapped =
    place instanceof z.ZodDefault || place instanceof z.ZodPrefault || place instanceof z.ZodExactOptional;
  return isWrapped ? unwrap(place.unwrap()) : place;
}
