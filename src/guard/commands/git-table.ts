// The table of git subcommands that run without a question. The notation is at the end of grammar.ts, the kinds of operands in
// ../paths/judge.ts.

import { ask, show } from '../finding.js';
import {
  askedFlags,
  checkActions,
  checkDroppedChanges,
  checkListing,
  checkMessage,
  checkMovedFile,
  checkNewBranch,
  checkRestoredFile,
  checkSignatureFormats,
  DIFF_FLAGS,
  LOG_FLAGS,
  OUTSIDE,
  RUNS,
} from './git-checks.js';
import type { CommandRow } from './grammar.js';

const diffRow: CommandRow = { does: 'shows changes', flags: DIFF_FLAGS, operands: 'name*', askedFlags };

/**
 * The git subcommands that run without a question. A revision is judged as if it were a path. At worst this asks about a harmless call, because
 * git can only use the word as a revision or a path.
 */
export const gitTable: Readonly<Record<string, CommandRow>> = {
  status: {
    does: 'shows what changed',
    flags:
      '-sbvz -u[=text] --short --branch --show-stash --porcelain[=text] --long --verbose --untracked-files[=text] --ignored[=text] --ignore-submodules[=text] --ahead-behind --no-ahead-behind --renames --no-renames --null',
    operands: 'name*',
  },
  diff: { ...diffRow, flags: `${DIFF_FLAGS} --cached --staged --merge-base --base --ours --theirs` },
  log: {
    does: 'shows history',
    flags: `${DIFF_FLAGS} ${LOG_FLAGS}`,
    operands: 'name*',
    askedFlags,
    extraChecks: checkSignatureFormats,
  },
  show: {
    does: 'shows a commit',
    flags: `${DIFF_FLAGS} ${LOG_FLAGS}`,
    operands: 'name*',
    askedFlags,
    extraChecks: checkSignatureFormats,
  },
  'rev-list': {
    does: 'lists commits',
    flags: `-n=number -# ${LOG_FLAGS}`,
    operands: 'name*',
    askedFlags,
    extraChecks: checkSignatureFormats,
  },
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
    askedFlags: {
      '-d': 'deletes a branch',
      '-D': 'deletes a branch',
      '--delete': 'deletes a branch',
      '-m': 'renames a branch',
      '-M': 'renames a branch',
      '-f': 'moves a branch',
    },
    extraChecks: (call) => [...checkListing(call), ...checkSignatureFormats(call)],
  },
  tag: {
    does: 'lists tags',
    flags:
      '-l -n[=number] --list --sort=text --format=text --contains[=text] --no-contains[=text] --merged[=text] --no-merged[=text] --points-at=text --column[=text] --ignore-case',
    operands: 'text*',
    askedFlags: { '-d': 'deletes a tag', '-f': 'moves a tag', '-s': RUNS, '-v': RUNS, '-F': 'makes a tag from a file' },
    extraChecks: (call) => [...checkListing(call), ...checkSignatureFormats(call)],
  },
  add: {
    does: 'puts files into the next commit',
    flags:
      '-Aunv --all --update --dry-run --verbose --no-ignore-removal --intent-to-add -N --refresh --no-all --ignore-errors',
    operands: 'read*',
    askedFlags: {
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
    askedFlags: {
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
    extraChecks: checkMessage,
  },
  checkout: {
    does: 'makes a branch',
    flags: '-q -b=text --quiet',
    operands: 'name*',
    askedFlags: { '-B': 'moves a branch', '-f': 'drops changes' },
    extraChecks: (call) => [...checkNewBranch('-b')(call), ...checkDroppedChanges(call)],
  },
  switch: {
    does: 'makes a branch',
    flags: '-q -c=text --create=text --quiet',
    operands: 'text*',
    askedFlags: { '-C': 'moves a branch', '-f': 'drops changes', '--discard-changes': 'drops changes' },
    extraChecks: checkNewBranch('-c', '--create'),
  },
  mv: {
    does: 'moves one file, and keeps its content',
    flags: '-vn --verbose --dry-run',
    operands: 'write write',
    askedFlags: {
      '-f': 'overwrites what is there',
      '--force': 'overwrites what is there',
      '-k': 'passes over what fails',
    },
    extraChecks: checkMovedFile,
  },
  restore: {
    does: 'takes back the changes of one file',
    flags: '-qSW --quiet --staged --worktree',
    operands: 'read',
    askedFlags: {
      '-s': 'takes a file from another commit',
      '--source': 'takes a file from another commit',
      '-p': 'waits for answers',
    },
    extraChecks: checkRestoredFile,
  },
  blame: {
    does: 'shows who wrote a line',
    flags:
      '-belstwcfnp -L=text -C[=text] -M[=text] --root --show-name --show-number --show-email --porcelain --line-porcelain --date=text --abbrev=number --since=text',
    operands: 'name*',
    askedFlags: { '-S': 'reads revisions from a file', '--contents': OUTSIDE },
  },
  grep: {
    does: 'searches tracked files',
    flags: `-aciIwvhHEGPFnlLzopWq -# -A=number -B=number -C=number -e=text -m=number --text --cached --count --ignore-case --word-regexp --invert-match --extended-regexp
      --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --only-matching --color[=text] --no-color --break
      --heading --show-function --function-context --context=number --after-context=number --before-context=number --and --or --not --all-match --max-depth=number --quiet --full-name --null`,
    operandsFor: ({ hasFlag }) => (hasFlag('-e') ? 'name*' : 'text name*'),
    askedFlags: {
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
    askedFlags: { '-X': 'reads a list from a file', '--exclude-from': 'reads a list from a file' },
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
    askedFlags: { '--textconv': RUNS, '--filters': RUNS },
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
    extraChecks: checkSignatureFormats,
  },
  'name-rev': { does: 'names a commit', flags: '--tags --all --name-only --always', operands: 'name*' },
  reflog: {
    does: 'shows where HEAD was',
    flags: '-# -n=number --oneline --date=text --all',
    operands: 'text?',
    extraChecks: (call) => (call.operands.length === 0 ? [] : checkActions('show')(call)),
  },
  remote: {
    does: 'lists remotes by name',
    operands: 'text*',
    askedFlags: {
      '-v': 'prints addresses, which may hold a token',
      '--verbose': 'prints addresses, which may hold a token',
    },
    extraChecks: ({ operands: [word] }) =>
      word === undefined
        ? []
        : [ask('7B2', word, `${show(`git remote ${word}`)} changes or prints the address of a remote`)],
  },
  stash: { does: 'lists stashes', operands: 'text', extraChecks: checkActions('list') },
  worktree: { does: 'lists trees', operands: 'text', flags: '--porcelain', extraChecks: checkActions('list') },
};
