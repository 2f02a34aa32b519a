import { type Language, testsNamed } from './language.js';

export const swift: Language = {
  name: 'Swift',
  endings: ['.swift'],
  tests: testsNamed(String.raw`Tests?\.swift$|Tests/`),
  names: [
    /^(?:@\w+\s+)*(?:(?:public|open|internal|final|indirect)\s+)*(?:class|struct|enum|protocol|actor|func|typealias)\s+(\w+)/,
  ],
  // Modules, not files, are imported.
  needs: [],
  places: () => [],
  begins: /(?:^|\/)(?:main|App|AppDelegate)\.swift$/,
};
