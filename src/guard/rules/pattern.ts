// Parses the patterns of the guard's rules, from the configuration and from the user's own guard.yml. Used by match.ts, ../bash.ts,
// ../files.ts and ../index.ts, and by src/services/guard-context.ts.
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { UserError } from '../../ports/errors.js';
import { type GuardOptions, LAYERS, type Layer, type Rules } from '../options.js';
import { segmentsOf } from '../paths/posix.js';
import { plainCommand } from '../shell/syntax.js';

/** File tools that a pattern may name. A rule for `Write` also applies to `Edit`, and the reverse. */
export const FILE_TOOLS = ['Read', 'Write', 'Edit', 'Glob', 'Grep'] as const;
export type FileTool = (typeof FILE_TOOLS)[number];

export type Pattern =
  /** Exactly these words. */
  | { readonly of: 'argv'; readonly words: readonly string[] }
  /** These words, each a glob. `mayContinue`: any words may follow. `isPrefix`: the last word is a prefix. */
  | {
      readonly of: 'words';
      readonly words: readonly string[];
      readonly mayContinue: boolean;
      readonly isPrefix: boolean;
    }
  | {
      readonly of: 'path';
      readonly tool: FileTool;
      readonly segments: readonly string[];
      /** Where the path starts: the root of the project, the home folder, or the file system's root. */
      readonly from: 'root' | 'home' | 'top';
    }
  | { readonly of: 'host'; readonly glob: string }
  /** A tool by name, such as a tool of an MCP server. */
  | { readonly of: 'tool'; readonly glob: string };

/** A parsed rule. */
export interface Rule {
  readonly text: string;
  readonly layer: Layer;
  readonly pattern: Pattern;
}

/** The rules of all layers; those of the repository come first. */
export interface RuleBook {
  readonly allow: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly deny: readonly Rule[];
}

/** Parses the rules. Throws a UserError for an invalid pattern, because a deny rule that is ignored would protect nothing. */
export function ruleBook({ rules, detected = [] }: Pick<GuardOptions, 'rules' | 'detected'>): RuleBook {
  const of = (list: 'allow' | 'ask' | 'deny') =>
    LAYERS.flatMap((layer) =>
      (rules[layer]?.[list] ?? []).map((text) => ({ text, layer, pattern: readPattern(text) })),
    );
  const found = detected.flatMap((line): Rule[] => {
    const pattern = argvOf(line);
    return pattern ? [{ text: `argv:${line}`, layer: 'project', pattern }] : [];
  });
  return { allow: [...of('allow'), ...found], ask: of('ask'), deny: of('deny') };
}

function readPattern(text: string): Pattern {
  const pattern = text.startsWith('argv:') ? argvOf(text.slice(5)) : (callPattern(text) ?? toolPattern(text));
  if (pattern) return pattern;
  throw new UserError({
    expected: 'a pattern such as `Bash(curl *)`, `Read(.env)`, `argv:npm test` or `mcp__server__tool`',
    found: `"${text}"`,
    remedy: 'Words of an `argv:` pattern are quoted as in the shell, and hold nothing that it would expand.',
  });
}

/** The words of a line that is one plain command. */
function argvOf(line: string): Pattern | undefined {
  const plain = plainCommand(line.trim());
  return 'words' in plain ? { of: 'argv', words: plain.words.map(({ text }) => text) } : undefined;
}

function callPattern(text: string): Pattern | undefined {
  const [, tool, inner = ''] = /^([A-Za-z]+)\((.+)\)$/s.exec(text) ?? [];
  if (tool === 'Bash') return wordPattern(inner);
  if (tool === 'Fetch') return { of: 'host', glob: inner.replace(/^domain:/, '').toLowerCase() };
  const file = FILE_TOOLS.find((each) => each === tool);
  return file ? pathPattern(file, inner) : undefined;
}

/** The pattern of `Bash(…)`. Other tools write `npm run test:*` for "and any words after it"; it is accepted too. */
function wordPattern(inner: string): Pattern | undefined {
  const words = inner.replace(/:\*$/, ' *').split(/\s+/).filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  if (last === '*') return { of: 'words', words: words.slice(0, -1), mayContinue: true, isPrefix: false };
  // `ls*` is a prefix of a word; `ci/*` is a glob for one word.
  if (!/[\w-]\*$/.test(last)) return { of: 'words', words, mayContinue: false, isPrefix: false };
  return { of: 'words', words: [...words.slice(0, -1), last.slice(0, -1)], mayContinue: true, isPrefix: true };
}

function startOf(path: string): 'root' | 'home' | 'top' {
  if (path.startsWith('/')) return 'top';
  return /^~(?:\/|$)/.test(path) ? 'home' : 'root';
}

/** As in .gitignore, a name without a slash matches at any depth. */
function pathPattern(tool: FileTool, inner: string): Pattern {
  const from = startOf(inner);
  const segments = segmentsOf(from === 'home' ? inner.slice(1) : inner);
  const anywhere = from === 'root' && !inner.replace(/\/$/, '').includes('/') && !inner.startsWith('*');
  return { of: 'path', tool, segments: anywhere ? ['**', ...segments] : segments, from };
}

/** A tool name alone matches every call of that tool. */
function toolPattern(text: string): Pattern | undefined {
  const file = FILE_TOOLS.find((each) => each === text);
  if (file) return pathPattern(file, '/**');
  if (text === 'Bash') return wordPattern('*');
  if (text === 'Fetch') return { of: 'host', glob: '*' };
  return /^(?:mcp__[\w-]+(?:__[\w*-]+)?|[A-Z][A-Za-z]*)$/.test(text) ? { of: 'tool', glob: text } : undefined;
}

const patterns = z.array(z.string().min(1).max(500)).default([]);
const shape = z.strictObject({ allow: patterns, ask: patterns, deny: patterns }).prefault({});

/** Reads `guard.yml` in crew's home: rules for this machine only, in the same three lists as `guard` in the configuration. */
export function readLocalRules(text: string): Rules {
  const document = parseDocument(text);
  const read = shape.safeParse(document.errors.length > 0 ? null : (document.toJS() ?? {}));
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw new UserError({
      expected: 'three lists of patterns, `allow`, `ask` and `deny`, in guard.yml',
      found: document.errors[0]?.message.split('\n')[0] ?? `something else${where}`,
      remedy: 'docs/guard.md shows one.',
    });
  }
  // Throws now on a pattern that cannot be parsed, not at the first call that needs it.
  ruleBook({ rules: { local: read.data } });
  return read.data;
}
