export interface Surroundings {
  readonly PATH: string;
  readonly home: string;
  readonly tmp?: string | undefined;
}

/** All that a command knows of where it runs. Nothing of crew's own environment is passed on, so nothing can leak from it. */
export function cleanEnvironment({ PATH, home, tmp }: Surroundings): Readonly<Record<string, string>> {
  return {
    PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: 'true',
    // What would wait for a person fails instead.
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    DEBIAN_FRONTEND: 'noninteractive',
    // Otherwise Python leaves folders all over the tree, and they would be part of the change.
    PYTHONDONTWRITEBYTECODE: '1',
    ...(tmp === undefined ? {} : { TMPDIR: tmp }),
  };
}
