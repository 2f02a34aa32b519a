// Commands that run code from the network, or send the project elsewhere.
import { deny, type Finding, show } from '../finding.js';
import { isWithin } from '../paths/posix.js';
import { SHELLS } from '../shell/inner-commands.js';
import type { Run } from '../shell/line.js';
import { subcommands } from '../shell/subcommands.js';
import { isAbbreviation } from './credentials.js';
import type { CommandContext, ForbiddenUse } from './types.js';

const RUNS_TEXT = [
  ...SHELLS,
  'eval',
  'source',
  '.',
  'python',
  'python2',
  'python3',
  'perl',
  'ruby',
  'node',
  'php',
  'deno',
  'bun',
  'lua',
  'osascript',
  'pwsh',
];

const texts = (run: Run) => run.words.map(({ text }) => text);

/** A shell without `-c` and without a script file executes its input. */
function readsInput(run: Run): boolean {
  const [, ...rest] = texts(run);
  return (
    rest.some((word) => /^-[a-z]*s$/.test(word)) ||
    rest.every((word) => word.startsWith('-') && !/^-[a-z]*c/.test(word))
  );
}

function pipedIn({ run, name, flow }: CommandContext): Finding | undefined {
  const piped = flow.piped.get(run);
  if (!piped) return undefined;
  const fetched = piped === 'fetched' && !texts(run).some((word) => /^-[a-z]*c$/.test(word));
  const runs = fetched || (SHELLS.has(name) && readsInput(run));
  return runs ? deny('2', name, `${show(name)} would run the output of the pipe`) : undefined;
}

/** `sh -c "$(curl …)"`, `. <(curl …)` */
function fetchedIn({ run, name, flow }: CommandContext): Finding | undefined {
  const by = flow.substituted.get(run);
  return by === undefined ? undefined : deny('2', name, `${show(name)} would run what ${show(by)} fetches`);
}

function push({ words, context }: CommandContext): Finding | undefined {
  for (const { name, rest } of subcommands(words)) {
    if (name !== 'push') continue;
    const found = rest.find((word) => forces(word)) ?? rest.find((word) => /^[+:]/.test(word));
    if (found !== undefined)
      return deny(
        '7B2',
        found,
        `\`git push\` with ${show(found)} rewrites or removes what others have, or runs a program`,
      );
    const [remote] = rest.filter((word) => !word.startsWith('-'));
    const address = rest.flatMap((word) => (word.startsWith('--repo=') ? [word.slice(7)] : [])).concat(remote ?? []);
    const foreign = address.find(
      (word) => /:|@/.test(word) || (/^[./~]/.test(word) && !isWithin(context.place(word).path, context.root)),
    );
    if (foreign !== undefined)
      return deny(
        '7B2',
        foreign,
        `\`git push\` to ${show(foreign)} sends the project to an address that is not its remote`,
      );
  }
  return undefined;
}

const FORCES = [
  '--force',
  '--force-with-lease',
  '--force-if-includes',
  '--mirror',
  '--delete',
  '--prune',
  '--receive-pack',
  '--exec',
];
const forces = (word: string) => isAbbreviation(word, FORCES) || /^-[^-o]*[fd]/.test(word);

/** HTTP requests that delete something or upload a file. */
function curl({ name, words }: CommandContext): Finding | undefined {
  const text = words.slice(1).map((word) => word.toLowerCase());
  const method = text.some(
    (word, at) =>
      /^(?:-[a-z]*x|--request=?|--method=?)?delete$/.test(word) &&
      (word !== 'delete' || /^(?:-[a-z]*x|--request|--method)$/.test(text[at - 1] ?? '')),
  );
  const says = ['http', 'https', 'xh'].includes(name) && text.includes('delete');
  if (method || says) return deny('7B', 'DELETE', `${show(name)} would delete something on the other side`);
  const sends = words.slice(1).find((word, at, all) => sendsFile(word, all[at - 1] ?? ''));
  return sends === undefined ? undefined : deny('7B', sends, `${show(name)} would send a file away (${show(sends)})`);
}

const FILE_FLAG = /^(?:-[a-zA-Z]*T.*|--upload-file(?:=.*)?|--post-file(?:=.*)?|--body-file(?:=.*)?)$/s;
const DATA_FLAG = /^(?:-[a-zA-Z]*[dF]|--data(?:-[a-z]+)?|--form|--json)$/;

function sendsFile(word: string, before: string): boolean {
  if (FILE_FLAG.test(word)) return true;
  if (gluedFile(word)) return true;
  return DATA_FLAG.test(before) && /^(?:[\w.-]+=)?[@<]|^[\w.-]+@/.test(word) && !/^[\w.+-]+@[\w-]+\.\w/.test(word);
}

/** `-d@file`, `-Fname=@file`, `--data=@file`. Split at the first `@` or `<` so that matching takes linear time. */
function gluedFile(word: string): boolean {
  const at = word.search(/[@<]/);
  if (at < 2 || !word.startsWith('-')) return false;
  const head = word.slice(0, at);
  if (head.startsWith('--')) return /^--(?:data(?:-[a-z]+)?|form|json)=(?:[\w.-]+=)?$/.test(head);
  return /^-[a-zA-Z]*[dF]$/.test(head) || (/^-[\w.-]*=$/.test(head) && /^-[a-zA-Z]*[dF]/.test(head));
}

/** bash opens a network connection for these names in a redirection. */
function device({ run }: CommandContext): Finding | undefined {
  const target = run.redirects.find(({ to }) => /^\/dev\/(?:tcp|udp)\//.test(to.text));
  return target ? deny('2', target.to.text, `${show(target.to.text)} is a connection to another machine`) : undefined;
}

export const remote: readonly ForbiddenUse[] = [
  { what: 'a pipe into a shell, or of fetched text into an interpreter', names: RUNS_TEXT, find: pipedIn },
  {
    what: 'a shell, `eval` or interpreter that runs what `curl` or a similar program fetched',
    names: RUNS_TEXT,
    find: fetchedIn,
  },
  { what: '`git push` with force, deletion or `--mirror`, or to a URL', names: ['git'], find: push },
  {
    what: 'HTTP DELETE, and sending files with `curl` and `wget`',
    names: ['curl', 'wget', 'curlie', 'http', 'https', 'xh'],
    find: curl,
  },
  { what: 'redirections to `/dev/tcp` and `/dev/udp`', find: device },
];
