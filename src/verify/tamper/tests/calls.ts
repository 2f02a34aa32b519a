// Finds calls that define tests or groups in JavaScript, by common names and by the local names of imports. Used by the parser
// javascript.ts; rules in ../kinds about mocks, patched runners and removed tests use importedFrom.
import type { Source } from '../source.js';
import { argumentsOf, nextNonSpace } from './parser.js';

interface Imported {
  /** The local name. */
  readonly name: string;
  /** The exported name; undefined for the module itself. */
  readonly of: string | undefined;
}

/** How far before the module's name an import may begin. */
const FAR = 400;
const FROM = /(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(\s*)(?=['"`])/g;
const BEFORE = /(?:\bimport\s+(?:type\s+)?|\b(?:const|let|var)\s+)(?<names>[^;=()]*?)\s*(?:=\s*(?:await\s+)?)?$/;

/** Names imported from these modules. */
export function importedFrom(source: Source, modules: RegExp): readonly Imported[] {
  return [...source.code.matchAll(FROM)].flatMap(({ index, 0: head }): readonly Imported[] => {
    const quote = index + head.length;
    const module = /^['"`]([^'"`\n]{1,100})/.exec(source.text.slice(quote, quote + 110))?.[1] ?? '';
    if (!modules.test(module)) return [];
    const names = BEFORE.exec(source.code.slice(Math.max(0, index - FAR), index))?.groups?.names;
    return names === undefined ? [] : [...namesIn(names, memberAfter(source, quote + module.length + 2))];
  });
}

/** `require('node:test').test`. */
function memberAfter(source: Source, from: number): string | undefined {
  return /^\s*\)\s*\.\s*([A-Za-z_$][\w$]*)/.exec(source.code.slice(from, from + 80))?.[1];
}

/** `t`, `* as t`, `t, { it as x }`, `{ it: x, describe }`. */
function namesIn(names: string, member: string | undefined): readonly Imported[] {
  const [outside = '', inside = ''] = names.split(/[{}]/);
  const whole = [...outside.matchAll(/(?:\*\s*as\s+)?([A-Za-z_$][\w$]*)/g)].map(([, name = '']): Imported => {
    return { name, of: member };
  });
  const parts = inside.split(',').flatMap((part): readonly Imported[] => {
    const [, of, name = of] = /^\s*(?:type\s+)?([\w$]+)(?:\s*(?:\bas\b|:)\s*([\w$]+))?/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, of: of === 'default' ? undefined : of }];
  });
  return [...whole, ...parts];
}

export interface Call {
  readonly from: number;
  readonly open: number;
  readonly word: string;
  readonly mark: string;
  readonly modifiers: readonly string[];
  /** The offset of the arguments of `each`, `skipIf` and similar. */
  readonly first?: number | undefined;
}

const CALL =
  /(?<![\w$.])(?:(?<object>[A-Za-z_$][\w$]*)\s*\.\s*)?(?<mark>[xf])?(?<word>describe|context|suite|it|test|specify|module|Scenario|skip|todo)(?<rest>(?:\s*\.\s*[\w$]+)*)\s*(?<open>[(`])/g;
const WORDS = /^(?:describe|context|suite|it|test|specify)$/;
/** Objects with a `test` method that defines tests; other objects (such as regular expressions) are judged by their arguments. */
const RUNNERS = /^(?:t|s+t|st?\d|tt|tap|QUnit|Deno|ava|tape|qunit|test|it|describe|bun)$/;
/** Modifiers that are called themselves before the test call. */
const TWICE = /^(?:each|for|skipIf|runIf|todoIf|failingIf|if|when)$/;

/** All calls that define a test or a group. */
export function callsIn(source: Source): readonly Call[] {
  const renamed = renamedCalls(source);
  const known = new Set(renamed.map(({ from }) => from));
  const named = [...source.code.matchAll(CALL)].filter(({ index }) => !known.has(index));
  return [...renamed, ...named.flatMap((match) => namedCall(source, match) ?? [])];
}

type CallWords = Pick<Call, 'word' | 'mark' | 'modifiers'>;

function namedCall(source: Source, match: RegExpExecArray): Call | undefined {
  const { object, mark = '', word = '', rest = '' } = match.groups ?? {};
  // In `t.skip('name', body)` and `it.skip(…)` the modifier is in the place of the name.
  const isMark = /^(?:skip|todo)$/.test(word);
  if (isMark && object === undefined) return undefined;
  const modifiers = isMark ? [word, ...partsOf(rest)] : partsOf(rest);
  const said = isMark ? (WORDS.test(object ?? '') ? (object ?? '') : 'test') : word;
  const call = callAt(source, match, { word: said, mark, modifiers });
  const [name, ...others] = call ? argumentsOf(source, call.open) : [];
  return name && looksLikeTest(object, name.text, others.length) ? call : undefined;
}

const partsOf = (rest: string): readonly string[] => rest.split(/[.\s]+/).filter(Boolean);

/** The call that a match ends in; with `each` and similar, the call after it. */
function callAt(source: Source, { index, 0: whole }: RegExpExecArray, said: CallWords): Call | undefined {
  const first = index + whole.length - 1;
  const opens = source.code[first] === '(';
  const call = { from: index, ...said };
  if (!said.modifiers.some((each) => TWICE.test(each))) return opens ? { ...call, open: first } : undefined;
  const end = opens ? source.closeOf(first) : source.code.indexOf('`', first + 1);
  const open = nextNonSpace(source, end + 1);
  return end > 0 && source.code[open] === '(' ? { ...call, open, first } : undefined;
}

/** `/x/.test(text)` is no test, `test(name, body)` is, and so is Mocha's `it(name)`. */
function looksLikeTest(object: string | undefined, name: string, others: number): boolean {
  if (object === undefined || WORDS.test(object)) return others > 0 || /^['"`{]/.test(name);
  return RUNNERS.test(object) && (others > 0 || name.startsWith('{'));
}

const MODULES =
  /^(?:node:test|test|ava|tape|tap|uvu|vitest|mocha|bun:test|@jest\/globals|@playwright\/test|.*\/testing\/bdd(?:\.ts)?)$/;
const MODIFIER =
  /^(?:only|skip|todo|fixme|failing|fails|each|for|skipIf|runIf|todoIf|failingIf|if|concurrent|sequential|serial|parallel)$/;

/** Names imported from test modules: with `import { it as x } from 'vitest'`, `x(…)` is a test. */
function renamedCalls(source: Source): readonly Call[] {
  const names = importedFrom(source, MODULES).filter(({ name, of }) => name !== of && !WORDS.test(name));
  if (names.length === 0) return [];
  const called = names.map(({ name }) => name.replaceAll('$', '\\$')).join('|');
  const of = new Map(names.map((each) => [each.name, each.of]));
  const pattern = new RegExp(`(?<![\\w$.])(?<name>${called})(?<rest>(?:\\s*\\.\\s*[\\w$]+)*)\\s*[(\`]`, 'g');
  return [...source.code.matchAll(pattern)].flatMap((match): readonly Call[] => {
    const { name = '', rest = '' } = match.groups ?? {};
    const said = callWordsOf(of.get(name), partsOf(rest));
    const call = said && callAt(source, match, said);
    const [first, ...others] = call ? argumentsOf(source, call.open) : [];
    // Inside a test the same name is often its context, whose `skip` takes only a reason.
    const isTest = first && (others.length > 0 || (rest === '' && /^['"`{]/.test(first.text)));
    return call && isTest ? [call] : [];
  });
}

/** The meaning of an imported name with these modifiers; undefined if it is no test. */
function callWordsOf(of: string | undefined, parts: readonly string[]): CallWords | undefined {
  const [first = ''] = parts;
  const inside = WORDS.test(first) && (of === undefined || WORDS.test(of));
  const [, mark = '', word = ''] = /^([xf])?(describe|context|suite|it|test|specify)$/.exec(of ?? 'test') ?? [];
  const modifiers = inside ? parts.slice(1) : parts;
  if (!modifiers.every((each) => MODIFIER.test(each))) return undefined;
  if (/^(?:only|skip|todo)$/.test(of ?? '')) return { word: 'test', mark: '', modifiers: [of ?? '', ...modifiers] };
  return word === '' ? undefined : { word: inside ? first : word, mark, modifiers };
}
