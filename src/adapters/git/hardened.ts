// Options for every git command of crew. The repository is not trusted, so nothing that its configuration or files name may run.

const ARGUMENTS = [
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'core.attributesFile=/dev/null',
  '-c',
  'safe.bareRepository=explicit',
  // Runners check out as one user and work as another.
  '-c',
  'safe.directory=*',
  '-c',
  'log.showSignature=false',
  '-c',
  'protocol.ext.allow=never',
] as const;

/**
 * Arguments before the subcommand. A bare repository is accepted only if `bare` names it. Commands that show a diff also need
 * `--no-ext-diff --no-textconv`, which no configuration can set.
 */
export function gitArgs({ bare }: { readonly bare?: string } = {}): readonly string[] {
  return bare === undefined ? ARGUMENTS : [...ARGUMENTS, `--git-dir=${bare}`];
}

/** The whole environment of crew's git commands: no user or system configuration, no prompts, no fetching. */
export function gitEnv({ PATH = '' }: { readonly PATH?: string | undefined }): Readonly<Record<string, string>> {
  return {
    PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}
