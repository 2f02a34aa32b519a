// Flags shared by several git subcommands. None of them writes, runs a program, or reads outside the repository.

/** Flags that control how changes are shown. */
export const showing = `-puszwbWaR -# -U=number -n=number -S=text -G=text -M[=text] -C[=text] -B[=text] -l=number --patch --no-patch --unified=number --raw --patch-with-stat
  --stat[=text] --shortstat --numstat --dirstat[=text] --summary --name-only --name-status --color[=text] --no-color --word-diff[=text]
  --color-words[=text] --minimal --patience --histogram --diff-algorithm=text --find-renames[=text] --find-copies[=text] --no-renames --check
  --full-index --binary --abbrev[=text] --text --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-space-at-eol
  --function-context --diff-filter=text --pickaxe-regex --pickaxe-all --relative[=text] --no-ext-diff --no-textconv --exit-code --quiet
  --inter-hunk-context=number --compact-summary --submodule[=text] --ignore-submodules[=text] --color-moved[=text] --src-prefix=text --dst-prefix=text
  --no-prefix --cc --combined-all-paths`;

/** Flags that select commits and control how they are shown. */
export const walking = `-g -i -E -F -P -L=text --oneline --graph --decorate[=text] --no-decorate --all --branches[=text] --tags[=text] --remotes[=text] --pretty[=text]
  --format=text --abbrev-commit --no-abbrev-commit --max-count=number --skip=number --since=text --after=text --until=text --before=text
  --author=text --committer=text --grep=text --all-match --invert-grep --regexp-ignore-case --merges --no-merges --first-parent --reverse
  --date=text --relative-date --follow --full-history --simplify-merges --ancestry-path --topo-order --date-order --author-date-order --left-right
  --cherry --cherry-pick --cherry-mark --boundary --parents --children --count --walk-reflogs --no-walk --source --show-pulls --log-size
  --left-only --right-only --min-parents=number --max-parents=number --fixed-strings --extended-regexp --perl-regexp`;
