// Forbidden commands that reveal or change credentials, or publish packages.
import { deny, show } from '../finding.js';
import { subcommands } from '../shell/subcommands.js';
import type { CommandContext, ForbiddenUse } from './types.js';

/** Whether a word is one of the flags or an abbreviation of one, as git accepts them. */
export function isAbbreviation(word: string, flags: readonly string[]): boolean {
  const name = word.split('=')[0] ?? '';
  return name.length > 2 && flags.some((flag) => flag.startsWith(name));
}

const LISTING_FLAGS = ['--list', '--get-regexp', '--get-urlmatch', '--regexp', '--url'];
const SECRET_KEYS = /extraheader|credential|token|passw|insteadof|helper|oauth/i;

function gitReveals({ words }: CommandContext) {
  for (const { name, rest } of subcommands(words)) {
    if (name.startsWith('credential')) return deny('7B2', name, `${show(`git ${name}`)} prints or stores credentials`);
    if (name === 'var' && rest.some((word) => /^-[a-z]*l/.test(word)))
      return deny('7B2', 'var', '`git var -l` prints the configuration, which may hold a token');
    if (name !== 'config') continue;
    const revealing = rest.find(
      (word) =>
        /^-[a-z]*l/.test(word) ||
        word === 'list' ||
        (isAbbreviation(word, LISTING_FLAGS) && !['--get', '--get-all', '--global'].includes(word)) ||
        SECRET_KEYS.test(word),
    );
    if (revealing !== undefined)
      return deny('7B2', revealing, `${show(`git config ${revealing}`)} prints or changes what may hold a token`);
  }
  return undefined;
}

const GH_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  auth: ['token', 'login', 'logout', 'refresh', 'setup-git', 'switch'],
  secret: ['set', 'delete', 'remove'],
  'ssh-key': ['add', 'delete'],
  'gpg-key': ['add', 'delete'],
};

function ghReveals({ words }: CommandContext) {
  for (const { name, rest } of subcommands(words)) {
    for (const { name: second } of subcommands(['', ...rest])) {
      if (GH_COMMANDS[name]?.includes(second))
        return deny('7B2', second, `${show(`gh ${name} ${second}`)} prints or changes credentials`);
    }
    if (name === 'auth' && rest.some((word) => word === '-t' || isAbbreviation(word, ['--show-token'])))
      return deny('7B2', '--show-token', '`gh auth status --show-token` prints the token');
  }
  return undefined;
}

const PUBLISHING_COMMANDS: Readonly<Record<string, readonly string[]>> = {
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

/** Finds publishing. npm accepts abbreviations of its subcommands; `add` alone is another command. */
function findPublishing({ name, words }: CommandContext) {
  for (const { name: first } of subcommands(words)) {
    const found = PUBLISHING_COMMANDS[name]?.find(
      (each) => each === first || (name === 'npm' && first.length > 2 && first !== 'add' && each.startsWith(first)),
    );
    if (found) return deny('7B2', first, `${show(`${name} ${first}`)} publishes, or changes who may`);
  }
  return undefined;
}

export const credentialUses: readonly ForbiddenUse[] = [
  { description: 'printing or changing git’s credentials and configuration', names: ['git'], check: gitReveals },
  { description: '`gh` commands that print or change credentials', names: ['gh'], check: ghReveals },
  {
    description: 'publishing packages, and logging in to registries',
    names: Object.keys(PUBLISHING_COMMANDS),
    check: findPublishing,
  },
];
