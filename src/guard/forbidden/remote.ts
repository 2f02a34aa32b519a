// Forbidden commands that run code from the network, or send files of the project to other machines.
import { deny, type Finding, show } from '../finding.js';
import { isWithin } from '../paths/posix.js';
import { SHELLS } from '../shell/inner-commands.js';
import type { ShellCommand } from '../shell/line.js';
import { subcommands } from '../shell/subcommands.js';
import { isAbbreviation } from './credentials.js';
import type { CommandContext, ForbiddenUse } from './types.js';

const TEXT_RUNNERS = [
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

const wordTexts = (command: ShellCommand) => command.words.map(({ text }) => text);

/** A shell without `-c` and without a script file executes its input. */
function readsInput(command: ShellCommand): boolean {
  const [, ...rest] = wordTexts(command);
  return (
    rest.some((word) => /^-[a-z]*s$/.test(word)) ||
    rest.every((word) => word.startsWith('-') && !/^-[a-z]*c/.test(word))
  );
}

function findPipedCode({ command, name, flow }: CommandContext): Finding | undefined {
  const piped = flow.piped.get(command);
  if (!piped) return undefined;
  const isFetched = piped === 'fetched' && !wordTexts(command).some((word) => /^-[a-z]*c$/.test(word));
  const isRun = isFetched || (SHELLS.has(name) && readsInput(command));
  return isRun ? deny('2', name, `${show(name)} would run the output of the pipe`) : undefined;
}

/** Finds `sh -c "$(curl …)"` and `. <(curl …)`. */
function findFetchedCode({ command, name, flow }: CommandContext): Finding | undefined {
  const by = flow.substituted.get(command);
  return by === undefined ? undefined : deny('2', name, `${show(name)} would run what ${show(by)} fetches`);
}

function findPush({ words, context }: CommandContext): Finding | undefined {
  for (const { name, rest } of subcommands(words)) {
    if (name !== 'push') continue;
    const found = rest.find((word) => isForceFlag(word)) ?? rest.find((word) => /^[+:]/.test(word));
    if (found !== undefined)
      return deny(
        '7B2',
        found,
        `\`git push\` with ${show(found)} rewrites or removes what others have, or runs a program`,
      );
    const [remote] = rest.filter((word) => !word.startsWith('-'));
    const address = rest.flatMap((word) => (word.startsWith('--repo=') ? [word.slice(7)] : [])).concat(remote ?? []);
    const otherAddress = address.find(
      (word) => /:|@/.test(word) || (/^[./~]/.test(word) && !isWithin(context.placeOf(word).path, context.root)),
    );
    if (otherAddress !== undefined)
      return deny(
        '7B2',
        otherAddress,
        `\`git push\` to ${show(otherAddress)} sends the project to an address that is not its remote`,
      );
  }
  return undefined;
}

const FORCE_FLAGS = [
  '--force',
  '--force-with-lease',
  '--force-if-includes',
  '--mirror',
  '--delete',
  '--prune',
  '--receive-pack',
  '--exec',
];
const isForceFlag = (word: string) => isAbbreviation(word, FORCE_FLAGS) || /^-[^-o]*[fd]/.test(word);

/** Finds HTTP requests that delete something or upload a file. */
function findRequest({ name, words }: CommandContext): Finding | undefined {
  const text = words.slice(1).map((word) => word.toLowerCase());
  const usesDelete = text.some(
    (word, at) =>
      /^(?:-[a-z]*x|--request=?|--method=?)?delete$/.test(word) &&
      (word !== 'delete' || /^(?:-[a-z]*x|--request|--method)$/.test(text[at - 1] ?? '')),
  );
  const namesDelete = ['http', 'https', 'xh'].includes(name) && text.includes('delete');
  if (usesDelete || namesDelete) return deny('7B', 'DELETE', `${show(name)} would delete something on the other side`);
  const sentFile = words.slice(1).find((word, at, all) => sendsFile(word, all[at - 1] ?? ''));
  return sentFile === undefined
    ? undefined
    : deny('7B', sentFile, `${show(name)} would send a file away (${show(sentFile)})`);
}

const FILE_FLAG = /^(?:-[a-zA-Z]*T.*|--upload-file(?:=.*)?|--post-file(?:=.*)?|--body-file(?:=.*)?)$/s;
const DATA_FLAG = /^(?:-[a-zA-Z]*[dF]|--data(?:-[a-z]+)?|--form|--json)$/;

function sendsFile(word: string, before: string): boolean {
  if (FILE_FLAG.test(word)) return true;
  if (hasFileInSameWord(word)) return true;
  return DATA_FLAG.test(before) && /^(?:[\w.-]+=)?[@<]|^[\w.-]+@/.test(word) && !/^[\w.+-]+@[\w-]+\.\w/.test(word);
}

/** `-d@file`, `-Fname=@file`, `--data=@file`. Split at the first `@` or `<` so that matching takes linear time. */
function hasFileInSameWord(word: string): boolean {
  const at = word.search(/[@<]/);
  if (at < 2 || !word.startsWith('-')) return false;
  const head = word.slice(0, at);
  if (head.startsWith('--')) return /^--(?:data(?:-[a-z]+)?|form|json)=(?:[\w.-]+=)?$/.test(head);
  return /^-[a-zA-Z]*[dF]$/.test(head) || (/^-[\w.-]*=$/.test(head) && /^-[a-zA-Z]*[dF]/.test(head));
}

/** Finds redirections to `/dev/tcp` and `/dev/udp`, for which bash opens a network connection. */
function findNetworkDevice({ command }: CommandContext): Finding | undefined {
  const target = command.redirects.find(({ to }) => /^\/dev\/(?:tcp|udp)\//.test(to.text));
  return target ? deny('2', target.to.text, `${show(target.to.text)} is a connection to another machine`) : undefined;
}

export const remote: readonly ForbiddenUse[] = [
  {
    description: 'a pipe into a shell, or of fetched text into an interpreter',
    names: TEXT_RUNNERS,
    check: findPipedCode,
  },
  {
    description: 'a shell, `eval` or interpreter that runs what `curl` or a similar program fetched',
    names: TEXT_RUNNERS,
    check: findFetchedCode,
  },
  { description: '`git push` with force, deletion or `--mirror`, or to a URL', names: ['git'], check: findPush },
  {
    description: 'HTTP DELETE, and sending files with `curl` and `wget`',
    names: ['curl', 'wget', 'curlie', 'http', 'https', 'xh'],
    check: findRequest,
  },
  { description: 'redirections to `/dev/tcp` and `/dev/udp`', check: findNetworkDevice },
];
