// What gives credentials away, or takes new ones in.
import { deny } from '../finding.js';
import { show } from '../show.js';
import { subcommands } from '../words/subcommands.js';
import type { Ruin, Suspect } from './ruin.js';

/** Whether a word is a flag, or its beginning, as git completes it. */
export function begins(word: string, flags: readonly string[]): boolean {
  const name = word.split('=')[0] ?? '';
  return name.length > 2 && flags.some((flag) => flag.startsWith(name));
}

const TELLING = ['--list', '--get-regexp', '--get-urlmatch', '--regexp', '--url'];
const KEYS = /extraheader|credential|token|passw|insteadof|helper|oauth/i;

function gitTells({ words }: Suspect) {
  for (const { name, rest } of subcommands(words)) {
    if (name.startsWith('credential')) return deny('7B2', name, `${show(`git ${name}`)} tells or stores credentials`);
    if (name === 'var' && rest.some((word) => /^-[a-z]*l/.test(word)))
      return deny('7B2', 'var', '`git var -l` prints the configuration, which may hold a token');
    if (name !== 'config') continue;
    const tells = rest.find(
      (word) =>
        /^-[a-z]*l/.test(word) ||
        word === 'list' ||
        (begins(word, TELLING) && !['--get', '--get-all', '--global'].includes(word)) ||
        KEYS.test(word),
    );
    if (tells !== undefined)
      return deny('7B2', tells, `${show(`git config ${tells}`)} prints or changes what may hold a token`);
  }
  return undefined;
}

const GH: Readonly<Record<string, readonly string[]>> = {
  auth: ['token', 'login', 'logout', 'refresh', 'setup-git', 'switch'],
  secret: ['set', 'delete', 'remove'],
  'ssh-key': ['add', 'delete'],
  'gpg-key': ['add', 'delete'],
};

function ghTells({ words }: Suspect) {
  for (const { name, rest } of subcommands(words)) {
    for (const { name: second } of subcommands(['', ...rest])) {
      if (GH[name]?.includes(second))
        return deny('7B2', second, `${show(`gh ${name} ${second}`)} gives credentials away, or changes them`);
    }
    if (name === 'auth' && rest.some((word) => word === '-t' || begins(word, ['--show-token'])))
      return deny('7B2', '--show-token', '`gh auth status --show-token` prints the token');
  }
  return undefined;
}

const PUBLISHES: Readonly<Record<string, readonly string[]>> = {
  npm: [
    'publish',
    'unpublish',
    'adduser',
    'add-user',
    'login',
    'logout',
    'token',
    'owner',
    'access',
    'deprecate',
    'dist-tag',
    'hook',
    'team',
    'org',
    'profile',
  ],
  pnpm: ['publish', 'unpublish', 'adduser', 'login', 'logout', 'token', 'owner', 'access', 'deprecate', 'dist-tag'],
  yarn: ['publish', 'login', 'logout', 'npm', 'owner', 'tag'],
  bun: ['publish'],
  cargo: ['publish', 'login', 'logout', 'owner', 'yank'],
  gem: ['push', 'yank', 'owner', 'signin', 'signout'],
  twine: ['upload', 'register'],
  poetry: ['publish'],
  uv: ['publish'],
  hatch: ['publish'],
  flit: ['publish'],
  vsce: ['publish', 'login'],
};

/** npm completes what is begun; `add` alone is another command. */
function publishes({ name, words }: Suspect) {
  for (const { name: first } of subcommands(words)) {
    const found = PUBLISHES[name]?.find(
      (each) => each === first || (name === 'npm' && first.length > 2 && first !== 'add' && each.startsWith(first)),
    );
    if (found) return deny('7B2', first, `${show(`${name} ${first}`)} publishes, or changes who may`);
  }
  return undefined;
}

export const secrets: readonly Ruin[] = [
  { what: 'what prints or changes git’s credentials and configuration', names: ['git'], find: gitTells },
  { what: '`gh` commands that print or change credentials', names: ['gh'], find: ghTells },
  { what: 'publishing packages, and logging in to registries', names: Object.keys(PUBLISHES), find: publishes },
];
