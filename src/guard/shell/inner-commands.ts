// Finds the commands that a command would start, such as `rm` in `sudo rm`. Deny rules and forbidden commands apply to them too, so a missing
// entry in these tables is a hole, and an unnecessary one is harmless. Used by read-line.ts, ../plain-command.ts and
// ../forbidden/remote.ts.
import { commandName, type ShellCommand, type ShellWord } from './line.js';

/** Commands whose later words are another command. Where it begins depends on their options, so every position is tried. */
const WRAPPERS: ReadonlySet<string> = new Set(
  `nice ionice nohup setsid stdbuf timeout time command builtin exec env sudo doas xargs chroot unshare nsenter chrt taskset flock
   watch parallel busybox toybox strace ltrace gdb script su runuser setpriv prlimit systemd-run dbus-run-session xvfb-run catchsegv
   rlwrap unbuffer faketime proot fakeroot firejail bwrap ssh docker podman kubectl npx bunx pnpx pkexec cpulimit numactl setarch
   linux32 linux64 daemonize start-stop-daemon entr capsh choom coproc torsocks proxychains logsave expect`.split(
    /\s+/,
  ),
);

/** Commands that start another command only after one of these words. */
export const RUNS_AFTER: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'explore', 'init', 'create', 'innit', '--'],
  pnpm: ['exec', 'dlx', 'x', 'create'],
  yarn: ['exec', 'dlx', 'create'],
  bun: ['x', 'run', 'exec', 'create'],
  git: ['run', 'foreach'],
  find: ['-exec', '-execdir', '-ok', '-okdir'],
  fd: ['-x', '-X', '--exec', '--exec-batch'],
  fdfind: ['-x', '-X', '--exec', '--exec-batch'],
  poetry: ['run'],
  pipenv: ['run'],
  uv: ['run'],
  bundle: ['exec'],
  rustup: ['run'],
};

export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh mksh ash fish csh tcsh rbash yash rksh posh'.split(' '),
);

/** Commands that run a word as shell text. */
const TEXT_READERS: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...'eval trap watch parallel su runuser script flock env ssh busybox toybox xargs alias expect entr npx npm'.split(
    ' ',
  ),
]);

/** Only a word with one of these characters can be more than one word to a shell. */
const SHELL_SYNTAX = /[\s;|&<>()$`]/;

/** The commands that a command would start, as word lists and as shell texts. */
export function innerCommands({ words, redirects }: Pick<ShellCommand, 'words' | 'redirects'>): {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
} {
  const name = commandName(words);
  if (name === '') return { commands: [], texts: [] };
  return { commands: commandsIn(name, words), texts: [...textsIn(name, words), ...hereDocumentsFor(name, redirects)] };
}

function commandsIn(name: string, words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  if (WRAPPERS.has(name)) return possibleCommands(words, 1);
  const starters = RUNS_AFTER[name];
  if (!starters) return [];
  const at = words.findIndex(({ text }, n) => n > 0 && starters.includes(text));
  return at === -1 ? [] : possibleCommands(words, at + 1);
}

/** How often the same word is tried as a command: in `sudo -u git git push` only the second `git` is the command. */
const MAX_TRIES = 4;
/** Lines with more possible inner commands are denied as too complex. */
export const MAX_INNER_COMMANDS = 256;

/** Every position from which the rest of the words could be a command. Wrong positions produce harmless commands. */
function possibleCommands(words: readonly ShellWord[], from: number): readonly (readonly ShellWord[])[] {
  const found: (readonly ShellWord[])[] = [];
  const tried = new Map<string, number>();
  for (let at = from; at < words.length && found.length <= MAX_INNER_COMMANDS; at += 1) {
    const first = words[at]?.text ?? '';
    const tries = tried.get(first) ?? 0;
    if (tries === MAX_TRIES || !/^[\w./+\\]/.test(first)) continue;
    tried.set(first, tries + 1);
    found.push(words.slice(at));
  }
  return found;
}

function textsIn(name: string, words: readonly ShellWord[]): readonly string[] {
  const rest = words.slice(1).map(({ text }) => text);
  if (name === 'git') return textsOfGit(rest);
  if (!TEXT_READERS.has(name)) return [];
  if (name === 'eval') return [rest.join(' ')];
  const texts = rest.map((text) => (name === 'alias' ? text.slice(text.indexOf('=') + 1) : text));
  const shellTexts = texts.filter(
    (text, at) => SHELL_SYNTAX.test(text) || /^-[a-zA-Z]*[cS]$/.test(texts[at - 1] ?? ''),
  );
  return [...shellTexts, ...rest.flatMap((word) => valueInSameWord(word, /[cS]/) ?? [])];
}

/** A value in the same word as its flag: `-Scurl x`, `-lc'curl x'`, `--split-string=curl x`. */
function valueInSameWord(word: string, letter: RegExp): string | undefined {
  if (/^--(?:split-string|command|session-command)=/.test(word)) return word.slice(word.indexOf('=') + 1);
  const at = /^-[a-zA-Z]/.test(word) ? word.search(letter) : -1;
  const [, letters = ''] = /^-([a-zA-Z]*)/.exec(word) ?? [];
  return at > 0 && at <= letters.length && at < word.length - 1 ? word.slice(at + 1) : undefined;
}

/** Shell texts in git arguments: aliases with `!`, settings that name a program, options that take a command. */
function textsOfGit(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (words[at - 1] === '-c' && word.includes('=')) return [word.slice(word.indexOf('=') + 1).replace(/^!/, '')];
    if (/^--(?:exec|upload-pack|receive-pack|tree-filter|index-filter|msg-filter)=/.test(word))
      return [word.slice(word.indexOf('=') + 1)];
    if (/^(?:-x|--exec|--[a-z]+-filter)$/.test(words[at - 1] ?? '')) return [word];
    return word.startsWith('!') ? [word.slice(1)] : (valueInSameWord(word, /x/) ?? []);
  });
}

/** The here-documents of a command that runs them as shell text. */
function hereDocumentsFor(name: string, redirects: ShellCommand['redirects']): readonly string[] {
  return TEXT_READERS.has(name) ? redirects.flatMap(({ body }) => body ?? []) : [];
}
