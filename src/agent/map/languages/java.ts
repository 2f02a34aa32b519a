import { type Language, testsNamed } from './language.js';

export const java: Language = {
  name: 'Java and Kotlin',
  endings: ['.java', '.kt', '.kts'],
  tests: testsNamed(String.raw`(?:Tests?|IT|Spec)\.(?:java|kt)$`),
  names: [
    /^(?:(?:public|open|data|sealed|abstract|final|internal|value|inline)\s+)*(?:class|interface|enum(?:\s+class)?|record|object|@interface)\s+(\w+)/,
    /^(?:(?:public|internal|suspend|inline|operator)\s+)*fun\s+(?:<[^>]*>\s*)?(?:[\w.]+\.)?(\w+)\s*\(/,
  ],
  needs: [/^import\s+(?:static\s+)?([\w.]+)/],
  places([needed = '']) {
    const parts = needed.split('.').filter(Boolean);
    // A static import ends in a member.
    return [parts, parts.slice(0, -1)]
      .filter((each) => each.length > 1)
      .flatMap((each) => [`/${each.join('/')}.java`, `/${each.join('/')}.kt`]);
  },
  begins: /(?:^|\/)(?:Main|App|Application|\w+Application)\.(?:java|kt)$/,
};
