// Calls that make a test, or a group of them: by the words that all runners share, or by whatever name they were imported under.
import type { Source } from '../source.js';
import { importedFrom } from './imported.js';
import { argumentsOf, nextLetter } from './pieces.js';

export interface Call {
  readonly from: number;
  readonly open: number;
  readonly word: string;
  readonly mark: string;
  readonly modifiers: readonly string[];
  /** What `each`, `skipIf` and the like were given. */
  readonly first?: number | undefined;
}

const CALL =
  /(?<![\w$.])(?:(?<object>[A-Za-z_$][\w$]*)\s*\.\s*)?(?<mark>[xf])?(?<word>describe|context|suite|it|test|specify|module|Scenario|skip|todo)(?<rest>(?:\s*\.\s*[\w$]+)*)\s*(?<open>[(`])/g;
const WORDS = /^(?:describe|context|suite|it|test|specify)$/;
/** Objects whose `test` is not a test: patterns, and whatever else has such a method, are told by what they are given. */
const RUNNERS = /^(?:t|s+t|st?\d|tt|tap|QUnit|Deno|ava|tape|qunit|test|it|describe|bun)$/;
/** These are called to get the function that is then called. */
const TWICE = /^(?:each|for|skipIf|runIf|todoIf|failingIf|if|when)$/;

/** Every call of a text that makes a test or a group. */
export function callsIn(source: Source): readonly Call[] {
  const renamed = renamedCalls(source);
  const known = new Set(renamed.map(({ from }) => from));
  const named = [...source.code.matchAll(CALL)].filter(({ index }) => !known.has(index));
  return [...renamed, ...named.flatMap((match) => namedCall(source, match) ?? [])];
}

type Said = Pick<Call, 'word' | 'mark' | 'modifiers'>;

function namedCall(source: Source, match: RegExpExecArray): Call | undefined {
  const { object, mark = '', word = '', rest = '' } = match.groups ?? {};
  // In `t.skip('name', body)` and `it.skip(…)` the skip stands where the word is looked for.
  const isMark = /^(?:skip|todo)$/.test(word);
  if (isMark && object === undefined) return undefined;
  const modifiers = isMark ? [word, ...partsOf(rest)] : partsOf(rest);
  const said = isMark ? (WORDS.test(object ?? '') ? (object ?? '') : 'test') : word;
  const call = callAt(source, match, { word: said, mark, modifiers });
  const [name, ...others] = call ? argumentsOf(source, call.open) : [];
  return name && looksLikeTest(object, name.text, others.length) ? call : undefined;
}

const partsOf = (rest: string): readonly string[] => rest.split(/[.\s]+/).filter(Boolean);

/** The call whose bracket ends a match; with `each` and the like, the one behind it. */
function callAt(source: Source, { index, 0: whole }: RegExpExecArray, said: Said): Call | undefined {
  const first = index + whole.length - 1;
  const opens = source.code[first] === '(';
  const call = { from: index, ...said };
  if (!said.modifiers.some((each) => TWICE.test(each))) return opens ? { ...call, open: first } : undefined;
  const end = opens ? source.closeOf(first) : source.code.indexOf('`', first + 1);
  const open = nextLetter(source, end + 1);
  return end > 0 && source.code[open] === '(' ? { ...call, open, first } : undefined;
}

/** `/x/.test(text)` is none, `test(name, body)` is one, and so is Mocha's `it(name)` without a body. */
function looksLikeTest(object: string | undefined, name: string, others: number): boolean {
  if (object === undefined || WORDS.test(object)) return others > 0 || /^['"`{]/.test(name);
  return RUNNERS.test(object) && (others > 0 || name.startsWith('{'));
}

const MODULES =
  /^(?:node:test|test|ava|tape|tap|uvu|vitest|mocha|bun:test|@jest\/globals|@playwright\/test|.*\/testing\/bdd(?:\.ts)?)$/;
const MODIFIER =
  /^(?:only|skip|todo|fixme|failing|fails|each|for|skipIf|runIf|todoIf|failingIf|if|concurrent|sequential|serial|parallel)$/;

/** `import { it as x } from 'vitest'`, `const t = require('node:test')`: then `x(…)` and `t.only(…)` are tests. */
function renamedCalls(source: Source): readonly Call[] {
  const names = importedFrom(source, MODULES).filter(({ name, of }) => name !== of && !WORDS.test(name));
  if (names.length === 0) return [];
  const called = names.map(({ name }) => name.replaceAll('$', '\\$')).join('|');
  const of = new Map(names.map((each) => [each.name, each.of]));
  const pattern = new RegExp(`(?<![\\w$.])(?<name>${called})(?<rest>(?:\\s*\\.\\s*[\\w$]+)*)\\s*[(\`]`, 'g');
  return [...source.code.matchAll(pattern)].flatMap((match): readonly Call[] => {
    const { name = '', rest = '' } = match.groups ?? {};
    const said = saidBy(of.get(name), partsOf(rest));
    const call = said && callAt(source, match, said);
    const [first, ...others] = call ? argumentsOf(source, call.open) : [];
    // Within a test the same name is often that of its context, whose `skip` takes nothing but a reason.
    const isTest = first && (others.length > 0 || (rest === '' && /^['"`{]/.test(first.text)));
    return call && isTest ? [call] : [];
  });
}

/** What an import of this name means with these words behind it; nothing where that is no test. */
function saidBy(of: string | undefined, parts: readonly string[]): Said | undefined {
  const [first = ''] = parts;
  const inside = WORDS.test(first) && (of === undefined || WORDS.test(of));
  const [, mark = '', word = ''] = /^([xf])?(describe|context|suite|it|test|specify)$/.exec(of ?? 'test') ?? [];
  const modifiers = inside ? parts.slice(1) : parts;
  if (!modifiers.every((each) => MODIFIER.test(each))) return undefined;
  if (/^(?:only|skip|todo)$/.test(of ?? '')) return { word: 'test', mark: '', modifiers: [of ?? '', ...modifiers] };
  return word === '' ? undefined : { word: inside ? first : word, mark, modifiers };
}
