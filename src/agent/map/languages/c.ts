import { beside, type Language, some, testsNamed } from './language.js';

export const c: Language = {
  name: 'C and C++',
  endings: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.m', '.mm'],
  tests: testsNamed(String.raw`[._-](?:unit)?tests?\.(?:c|cc|cpp|cxx)$`),
  names: [
    /^(?:class|struct|union|enum(?:\s+class)?|namespace)\s+(\w+)[^;()]*$/,
    /^typedef\s[^;]{0,200}\b(\w+)\s*;/,
    /^(?!static\b|return\b|else\b|typedef\b|using\b|#)[A-Za-z_][\w:<>,*& ]{0,120}[ *&](\w+)\([^;]*$/,
  ],
  needs: [/^\s*#\s*include\s+"([^"]+)"/],
  places: ([needed = ''], from) => [...some(beside(from, needed)), `/${needed.replace(/^(?:\.\.?\/)+/, '')}`],
  begins: /(?:^|\/)main\.(?:c|cc|cpp|cxx|m)$/,
};
