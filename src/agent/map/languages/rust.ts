import { type Language, testsNamed } from './language.js';

export const rust: Language = {
  name: 'Rust',
  endings: ['.rs'],
  tests: testsNamed('(?:^|/)benches/'),
  names: [
    /^\s{0,4}pub(?:\([^)]*\))?\s+(?:(?:async|unsafe|const|extern(?:\s+"[^"]*")?)\s+)*(?:fn|struct|enum|trait|type|mod|static|union|const)\s+(\w+)/,
    /^macro_rules!\s*(\w+)/,
  ],
  needs: [/^\s*(?:pub(?:\([^)]*\))?\s+)?(mod)\s+(\w+)\s*;/, /^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(crate)((?:::\w+)+)/],
  places([kind, needed = ''], from) {
    const folder = from.split('/').slice(0, -1).join('/');
    const isRoot = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from);
    if (kind === 'mod') return modules(`${isRoot ? folder : from.replace(/\.rs$/, '')}/${needed}`.replace(/^\//, ''));
    const root = /^(?:.*\/)?src(?=\/)/.exec(from)?.[0] ?? folder;
    const parts = needed.split('::').filter(Boolean);
    // The last words are names within a module.
    return parts.flatMap((_, n) => modules([root, ...parts.slice(0, parts.length - n)].join('/')));
  },
  begins: /(?:^|\/)src\/(?:main|lib)\.rs$/,
};

const modules = (path: string): readonly string[] => [`${path}.rs`, `${path}/mod.rs`];
