// The programming languages of the repository map (what exports and imports what), with patterns by which it reads them. To add one, describe
// it here and add it to LANGUAGES. A possible file with a leading slash matches any path with this end, with a trailing slash a folder; see
// `Language`.
import { asList, type Language, resolvePath, testsNamed } from './language.js';

const SCRIPT_ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte'];
/** Extensions that an import may leave out, the likeliest first. */
const IMPORTED_ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.cjs', '.vue'];

const javascript: Language = {
  name: 'TypeScript and JavaScript',
  endings: SCRIPT_ENDINGS,
  tests: testsNamed(String.raw`[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$`),
  exports: [
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum|namespace)\s+(?!\{)([\w$]+)/,
    /^export\s+(?:type\s+)?\{([^}]*)\}/,
    /^(?:module\.)?exports\.([\w$]+)\s*=/,
    /^module\.exports\s*=\s*\{([\w$,\s]*)\}/,
    /^module\.exports\s*=\s*(?:class\s+|function\s+)?([A-Za-z_$][\w$]*)/,
  ],
  imports: [
    /^\s*(?:import|export)\b[^'"]*\bfrom\s*['"]([^'"]+)['"]/,
    /^\s*\}\s*from\s*['"]([^'"]+)['"]/,
    /^\s*import\s*['"]([^'"]+)['"]/,
    /\b(?:require|import)\(\s*['"]([^'"]+)['"]\s*\)/,
  ],
  possibleFiles([needed = ''], from) {
    // Aliases are defined in the bundler's configuration; `@/` and `~/` nearly always mean the source folder.
    const alias = /^[@~]\/(.+)$/.exec(needed)?.[1];
    if (alias !== undefined) return scriptFiles(alias).flatMap((path) => [`src/${path}`, `/src/${path}`]);
    const path = needed.startsWith('.') ? resolvePath(from, needed) : null;
    return path === null ? [] : scriptFiles(path);
  },
  entryPoints: /^(?:(?:packages|apps)\/[^/]+\/)?(?:src\/|lib\/|bin\/)?(?:index|main|app|cli|server)\.[cm]?[jt]sx?$/,
};

/** The possible files of an import path. TypeScript files are imported by the name of their output; extensions and `index` may be left out. */
function scriptFiles(path: string): readonly string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  const written = IMPORTED_ENDINGS.map((ending) => stem + ending);
  return [path, ...written, ...IMPORTED_ENDINGS.map((ending) => `${path}/index${ending}`)];
}

const python: Language = {
  name: 'Python',
  endings: ['.py', '.pyi'],
  tests: testsNamed(String.raw`(?:^|/)test_[^/]*\.py$|_test\.py$|(?:^|/)conftest\.py$`),
  exports: [/^(?:async\s+)?def\s+([A-Za-z]\w*)/, /^class\s+([A-Za-z]\w*)/, /^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=[^=]/],
  imports: [/^\s*from\s+(\.*[\w.]*)\s+import\s+\(?\s*(\w*)/, /^\s*import\s+([\w.]+)/],
  possibleFiles([needed = '', name], from) {
    const [dots = ''] = /^\.*/.exec(needed) ?? [];
    const path = needed.slice(dots.length).replaceAll('.', '/');
    const inner = name ? [`${path}/${name}`] : [];
    const all = [...inner, path].filter((each) => each !== '' && each !== '/');
    if (dots === '') return all.flatMap((each) => pythonModules(`/${each.replace(/^\//, '')}`));
    const up = `./${'../'.repeat(dots.length - 1)}`;
    return all.flatMap((each) => asList(resolvePath(from, up + each))).flatMap(pythonModules);
  },
  entryPoints: /(?:^|\/)(?:__main__|main|app|manage|wsgi|asgi|cli)\.py$/,
};

const pythonModules = (path: string): readonly string[] => [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];

const go: Language = {
  name: 'Go',
  endings: ['.go'],
  tests: testsNamed(String.raw`_test\.go$`),
  exports: [/^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)/, /^type\s+([A-Z]\w*)/, /^(?:var|const)\s+([A-Z]\w*)/],
  imports: [/^(?:import\s+|\s+)(?:[\w.]+\s+)?"([^"\s]+\/[^"\s]+)"\s*$/],
  /** A package is a folder. Its import path starts with the module's name, whose length is unknown, so first parts are left out one by one. */
  possibleFiles([needed = '']) {
    const parts = needed.split('/');
    return parts.slice(1).map((_, n) => `/${parts.slice(n + 1).join('/')}/`);
  },
  entryPoints: /(?:^|\/)main\.go$/,
};

const rust: Language = {
  name: 'Rust',
  endings: ['.rs'],
  tests: testsNamed('(?:^|/)benches/'),
  exports: [
    /^\s{0,4}pub(?:\([^)]*\))?\s+(?:(?:async|unsafe|const|extern(?:\s+"[^"]*")?)\s+)*(?:fn|struct|enum|trait|type|mod|static|union|const)\s+(\w+)/,
    /^macro_rules!\s*(\w+)/,
  ],
  imports: [/^\s*(?:pub(?:\([^)]*\))?\s+)?(mod)\s+(\w+)\s*;/, /^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(crate)((?:::\w+)+)/],
  possibleFiles([kind, needed = ''], from) {
    const folder = from.split('/').slice(0, -1).join('/');
    const isRoot = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from);
    if (kind === 'mod')
      return rustModules(`${isRoot ? folder : from.replace(/\.rs$/, '')}/${needed}`.replace(/^\//, ''));
    const root = /^(?:.*\/)?src(?=\/)/.exec(from)?.[0] ?? folder;
    const parts = needed.split('::').filter(Boolean);
    // The last parts may be names inside a module.
    return parts.flatMap((_, n) => rustModules([root, ...parts.slice(0, parts.length - n)].join('/')));
  },
  entryPoints: /(?:^|\/)src\/(?:main|lib)\.rs$/,
};

const rustModules = (path: string): readonly string[] => [`${path}.rs`, `${path}/mod.rs`];

const c: Language = {
  name: 'C and C++',
  endings: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.m', '.mm'],
  tests: testsNamed(String.raw`[._-](?:unit)?tests?\.(?:c|cc|cpp|cxx)$`),
  exports: [
    /^(?:class|struct|union|enum(?:\s+class)?|namespace)\s+(\w+)[^;()]*$/,
    /^typedef\s[^;]{0,200}\b(\w+)\s*;/,
    /^(?!static\b|return\b|else\b|typedef\b|using\b|#)[A-Za-z_][\w:<>,*& ]{0,120}[ *&](\w+)\([^;]*$/,
  ],
  imports: [/^\s*#\s*include\s+"([^"]+)"/],
  possibleFiles: ([needed = ''], from) => [
    ...asList(resolvePath(from, needed)),
    `/${needed.replace(/^(?:\.\.?\/)+/, '')}`,
  ],
  entryPoints: /(?:^|\/)main\.(?:c|cc|cpp|cxx|m)$/,
};

const java: Language = {
  name: 'Java and Kotlin',
  endings: ['.java', '.kt', '.kts'],
  tests: testsNamed(String.raw`(?:Tests?|IT|Spec)\.(?:java|kt)$`),
  exports: [
    /^(?:(?:public|open|data|sealed|abstract|final|internal|value|inline)\s+)*(?:class|interface|enum(?:\s+class)?|record|object|@interface)\s+(\w+)/,
    /^(?:(?:public|internal|suspend|inline|operator)\s+)*fun\s+(?:<[^>]*>\s*)?(?:[\w.]+\.)?(\w+)\s*\(/,
  ],
  imports: [/^import\s+(?:static\s+)?([\w.]+)/],
  possibleFiles([needed = '']) {
    const parts = needed.split('.').filter(Boolean);
    // A static import ends in a member.
    return [parts, parts.slice(0, -1)]
      .filter((each) => each.length > 1)
      .flatMap((each) => [`/${each.join('/')}.java`, `/${each.join('/')}.kt`]);
  },
  entryPoints: /(?:^|\/)(?:Main|App|Application|\w+Application)\.(?:java|kt)$/,
};

const csharp: Language = {
  name: 'C#',
  endings: ['.cs'],
  tests: testsNamed(String.raw`(?:Tests?|Spec)\.cs$|\.Tests?/`),
  exports: [
    /^\s{0,4}(?:(?:public|internal|static|abstract|sealed|partial|readonly)\s+)+(?:class|interface|enum|struct|record)(?:\s+(?:class|struct))?\s+(\w+)/,
  ],
  // A namespace does not name a file.
  imports: [],
  possibleFiles: () => [],
  entryPoints: /(?:^|\/)(?:Program|Startup)\.cs$/,
};

const ruby: Language = {
  name: 'Ruby',
  endings: ['.rb', '.rake'],
  tests: testsNamed(String.raw`_(?:spec|test)\.rb$`),
  exports: [/^\s{0,4}(?:class|module)\s+([A-Z][\w:]*)/, /^\s{0,2}def\s+(?:self\.)?([a-z]\w*[?!]?)/],
  imports: [/^\s*(require_relative)\s+['"]([^'"]+)['"]/, /^\s*(require)\s+['"]([^'"]+)['"]/],
  possibleFiles([kind, needed = ''], from) {
    const path = needed.replace(/\.rb$/, '');
    if (kind === 'require') return [`lib/${path}.rb`, `/lib/${path}.rb`];
    return asList(resolvePath(from, path)).map((each) => `${each}.rb`);
  },
  entryPoints: /^(?:config\/application|app|main|lib\/[^/]+)\.rb$/,
};

const php: Language = {
  name: 'PHP',
  endings: ['.php'],
  tests: testsNamed(String.raw`Test\.php$`),
  exports: [/^(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+(\w+)/, /^function\s+&?(\w+)/],
  // In the second pattern the first group is unused; the second one is a file.
  imports: [/^use\s+([\w\\]+)/, /\b(?:require|include)(?:_once)?\b[^'"]{0,80}(['"])\/?([^'"]+)['"]/],
  possibleFiles([needed = '', file], from) {
    if (file !== undefined) return asList(resolvePath(from, file));
    const parts = needed.split('\\').filter(Boolean);
    // The first parts are a prefix that composer.json maps to a folder.
    return parts.slice(0, -1).map((_, n) => `/${parts.slice(n + 1).join('/')}.php`);
  },
  entryPoints: /^(?:public\/)?index\.php$|^artisan$/,
};

const shell: Language = {
  name: 'Shell',
  endings: ['.sh', '.bash', '.zsh', '.bats'],
  tests: testsNamed(String.raw`\.bats$|[._-]test\.sh$`),
  exports: [/^(?:function\s+)?([A-Za-z_][\w:-]*)\s*\(\)/, /^function\s+([A-Za-z_][\w:-]*)/],
  imports: [/^\s*(?:source|\.)\s+["']?([^"'\s;]+)/],
  // The folder is often computed, so the file name alone counts too.
  possibleFiles: ([needed = ''], from) => [...asList(resolvePath(from, needed)), `/${needed.split('/').at(-1)}`],
  entryPoints: /^(?:bin\/|scripts\/)?(?:main|run|start|install|build)\.sh$/,
};

const swift: Language = {
  name: 'Swift',
  endings: ['.swift'],
  tests: testsNamed(String.raw`Tests?\.swift$|Tests/`),
  exports: [
    /^(?:@\w+\s+)*(?:(?:public|open|internal|final|indirect)\s+)*(?:class|struct|enum|protocol|actor|func|typealias)\s+(\w+)/,
  ],
  // Swift imports modules, not files.
  imports: [],
  possibleFiles: () => [],
  entryPoints: /(?:^|\/)(?:main|App|AppDelegate)\.swift$/,
};

export const LANGUAGES: readonly Language[] = [javascript, python, go, rust, java, csharp, ruby, php, c, swift, shell];

const BY_ENDING = new Map(LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language])));

/** The language of a file by its ending. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : BY_ENDING.get(path.slice(dot));
}
