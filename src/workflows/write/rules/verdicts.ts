// The form of a checked claim, verdicts on its path or option, and the suggestion of a similar name. Pure. Used by the rules that check
// claims, by ../facts.ts and by the messages.
import { nearest as nearestWord } from '../../../text/nearest.js';
import type { RepositoryIndex } from './repository-index.js';

export type FactKind = 'link' | 'anchor' | 'path' | 'command' | 'option' | 'example' | 'heading' | 'url';

/** A checked claim of a text. */
export interface Fact {
  readonly kind: FactKind;
  readonly line: number;
  /** The claim's words: the link, path, command or option. */
  readonly what: string;
  readonly verdict: 'right' | 'wrong' | 'not checked';
  /** English, without a full stop. */
  readonly why: string;
}

export type Verdict = Pick<Fact, 'verdict' | 'why'>;

/** A claim that the repository confirms. */
export const right = (why: string): Verdict => ({ verdict: 'right', why });

/** A claim that the repository contradicts. */
export const wrong = (why: string): Verdict => ({ verdict: 'wrong', why });

/** A claim that can be neither confirmed nor contradicted. */
export const notChecked = (why: string): Verdict => ({ verdict: 'not checked', why });

/** The end of a sentence that names a similar known name, such as `; there is docs/a.md`; empty if there is none. */
export function suggestionText(word: string, known: readonly string[]): string {
  const near = similarName(word, known);
  return near ? `; there is ${near}` : '';
}

/**
 * The closest known name with the same first letter, within one edit, or two for a name of at least eight characters. Null if there
 * is none, for an exact match, and for names below four characters.
 */
export function similarName(word: string, known: readonly string[]): string | null {
  if (word.length < 4 || known.includes(word)) return null;
  const most = word.length < 8 ? 1 : 2;
  const alike = known.filter((each) => each.charAt(0) === word.charAt(0));
  return nearestWord(word, alike, { maxDistance: most }) ?? null;
}

/** A text as a regular expression that matches exactly this text. */
export const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A path in the file `from`, relative to the root; null if it leads out of the repository. */
export function pathFromRoot(path: string, from: string): string | null {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Paths that a build or the reader creates, such as `dist/` and `my-app/`. The repository need not have them. */
const CREATED_LATER =
  /^(?:\.?\/)?(?:dist|build|out|target|node_modules|coverage|vendor|tmp|path\/to|your|my)\b|(?:^|[/._-])(?:some|foo|bar|baz|example|your|my)(?=[/._-])/i;

/** Whether a path of the text `document` exists in the repository, seen from the root or from the document. */
export function pathVerdict(path: string, { paths }: RepositoryIndex, document: string): Verdict {
  const withoutLine = path.replace(/:\d+(?:[-:]\d+)?$/, '');
  const candidates = [pathFromRoot(withoutLine, ''), pathFromRoot(withoutLine, document)].filter(
    (each) => each !== null,
  );
  if (candidates.some((each) => paths.has(each))) return right('exists');
  const [file = ''] = candidates;
  if (CREATED_LATER.test(withoutLine) || file === '') return notChecked('made by a build or by the reader');
  const folder = file.split('/').slice(0, -1).join('/');
  const near = similarName(file, [...paths]);
  if (near) return wrong(`there is no ${file}; there is ${near}`);
  if (folder !== '' && paths.has(folder) && /\.\w+$/.test(file))
    return wrong(`${folder} has no ${file.split('/').at(-1)}`);
  return notChecked('may be a file of the reader');
}

/**
 * Whether the source contains an option: as it is typed, as a string, as a property of parsed arguments, or as a field of a struct
 * for arguments. The bare word alone does not count.
 */
export function hasOption(option: string, { sources }: Pick<RepositoryIndex, 'sources'>): boolean {
  const name = option.replace(/^--/, '');
  const spellings = [name, name.replace(/^no-/, '')].flatMap((each) => [
    each,
    each.replaceAll('-', '_'),
    each.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  const words = [...new Set(spellings)].map(escapedPattern).join('|');
  const derivesArguments = /#\[(?:arg|clap|structopt)\b/.test(sources);
  const patterns = [
    // As it is typed: `--name`, `--no-name`, `--[no-]name`.
    `(?<![\\w-])--(?:no-|\\[no-\\])?(?:${words})(?![\\w-])`,
    // As a string.
    `["'\`](?:no-)?(?:${words})["'\`]`,
    // As a property of parsed arguments.
    `\\b(?:argv|args|options|opts|flags|cli|program|config)\\??\\.(?:${words})\\b`,
    // As the key of its definition.
    `^\\s*["']?(?:${words})["']?\\s*:\\s*\\{`,
    // As a field of a Rust struct for arguments.
    ...(derivesArguments ? [`(?:pub(?:\\([^)]*\\))?\\s+|^\\s+)(?:${words})\\s*:`] : []),
  ];
  return new RegExp(patterns.join('|'), 'm').test(sources);
}

/** Whether the repository has an option. `isOwn`: it is an option of one of its programs, so its absence is an error. */
export function optionVerdict(option: string, index: RepositoryIndex, isOwn: boolean): Verdict {
  if (/^--(?:help|version)$/.test(option)) return right('every program has it');
  if (hasOption(option, index)) return right('in the source');
  const near = similarName(
    option.slice(2),
    index.options.map((each) => each.slice(2)),
  );
  if (near) return wrong(`not in the source; there is --${near}`);
  return isOwn
    ? wrong('not in the source, where the other options are')
    : notChecked('may be an option of another program');
}

/** The last part of a path; empty without a path. */
export const baseName = (word: string | undefined): string => word?.split('/').at(-1) ?? '';
