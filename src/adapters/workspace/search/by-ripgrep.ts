import type { Found } from '../../../ports.js';
import { linesOf } from './lines-of.js';
import { ripgrep } from './ripgrep-binary.js';
import {
  badPattern,
  collectLimit,
  type FolderSearch,
  type Hits,
  type Searcher,
  tooSlow,
  windowOf,
} from './searcher.js';

/** Ignores configuration and all ignore files except .gitignore, so that a tree cannot hide files from a search. */
const PLAIN = ['--no-config', '--json', '--hidden', '--no-require-git', '--no-ignore-dot', '--no-ignore-global'];

/** Uses ripgrep, whose expressions run in linear time. */
export const byRipgrep: Searcher = {
  name: 'ripgrep',
  async search(ask) {
    const binary = await ripgrep();
    return binary === null ? null : searchWith(binary, ask);
  },
};

/** The last line of a completed ripgrep search. */
const SUMMARY = /^\{"data":\{.*"type":"summary"\}$/;

async function searchWith(binary: string, ask: FolderSearch): Promise<Hits> {
  const found: Found[] = [];
  const room = collectLimit(ask);
  let matched = 0;
  let summed = false;
  const { said, late, lost } = await linesOf({
    command: binary,
    args: argsOf(ask),
    cwd: ask.root,
    signal: ask.signal,
    each: (line) => {
      summed ||= SUMMARY.test(line);
      const hit = hitOf(line);
      if (hit === null) return true;
      found.push(hit);
      matched += hit.matched ? 1 : 0;
      return matched <= room;
    },
  });
  if (late) throw tooSlow();
  // Unreadable files are skipped; an invalid pattern ends ripgrep without a summary.
  if (!summed && found.length === 0 && !lost) throw badPattern(said);
  return { found, missed: lost || matched > room };
}

function argsOf({
  pattern,
  literal,
  ignoreCase,
  globs = [],
  context = 0,
  folder,
  most,
}: FolderSearch): readonly string[] {
  return [
    ...PLAIN,
    ...(literal ? ['--fixed-strings'] : []),
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(context > 0 ? ['--context', String(context)] : []),
    '--max-count',
    String(most + 1),
    ...globs.flatMap((glob) => ['-g', glob, '-g', insideOf(glob)]),
    // Last, because the last matching glob decides.
    '-g',
    '!.git',
    '--regexp',
    pattern,
    '--',
    `./${folder}`,
  ];
}

/** Everything inside a folder that matches the glob. */
function insideOf(glob: string): string {
  const excludes = glob.startsWith('!');
  const bare = (excludes ? glob.slice(1) : glob).replace(/\/$/, '');
  return `${excludes ? '!' : ''}${bare.includes('/') ? bare : `**/${bare}`}/**`;
}

interface Said {
  readonly type: string;
  readonly data: {
    readonly path?: { readonly text?: string };
    readonly lines?: { readonly text?: string; readonly bytes?: string };
    readonly line_number?: number;
    readonly submatches?: readonly { readonly start: number }[];
  };
}

function hitOf(line: string): Found | null {
  const isMatch = line.startsWith('{"type":"match"');
  if (!isMatch && !line.startsWith('{"type":"context"')) return null;
  const { data }: Said = JSON.parse(line);
  const text = data.lines?.text ?? Buffer.from(data.lines?.bytes ?? '', 'base64').toString();
  if (data.path?.text === undefined || data.line_number === undefined) return null;
  const at = data.submatches?.[0]?.start ?? 0;
  const file = data.path.text.replace(/^(?:\.\/)+/, '');
  return { file, line: data.line_number, text: windowOf(text, at), matched: isMatch };
}
