// For git-table.ts: flags that several git subcommands share, and checks of calls that the notation of the table cannot express. DIFF_FLAGS and
// LOG_FLAGS have no flag that writes, runs a program, or reads outside the repository.
import { ask, type Finding, show } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import { listedPathOf } from '../paths/judge.js';
import { LIKELY_SECRETS } from '../paths/path-lists.js';
import type { Call } from './grammar.js';

/** Flags that control how changes are shown. */
export const DIFF_FLAGS = `-puszwbWaR -# -U=number -n=number -S=text -G=text -M[=text] -C[=text] -B[=text] -l=number --patch --no-patch --unified=number --raw --patch-with-stat
  --stat[=text] --shortstat --numstat --dirstat[=text] --summary --name-only --name-status --color[=text] --no-color --word-diff[=text]
  --color-words[=text] --minimal --patience --histogram --diff-algorithm=text --find-renames[=text] --find-copies[=text] --no-renames --check
  --full-index --binary --abbrev[=text] --text --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-space-at-eol
  --function-context --diff-filter=text --pickaxe-regex --pickaxe-all --relative[=text] --no-ext-diff --no-textconv --exit-code --quiet
  --inter-hunk-context=number --compact-summary --submodule[=text] --ignore-submodules[=text] --color-moved[=text] --src-prefix=text --dst-prefix=text
  --no-prefix --cc --combined-all-paths`;

/** Flags that select commits and control how they are shown. */
export const LOG_FLAGS = `-g -i -E -F -P -L=text --oneline --graph --decorate[=text] --no-decorate --all --branches[=text] --tags[=text] --remotes[=text] --pretty[=text]
  --format=text --abbrev-commit --no-abbrev-commit --max-count=number --skip=number --since=text --after=text --until=text --before=text
  --author=text --committer=text --grep=text --all-match --invert-grep --regexp-ignore-case --merges --no-merges --first-parent --reverse
  --date=text --relative-date --follow --full-history --simplify-merges --ancestry-path --topo-order --date-order --author-date-order --left-right
  --cherry --cherry-pick --cherry-mark --boundary --parents --children --count --walk-reflogs --no-walk --source --show-pulls --log-size
  --left-only --right-only --min-parents=number --max-parents=number --fixed-strings --extended-regexp --perl-regexp`;

const WRITES = 'writes to a file';

export const RUNS = 'runs programs that the configuration names';

export const OUTSIDE = 'reads files outside the repository';

/** Flags that are asked about, with the reason. */
export const askedFlags = {
  '--output': WRITES,
  '-o': WRITES,
  '--ext-diff': RUNS,
  '--textconv': RUNS,
  '--show-signature': RUNS,
  '--no-index': OUTSIDE,
  '-O': 'reads an order from a file',
};

/** Asks about formats with `%G?` or `%(signature)`, which run the program that checks signatures. */
export const checkSignatureFormats = ({ flags }: Call): readonly Finding[] =>
  flags
    .filter(({ flag, value = '' }) => ['--format', '--pretty'].includes(flag) && /%G|%\(\*?signature/.test(value))
    .map(({ value = '' }) => ask('7C', value, `${show(value)} runs the program that checks signatures`));

const BRANCH_NAME = /^(?!-|\/|.*(?:\.\.|@\{|\/\/|\.lock$))[\w./+#@-]{1,200}$/;

/** Allows creating a branch at HEAD; any other use of the command changes the tree. */
export const checkNewBranch =
  (...flags: readonly string[]) =>
  ({ name, flags: flagsOfCall, operands: [start] }: Call): readonly Finding[] => {
    const newName = flagsOfCall.find(({ flag }) => flags.includes(flag))?.value;
    const subcommand = name.replace('git ', '');
    if (newName === undefined)
      return [
        ask(
          '7B2',
          subcommand,
          `${show(name)} changes the tree, except when it makes a branch with ${show(flags[0] ?? '')}`,
        ),
      ];
    if (start !== undefined) return [ask('7B2', start, `to begin a branch at ${show(start)} changes the tree`)];
    return BRANCH_NAME.test(newName) ? [] : [ask('7B2', newName, `${show(newName)} is no plain name of a branch`)];
  };

/** Asks about paths of `git checkout`, whose changes it would discard without a warning. */
export const checkDroppedChanges = ({ operands }: Call): readonly Finding[] =>
  operands
    .filter((word) => word === '.' || word.includes('*') || word.startsWith(':'))
    .map((word) => ask('7B2', word, `${show(word)} drops the changes of many files`));

/** Discarding the changes of one named file is allowed; discarding more is asked about. */
export const checkRestoredFile = ({ operands }: Call, context: GuardContext): readonly Finding[] => {
  const [word = '', second] = operands;
  if (second !== undefined)
    return [ask('7B2', second, '`git restore` of more than one file drops more than one change')];
  if (word.startsWith(':') || /[*?[\\]/.test(word))
    return [ask('7B2', word, `${show(word)} may mean many files to git`)];
  return word === '' || context.entryKind(context.placeOf(word).path) === 'folder' || word.endsWith('/')
    ? [ask('7B2', word || 'restore', `${show(word || 'git restore')} means many files, whose changes would be lost`)]
    : [];
};

/** Moving a folder could move a protected file in it, so only one file may be moved. */
export const checkMovedFile = (
  { operands: [from = '', to, third] }: Call,
  context: GuardContext,
): readonly Finding[] => {
  if (to === undefined || third !== undefined || context.entryKind(context.placeOf(from).path) !== 'file')
    return [ask('7B2', from || 'mv', '`git mv` of anything but one file to one place may move what is protected')];
  const unusual = [from, to].find((word) => word.startsWith(':') || /[*?[\\]/.test(word));
  if (unusual !== undefined) return [ask('7B2', unusual, `${show(unusual)} may mean many files to git`)];
  const place = context.placeOf(from);
  const secret = listedPathOf(place.relativePath ?? '', LIKELY_SECRETS);
  return secret ? [ask('7B2', from, `${show(from)} ${secret.why}`)] : [];
};

/** Without a message `git commit` opens an editor. */
export const checkMessage = ({ name, hasFlag }: Call): readonly Finding[] =>
  hasFlag('-m', '--message', '-F', '--file') ? [] : [ask('7C', name, '`git commit` without `-m` waits for an editor')];

/** With one of these flags git only lists, with or without names after the flag. */
const LIST_FLAGS = ['--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];

/** Asks about names without a flag that lists: they create a branch or tag. */
export const checkListing = ({ name, hasFlag, operands }: Call): readonly Finding[] =>
  operands.length > 0 && !hasFlag('-l', '--list', ...LIST_FLAGS)
    ? [ask('7B2', operands[0] ?? name, `${show(name)} with a name makes something`)]
    : [];

/** Asks about every action (first operand) except the allowed ones. */
export const checkActions =
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
