// Verdicts on paths and options of a text, and the suggestion of a similar name. Pure.
import { nearest as nearestWord } from '../../../text/nearest.js';
import type { Index } from './repository-index.js';

export type FactKind = 'link' | 'anchor' | 'path' | 'command' | 'option' | 'example' | 'heading' | 'url';

/** A checked claim of a text. */
export interface Fact {
  readonly kind: FactKind;
  readonly line: number;
  readonly what: string;
  readonly verdict: 'right' | 'wrong' | 'not checked';
  readonly why: string;
}

export type Verdict = Pick<Fact, 'verdict' | 'why'>;

export const right = (why: string): Verdict => ({ verdict: 'right', why });

export const wrong = (why: string): Verdict => ({ verdict: 'wrong', why });

export const unknown = (why: string): Verdict => ({ verdict: 'not checked', why });

/** The end of a sentence that suggests a similar name; empty if there is none. */
export function nearText(asked: string, known: readonly string[]): string {
  const near = nearest(asked, known);
  return near ? `; there is ${near}` : '';
}

/**
 * The closest known name with the same first letter, within one edit, or two for a name of at least eight characters. Null if there
 * is none, for an exact match, and for names below four characters.
 */
export function nearest(asked: string, known: readonly string[]): string | null {
  if (asked.length < 4 || known.includes(asked)) return null;
  const most = asked.length < 8 ? 1 : 2;
  const alike = known.filter((each) => each.charAt(0) === asked.charAt(0));
  return nearestWord(asked, alike, { maxDistance: most }) ?? null;
}

export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The path relative to the root; null if it leads out of the repository. */
export function resolved(path: string, from: string): string | null {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Names of paths that a build or the reader creates, so that the repository need not have them. */
const CREATED_LATER =
  /^(?:\.?\/)?(?:dist|build|out|target|node_modules|coverage|vendor|tmp|path\/to|your|my)\b|(?:^|[/._-])(?:some|foo|bar|baz|example|your|my)(?=[/._-])/i;

/** Whether a path exists in the repository. */
export function pathVerdict(path: string, { paths }: Index, document: string): Verdict {
  const bare = path.replace(/:\d+(?:[-:]\d+)?$/, '');
  const candidates = [resolved(bare, ''), resolved(bare, document)].filter((each) => each !== null);
  if (candidates.some((each) => paths.has(each))) return right('exists');
  const [asked = ''] = candidates;
  if (CREATED_LATER.test(bare) || asked === '') return unknown('made by a build or by the reader');
  const folder = asked.split('/').slice(0, -1).join('/');
  const near = nearest(asked, [...paths]);
  if (near) return wrong(`there is no ${asked}; there is ${near}`);
  if (folder !== '' && paths.has(folder) && /\.\w+$/.test(asked))
    return wrong(`${folder} has no ${asked.split('/').at(-1)}`);
  return unknown('may be a file of the reader');
}

/**
 * Whether the source contains an option: as it is typed, as a string, as a property of parsed arguments, or as a field of a struct
 * for arguments. The bare word alone does not count.
 */
export function hasOption(option: string, { sources }: Pick<Index, 'sources'>): boolean {
  const name = option.replace(/^--/, '');
  const spellings = [name, name.replace(/^no-/, '')].flatMap((each) => [
    each,
    each.replaceAll('-', '_'),
    each.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  const words = [...new Set(spellings)].map(literal).join('|');
  const field = /#\[(?:arg|clap|structopt)\b/.test(sources)
    ? `|(?:pub(?:\\([^)]*\\))?\\s+|^\\s+)(?:${words})\\s*:`
    : '';
  const source = `(?<![\\w-])--(?:no-|\\[no-\\])?(?:${words})(?![\\w-])|["'\`](?:no-)?(?:${words})["'\`]|\\b(?:argv|args|options|opts|flags|cli|program|config)\\??\\.(?:${words})\\b|^\\s*["']?(?:${words})["']?\\s*:\\s*\\{${field}`;
  return new RegExp(source, 'm').test(sources);
}

/** Whether a program of the repository has an option. */
export function optionVerdict(option: string, index: Index, isOwn: boolean): Verdict {
  if (/^--(?:help|version)$/.test(option)) return right('every program has it');
  if (hasOption(option, index)) return right('in the source');
  const near = nearest(
    option.slice(2),
    index.options.map((each) => each.slice(2)),
  );
  if (near) return wrong(`not in the source; there is --${near}`);
  return isOwn
    ? wrong('not in the source, where the other options are')
    : unknown('may be an option of another program');
}

export const baseName = (word: string | undefined): string => word?.split('/').at(-1) ?? '';
