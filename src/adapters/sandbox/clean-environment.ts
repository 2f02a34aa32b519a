export interface Surroundings {
  readonly PATH: string;
  readonly home: string;
  readonly tmp?: string | undefined;
}

/** The whole environment of a command. Nothing of crew's own environment is passed on, so no secret can leak through it. */
export function cleanEnvironment({ PATH, home, tmp }: Surroundings): Readonly<Record<string, string>> {
  return {
    PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: 'true',
    // Programs that would wait for input fail instead.
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    DEBIAN_FRONTEND: 'noninteractive',
    // Without this, Python would write __pycache__ into the tree, and it would become part of the change.
    PYTHONDONTWRITEBYTECODE: '1',
    ...(tmp === undefined ? {} : { TMPDIR: tmp }),
  };
}
