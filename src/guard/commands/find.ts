// The known form of `find`, whose expressions the notation of the other rows cannot describe.

import { ask, type Finding, show } from '../finding.js';
import type { PathUse } from '../paths/judge.js';
import type { CallReading, KnownCommand } from './grammar.js';

const FLAGS_WITHOUT_VALUE =
  `-print -print0 -ls -prune -quit -empty -readable -writable -executable -nouser -nogroup -true -false -depth -mount -xdev
  -daystart -noleaf -not -and -or -o -a ! ( ) ,`.split(/\s+/);
const FLAGS_WITH_TEXT =
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -mtime -atime -ctime
  -mmin -amin -cmin -size -perm -user -group -uid -gid -links -inum -printf -fstype -used`.split(/\s+/);
/** The permission phase that judges options of known commands. */
const PHASE = '7C';

const FLAGS_WITH_FILE = ['-newer', '-anewer', '-cnewer', '-samefile'];

const RUNS = 'runs a program on what it finds';
const WRITES = 'writes to a file';
const LINKS = 'follows links, also those that lead outside';
const DANGEROUS_FLAGS: Readonly<Record<string, string>> = {
  '-exec': RUNS,
  '-execdir': RUNS,
  '-ok': RUNS,
  '-okdir': RUNS,
  '-delete': 'deletes what it finds',
  '-fprint': WRITES,
  '-fprint0': WRITES,
  '-fprintf': WRITES,
  '-fls': WRITES,
  '-follow': LINKS,
  '-L': LINKS,
  '-H': LINKS,
  '-files0-from': 'reads a list of folders from a file',
};

/** Reads the starting points, then the expression word by word as find does, since a value may look like a flag. */
function read(words: readonly string[]): CallReading {
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  let at = words[0] === '-P' ? 1 : 0;
  for (; at < words.length && !/^[-(!,)]/.test(words[at] ?? ''); at += 1)
    paths.push({ word: words[at] ?? '', use: 'name' });
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (FLAGS_WITHOUT_VALUE.includes(word)) continue;
    const takesValue = FLAGS_WITH_TEXT.includes(word) || FLAGS_WITH_FILE.includes(word);
    if (!takesValue) findings.push(objection(word));
    else if (words[at + 1] === undefined) findings.push(ask(PHASE, word, `${show(word)} of \`find\` needs a value`));
    if (FLAGS_WITH_FILE.includes(word)) paths.push({ word: words[at + 1] ?? '', use: 'name' });
    if (takesValue) at += 1;
  }
  return { findings, paths };
}

function objection(word: string): Finding {
  const why = DANGEROUS_FLAGS[word];
  return ask(
    PHASE,
    word,
    why
      ? `${show(word)} of \`find\` ${why}`
      : `${show(word)} is not an option, test or operator of \`find\` that is known to be safe`,
  );
}

export const find: KnownCommand = {
  name: 'find',
  does: 'finds files',
  form: `find [folders] ${[...FLAGS_WITHOUT_VALUE, ...FLAGS_WITH_TEXT.map((each) => `${each} TEXT`), ...FLAGS_WITH_FILE.map((each) => `${each} FILE`)].join(' ')}`,
  read,
};
