import { beside, type Language, some, testsNamed } from './language.js';

export const php: Language = {
  name: 'PHP',
  endings: ['.php'],
  tests: testsNamed(String.raw`Test\.php$`),
  names: [/^(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+(\w+)/, /^function\s+&?(\w+)/],
  needs: [/^use\s+([\w\\]+)/, /\b(?:require|include)(?:_once)?\b[^'"]{0,80}(['"])\/?([^'"]+)['"]/],
  places([needed = '', file], from) {
    if (file !== undefined) return some(beside(from, file));
    const parts = needed.split('\\').filter(Boolean);
    // The first words are a prefix that composer.json maps to a folder.
    return parts.slice(0, -1).map((_, n) => `/${parts.slice(n + 1).join('/')}.php`);
  },
  begins: /^(?:public\/)?index\.php$|^artisan$/,
};
