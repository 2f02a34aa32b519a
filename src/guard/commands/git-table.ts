import { ask, type Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import { listedPathOf } from '../paths/listed-path-of.js';
import { LIKELY_SECRETS } from '../paths/path-lists.js';
import { show } from '../show.js';
import { showing, walking } from './git-flags.js';
import type { Call, Row } from './grammar.js';

const WRITES = 'writes to a file';
const RUNS = 'runs programs that the configuration names';
const OUTSIDE = 'reads files outside the repository';

const danger = {
  '--output': WRITES,
  '-o': WRITES,
  '--ext-diff': RUNS,
  '--textconv': RUNS,
  '--show-signature': RUNS,
  '--no-index': OUTSIDE,
  '-O': 'reads an order from a file',
};

/** `%G?` and `%(signature)` run the program that checks signatures. */
const formats = ({ flags }: Call): readonly Finding[] =>
  flags
    .filter(({ flag, value = '' }) => ['--format', '--pretty'].includes(flag) && /%G|%\(\*?signature/.test(value))
    .map(({ value = '' }) => ask('7C', value, `${show(value)} runs the program that checks signatures`));

const NAME = /^(?!-|\/|.*(?:\.\.|@\{|\/\/|\.lock$))[\w./+#@-]{1,200}$/;

/** Allows creating a branch at HEAD; any other use of the command changes the tree. */
const newBranch =
  (...flags: readonly string[]) =>
  ({ name, flags: given, operands: [start] }: Call): readonly Finding[] => {
    const made = given.find(({ flag }) => flags.includes(flag))?.value;
    const subcommand = name.replace('git ', '');
    if (made === undefined)
      return [
        ask(
          '7B2',
          subcommand,
          `${show(name)} changes the tree, except when it makes a branch with ${show(flags[0] ?? '')}`,
        ),
      ];
    if (start !== undefined) return [ask('7B2', start, `to begin a branch at ${show(start)} changes the tree`)];
    return NAME.test(made) ? [] : [ask('7B2', made, `${show(made)} is no plain name of a branch`)];
  };

/** `git checkout` with paths discards their changes without a warning. */
const dropsChanges = ({ operands }: Call): readonly Finding[] =>
  operands
    .filter((word) => word === '.' || word.includes('*') || word.startsWith(':'))
    .map((word) => ask('7B2', word, `${show(word)} drops the changes of many files`));

/** Discarding the changes of one named file is allowed; discarding more is asked about. */
const oneFile = ({ operands }: Call, context: GuardContext): readonly Finding[] => {
  const [word = '', second] = operands;
  if (second !== undefined)
    return [ask('7B2', second, '`git restore` of more than one file drops more than one change')];
  if (word.startsWith(':') || /[*?[\\]/.test(word))
    return [ask('7B2', word, `${show(word)} may mean many files to git`)];
  return word === '' || context.entryKind(context.place(word).path) === 'folder' || word.endsWith('/')
    ? [ask('7B2', word || 'restore', `${show(word || 'git restore')} means many files, whose changes would be lost`)]
    : [];
};

/** Moving a folder could move a protected file in it, so only one file may be moved. */
const movesOneFile = ({ operands: [from = '', to, third] }: Call, context: GuardContext): readonly Finding[] => {
  if (to === undefined || third !== undefined || context.entryKind(context.place(from).path) !== 'file')
    return [ask('7B2', from || 'mv', '`git mv` of anything but one file to one place may move what is protected')];
  const unusual = [from, to].find((word) => word.startsWith(':') || /[*?[\\]/.test(word));
  if (unusual !== undefined) return [ask('7B2', unusual, `${show(unusual)} may mean many files to git`)];
  const place = context.place(from);
  const secret = listedPathOf(place.below ?? '', LIKELY_SECRETS);
  return secret ? [ask('7B2', from, `${show(from)} ${secret.why}`)] : [];
};

const needsMessage = ({ name, has }: Call): readonly Finding[] =>
  has('-m', '--message', '-F', '--file') ? [] : [ask('7C', name, '`git commit` without `-m` waits for an editor')];

/** With one of these flags git lists, whatever names follow. */
const LISTS = ['--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];

const onlyListing = ({ name, has, operands }: Call): readonly Finding[] =>
  operands.length > 0 && !has('-l', '--list', ...LISTS)
    ? [ask('7B2', operands[0] ?? name, `${show(name)} with a name makes something`)]
    : [];

const only =
  (...allowed: readonly string[]) =>
  ({ name, operands }: Call): readonly Finding[] =>
    allowed.includes(operands[0] ?? '')
      ? []
      : [
          ask(
            '7B2',
            operands[0] ?? name.replace('git ', ''),
            `${show([name, operands[0] ?? ''].join(' ').trim())} changes something`,
          ),
        ];

const diffing: Row = { does: 'shows changes', flags: showing, operands: 'name*', danger };

/** The git subcommands that run without a question. Revisions are judged like names of paths, which never makes an unsafe one pass. */
export const gitTable: Readonly<Record<string, Row>> = {
  status: {
    does: 'shows what changed',
    flags:
      '-sbvz -u[=text] --short --branch --show-stash --porcelain[=text] --long --verbose --untracked-files[=text] --ignored[=text] --ignore-submodules[=text] --ahead-behind --no-ahead-behind --renames --no-renames --null',
    operands: 'name*',
  },
  diff: { ...diffing, flags: `${showing} --cached --staged --merge-base --base --ours --theirs` },
  log: { does: 'shows history', flags: `${showing} ${walking}`, operands: 'name*', danger, also: formats },
  show: { does: 'shows a commit', flags: `${showing} ${walking}`, operands: 'name*', danger, also: formats },
  'rev-list': { does: 'lists commits', flags: `-n=number -# ${walking}`, operands: 'name*', danger, also: formats },
  'rev-parse': {
    does: 'prints facts about revisions and the repository',
    flags:
      '-q --verify --quiet --short[=number] --abbrev-ref[=text] --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches[=text] --tags[=text] --remotes[=text]',
    operands: 'name*',
  },
  branch: {
    does: 'lists branches',
    flags:
      '-arvl --show-current --all --remotes --list --verbose --merged[=text] --no-merged[=text] --contains[=text] --no-contains[=text] --sort=text --format=text --points-at=text --color[=text] --no-color --column[=text] --no-column --ignore-case --abbrev[=text] --no-abbrev',
    operands: 'text*',
    danger: {
      '-d': 'deletes a branch',
      '-D': 'deletes a branch',
      '--delete': 'deletes a branch',
      '-m': 'renames a branch',
      '-M': 'renames a branch',
      '-f': 'moves a branch',
    },
    also: (call) => [...onlyListing(call), ...formats(call)],
  },
  tag: {
    does: 'lists tags',
    flags:
      '-l -n[=number] --list --sort=text --format=text --contains[=text] --no-contains[=text] --merged[=text] --no-merged[=text] --points-at=text --column[=text] --ignore-case',
    operands: 'text*',
    danger: { '-d': 'deletes a tag', '-f': 'moves a tag', '-s': RUNS, '-v': RUNS, '-F': 'makes a tag from a file' },
    also: (call) => [...onlyListing(call), ...formats(call)],
  },
  add: {
    does: 'puts files into the next commit',
    flags:
      '-Aunv --all --update --dry-run --verbose --no-ignore-removal --intent-to-add -N --refresh --no-all --ignore-errors',
    operands: 'read*',
    danger: {
      '-f': 'adds what is ignored, such as `.env`',
      '--force': 'adds what is ignored, such as `.env`',
      '-i': 'waits for answers',
      '-p': 'waits for answers',
      '-e': 'waits for an editor',
      '--pathspec-from-file': 'reads a list from a file',
    },
  },
  commit: {
    does: 'makes a commit',
    flags:
      '-asqv -m=text -F=read --message=text --file=read --all --signoff --quiet --verbose --allow-empty --dry-run --short --branch --porcelain --long --no-status --only -o --no-gpg-sign',
    operands: 'read*',
    danger: {
      '--amend': 'rewrites a commit that may have been reviewed',
      '-n': 'skips the hooks',
      '--no-verify': 'skips the hooks',
      '-S': RUNS,
      '--gpg-sign': RUNS,
      '-c': 'waits for an editor',
      '-e': 'waits for an editor',
      '-p': 'waits for answers',
      '--author': 'writes somebody else’s name',
    },
    also: needsMessage,
  },
  checkout: {
    does: 'makes a branch',
    flags: '-q -b=text --quiet',
    operands: 'name*',
    danger: { '-B': 'moves a branch', '-f': 'drops changes' },
    also: (call) => [...newBranch('-b')(call), ...dropsChanges(call)],
  },
  switch: {
    does: 'makes a branch',
    flags: '-q -c=text --create=text --quiet',
    operands: 'text*',
    danger: { '-C': 'moves a branch', '-f': 'drops changes', '--discard-changes': 'drops changes' },
    also: newBranch('-c', '--create'),
  },
  mv: {
    does: 'moves one file, and keeps its content',
    flags: '-vn --verbose --dry-run',
    operands: 'write write',
    danger: { '-f': 'overwrites what is there', '--force': 'overwrites what is there', '-k': 'passes over what fails' },
    also: movesOneFile,
  },
  restore: {
    does: 'takes back the changes of one file',
    flags: '-qSW --quiet --staged --worktree',
    operands: 'read',
    danger: {
      '-s': 'takes a file from another commit',
      '--source': 'takes a file from another commit',
      '-p': 'waits for answers',
    },
    also: oneFile,
  },
  blame: {
    does: 'shows who wrote a line',
    flags:
      '-belstwcfnp -L=text -C[=text] -M[=text] --root --show-name --show-number --show-email --porcelain --line-porcelain --date=text --abbrev=number --since=text',
    operands: 'name*',
    danger: { '-S': 'reads revisions from a file', '--contents': OUTSIDE },
  },
  grep: {
    does: 'searches tracked files',
    flags: `-aciIwvhHEGPFnlLzopWq -# -A=number -B=number -C=number -e=text -m=number --text --cached --count --ignore-case --word-regexp --invert-match --extended-regexp
      --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --only-matching --color[=text] --no-color --break
      --heading --show-function --function-context --context=number --after-context=number --before-context=number --and --or --not --all-match --max-depth=number --quiet --full-name --null`,
    operandsFor: ({ has }) => (has('-e') ? 'name*' : 'text name*'),
    danger: {
      '-O': RUNS,
      '--open-files-in-pager': RUNS,
      '-f': 'reads patterns from a file',
      '--no-index': 'searches untracked files',
      '--untracked': 'searches untracked files',
      '--textconv': RUNS,
    },
  },
  'ls-files': {
    does: 'lists files',
    flags:
      '-zcdomstuk -x=text --cached --deleted --modified --others --ignored --stage --exclude-standard --directory --exclude=text --full-name --error-unmatch --eol --unmerged --killed --no-empty-directory',
    operands: 'name*',
    danger: { '-X': 'reads a list from a file', '--exclude-from': 'reads a list from a file' },
  },
  'ls-tree': {
    does: 'lists a tree',
    flags: '-drtlz --name-only --name-status --long --full-name --full-tree --abbrev[=number]',
    operands: 'name*',
  },
  'cat-file': {
    does: 'shows an object',
    flags: '-tspe',
    operands: 'name*',
    danger: { '--textconv': RUNS, '--filters': RUNS },
  },
  'merge-base': {
    does: 'finds a common commit',
    flags: '-a --all --is-ancestor --octopus --independent --fork-point',
    operands: 'name*',
  },
  describe: {
    does: 'names a commit',
    flags:
      '--all --tags --always --dirty[=text] --long --abbrev=number --match=text --exclude=text --contains --first-parent --exact-match --candidates=number',
    operands: 'name*',
  },
  shortlog: {
    does: 'shows who wrote how much',
    flags: '-nsec -w[=text] --numbered --summary --email --no-merges --since=text --until=text --all --group=text',
    operands: 'name*',
  },
  'count-objects': { does: 'counts objects', flags: '-vH --verbose --human-readable' },
  'check-ignore': {
    does: 'prints why a file is ignored',
    flags: '-qvn --quiet --verbose --non-matching --no-index',
    operands: 'name*',
  },
  'for-each-ref': {
    does: 'lists refs',
    flags:
      '--count=number --sort=text --format=text --points-at=text --merged[=text] --no-merged[=text] --contains[=text]',
    operands: 'text*',
    also: formats,
  },
  'name-rev': { does: 'names a commit', flags: '--tags --all --name-only --always', operands: 'name*' },
  reflog: {
    does: 'shows where HEAD was',
    flags: '-# -n=number --oneline --date=text --all',
    operands: 'text?',
    also: (call) => (call.operands.length === 0 ? [] : only('show')(call)),
  },
  remote: {
    does: 'lists remotes by name',
    operands: 'text*',
    danger: {
      '-v': 'prints addresses, which may hold a token',
      '--verbose': 'prints addresses, which may hold a token',
    },
    also: ({ operands: [word] }) =>
      word === undefined
        ? []
        : [ask('7B2', word, `${show(`git remote ${word}`)} changes or prints the address of a remote`)],
  },
  stash: { does: 'lists stashes', operands: 'text', also: only('list') },
  worktree: { does: 'lists trees', operands: 'text', flags: '--porcelain', also: only('list') },
};
