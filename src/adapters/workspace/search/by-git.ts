import type { Found } from '../../../ports.js';
import { gitArgs, gitEnv } from '../../git/hardened.js';
import { fitsGlobs } from '../glob.js';
import { linesOf, type Printed } from './lines-of.js';
import {
  badPattern,
  collectLimit,
  type FolderSearch,
  type Hits,
  type Searcher,
  tooSlow,
  windowOf,
} from './searcher.js';

/** Uses `git grep` in a repository. PCRE has a backtracking limit, so an expression cannot run forever. */
export const byGit: Searcher = {
  name: 'git grep',
  async search(ask) {
    const perl = await grep(ask, ask.literal ? '--fixed-strings' : '--perl-regexp');
    return perl?.withoutPerl ? await grep(ask, '--extended-regexp') : perl;
  },
};

type Dialect = '--fixed-strings' | '--perl-regexp' | '--extended-regexp';

async function grep(ask: FolderSearch, dialect: Dialect): Promise<(Hits & { withoutPerl?: boolean }) | null> {
  const found: Found[] = [];
  const wanted = fitsGlobs(ask.globs ?? []);
  let matched = 0;
  const { PATH = '' } = process.env;
  const printed = await linesOf({
    command: 'git',
    args: argsOf(ask, dialect),
    cwd: ask.root,
    env: gitEnv({ PATH }),
    signal: ask.signal,
    each: (line) => {
      const hit = hitOf(line);
      if (hit === null || !wanted(hit.file)) return true;
      found.push(hit);
      matched += hit.matched ? 1 : 0;
      return matched <= collectLimit(ask);
    },
  });
  const missed = matched > collectLimit(ask);
  return missed ? { found, missed } : settled(printed, found);
}

/** Exit code 1: no match. 128: invalid pattern, or no repository. */
function settled(
  { exit, said, late, lost }: Printed,
  found: readonly Found[],
): (Hits & { withoutPerl?: boolean }) | null {
  if (late) throw tooSlow();
  if (exit === 0 || exit === 1) return { found, missed: lost };
  if (/USE_LIBPCRE|Perl-compatible/i.test(said)) return { found, missed: false, withoutPerl: true };
  if (exit === null || /not a git repository/i.test(said)) return null;
  throw badPattern(said);
}

function argsOf({ pattern, ignoreCase, context = 0, folder }: FolderSearch, dialect: Dialect): readonly string[] {
  const how = [
    '--untracked',
    '--exclude-standard',
    '-I',
    '-n',
    '--column',
    '-z',
    '--no-color',
    '--no-recurse-submodules',
  ];
  return [
    ...gitArgs(),
    'grep',
    ...how,
    dialect,
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(context > 0 ? [`-C${context}`] : []),
    '-e',
    pattern,
    '--',
    ...(folder === '' ? [] : [`:(literal)${folder}`]),
  ];
}

/** Fields end with NUL: file name, line, and for a match its column. */
function hitOf(line: string): Found | null {
  const [file, number, columnOrText, ...rest] = line.split('\0');
  if (file === undefined || number === undefined || columnOrText === undefined) return null;
  const matched = rest.length > 0;
  const text = matched ? rest.join('\0') : columnOrText;
  const at = matched ? Number(columnOrText) - 1 : 0;
  return { file, line: Number(number), text: windowOf(text, at), matched };
}
