import type { CommandContext } from './types.js';

/** What a command does to a path that it names. */
export interface Change {
  readonly word: string;
  /**
   * `destroys`: removes the path itself. `thins`: changes or removes entries in it, so the project folder itself is a valid target.
   * `writes`: writes to it.
   */
  readonly how: 'destroys' | 'thins' | 'writes';
}

const operandsOf = (words: readonly string[]): readonly string[] => {
  const end = words.indexOf('--');
  const before = (end === -1 ? words : words.slice(0, end)).slice(1).filter((word) => !word.startsWith('-'));
  return [...before, ...(end === -1 ? [] : words.slice(end + 1))];
};

const change = (how: Change['how'], words: readonly string[]): readonly Change[] =>
  words.map((word) => ({ word, how }));

/** `-t folder` and `--target-directory=folder` name the target before the sources. */
function goals(words: readonly string[]): { readonly sources: readonly string[]; readonly goal: readonly string[] } {
  const operands = operandsOf(words);
  const given = words.flatMap((word, at) => {
    if (/^--target(?:-[a-z]*)?=/.test(word)) return [word.slice(word.indexOf('=') + 1)];
    if (/^(?:-[a-zA-Z]*t|--target(?:-[a-z]*)?)$/.test(word)) return [words[at + 1] ?? ''];
    return /^-t./.test(word) ? [word.slice(2)] : [];
  });
  return given.length > 0
    ? { sources: operands, goal: given }
    : { sources: operands.slice(0, -1), goal: operands.slice(-1) };
}

const inPlace = (words: readonly string[]) => words.some((word) => /^-[a-zA-Z0-9]*i|^--in-?place/.test(word));

const BY_NAME: Readonly<Record<string, (words: readonly string[]) => readonly Change[]>> = {
  ...same(['rm', 'rmdir', 'unlink', 'shred', 'srm', 'wipe', 'truncate'], (words) =>
    change('destroys', operandsOf(words)),
  ),
  ...same(['chmod', 'chown', 'chgrp', 'chattr', 'setfacl'], (words) => change('thins', operandsOf(words).slice(1))),
  ...same(['tee', 'touch', 'mkdir', 'mkfifo', 'mknod', 'patch', 'ed', 'ex', 'vi', 'vim', 'nano'], (words) =>
    change('writes', operandsOf(words)),
  ),
  ...same(['cp', 'ln', 'install', 'rsync', 'scp'], (words) => change('writes', goals(words).goal)),
  ...same(['sed', 'gsed', 'perl', 'ruby', 'awk', 'gawk'], (words) =>
    inPlace(words) ? change('writes', operandsOf(words)) : [],
  ),
  mv: (words) => [...change('destroys', goals(words).sources), ...change('writes', goals(words).goal)],
  dd: (words) =>
    change(
      'writes',
      words.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : [])),
    ),
  find: (words) => {
    const from = words.findIndex((word, at) => at > 0 && /^[-(!]/.test(word));
    const deletes = words.some(
      (word, at) =>
        word === '-delete' || (/^-(?:exec|ok)/.test(word) && /(?:^|\/)(?:rm|shred|unlink)$/.test(words[at + 1] ?? '')),
    );
    return deletes ? change('thins', words.slice(1, from === -1 ? words.length : from)) : [];
  },
};

function same<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The paths that a command would change, including the targets of its output redirections. */
export function changesOf({ name, words, run }: CommandContext): readonly Change[] {
  const redirected = run.redirects.filter(({ operator, body }) => operator.includes('>') && body === undefined);
  return [
    ...(BY_NAME[name]?.(words) ?? []),
    ...change(
      'writes',
      redirected.map(({ to }) => to.text),
    ),
  ];
}
