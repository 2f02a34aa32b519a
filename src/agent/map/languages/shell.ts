import { beside, type Language, some, testsNamed } from './language.js';

export const shell: Language = {
  name: 'Shell',
  endings: ['.sh', '.bash', '.zsh', '.bats'],
  tests: testsNamed(String.raw`\.bats$|[._-]test\.sh$`),
  names: [/^(?:function\s+)?([A-Za-z_][\w:-]*)\s*\(\)/, /^function\s+([A-Za-z_][\w:-]*)/],
  needs: [/^\s*(?:source|\.)\s+["']?([^"'\s;]+)/],
  // What is before the last slash is often computed.
  places: ([needed = ''], from) => [...some(beside(from, needed)), `/${needed.split('/').at(-1)}`],
  begins: /^(?:bin\/|scripts\/)?(?:main|run|start|install|build)\.sh$/,
};
