import { type Language, testsNamed } from './language.js';

export const go: Language = {
  name: 'Go',
  endings: ['.go'],
  tests: testsNamed(String.raw`_test\.go$`),
  names: [/^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)/, /^type\s+([A-Z]\w*)/, /^(?:var|const)\s+([A-Z]\w*)/],
  needs: [/^(?:import\s+|\s+)(?:[\w.]+\s+)?"([^"\s]+\/[^"\s]+)"\s*$/],
  /** A package is a folder; its path begins with the module's, of which only the end is known. */
  places([needed = '']) {
    const parts = needed.split('/');
    return parts.slice(1).map((_, n) => `/${parts.slice(n + 1).join('/')}/`);
  },
  begins: /(?:^|\/)main\.go$/,
};
