import { beside, type Language, testsNamed } from './language.js';

export const python: Language = {
  name: 'Python',
  endings: ['.py', '.pyi'],
  tests: testsNamed(String.raw`(?:^|/)test_[^/]*\.py$|_test\.py$|(?:^|/)conftest\.py$`),
  names: [/^(?:async\s+)?def\s+([A-Za-z]\w*)/, /^class\s+([A-Za-z]\w*)/, /^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=[^=]/],
  needs: [/^\s*from\s+(\.*[\w.]*)\s+import\s+\(?\s*(\w*)/, /^\s*import\s+([\w.]+)/],
  places([needed = '', name], from) {
    const [dots = ''] = /^\.*/.exec(needed) ?? [];
    const path = needed.slice(dots.length).replaceAll('.', '/');
    const inner = name ? [`${path}/${name}`] : [];
    const all = [...inner, path].filter((each) => each !== '' && each !== '/');
    if (dots === '') return all.flatMap((each) => modules(`/${each.replace(/^\//, '')}`));
    const up = `./${'../'.repeat(dots.length - 1)}`;
    return all.flatMap((each) => modules(beside(from, up + each) ?? '')).filter((each) => each !== '.py');
  },
  begins: /(?:^|\/)(?:__main__|main|app|manage|wsgi|asgi|cli)\.py$/,
};

const modules = (path: string): readonly string[] => [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
