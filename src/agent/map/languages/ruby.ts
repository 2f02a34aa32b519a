import { beside, type Language, some, testsNamed } from './language.js';

export const ruby: Language = {
  name: 'Ruby',
  endings: ['.rb', '.rake'],
  tests: testsNamed(String.raw`_(?:spec|test)\.rb$`),
  names: [/^\s{0,4}(?:class|module)\s+([A-Z][\w:]*)/, /^\s{0,2}def\s+(?:self\.)?([a-z]\w*[?!]?)/],
  needs: [/^\s*(require_relative)\s+['"]([^'"]+)['"]/, /^\s*(require)\s+['"]([^'"]+)['"]/],
  places([kind, needed = ''], from) {
    const path = needed.replace(/\.rb$/, '');
    if (kind === 'require') return [`lib/${path}.rb`, `/lib/${path}.rb`];
    return some(beside(from, path)).map((each) => `${each}.rb`);
  },
  begins: /^(?:config\/application|app|main|lib\/[^/]+)\.rb$/,
};
