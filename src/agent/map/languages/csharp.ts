import { type Language, testsNamed } from './language.js';

export const csharp: Language = {
  name: 'C#',
  endings: ['.cs'],
  tests: testsNamed(String.raw`(?:Tests?|Spec)\.cs$|\.Tests?/`),
  names: [
    /^\s{0,4}(?:(?:public|internal|static|abstract|sealed|partial|readonly)\s+)+(?:class|interface|enum|struct|record)(?:\s+(?:class|struct))?\s+(\w+)/,
  ],
  // A namespace is no file.
  needs: [],
  places: () => [],
  begins: /(?:^|\/)(?:Program|Startup)\.cs$/,
};
