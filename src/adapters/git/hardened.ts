// How crew asks git, wherever it does: the repository is somebody's, so nothing that its configuration or its files name is run.

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
 * What goes before every one of crew's own git commands. A bare repository is only taken where `bare` names it. What shows a diff also
 * needs `--no-ext-diff --no-textconv`: there is no configuration that would turn those off.
 */
export function gitArgs({ bare }: { readonly bare?: string } = {}): readonly string[] {
  return bare === undefined ? ARGUMENTS : [...ARGUMENTS, `--git-dir=${bare}`];
}

/** All of the environment that crew's own git commands get: no configuration of a user's or the system's, no questions, no fetching. */
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
