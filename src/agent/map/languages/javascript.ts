import { beside, type Language, testsNamed } from './language.js';

const ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte'];
const WRITTEN = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.cjs', '.vue'];

export const javascript: Language = {
  name: 'TypeScript and JavaScript',
  endings: ENDINGS,
  tests: testsNamed(String.raw`[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$`),
  names: [
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum|namespace)\s+(?!\{)([\w$]+)/,
    /^export\s+(?:type\s+)?\{([^}]*)\}/,
    /^(?:module\.)?exports\.([\w$]+)\s*=/,
    /^module\.exports\s*=\s*\{([\w$,\s]*)\}/,
    /^module\.exports\s*=\s*(?:class\s+|function\s+)?([A-Za-z_$][\w$]*)/,
  ],
  needs: [
    /^\s*(?:import|export)\b[^'"]*\bfrom\s*['"]([^'"]+)['"]/,
    /^\s*\}\s*from\s*['"]([^'"]+)['"]/,
    /^\s*import\s*['"]([^'"]+)['"]/,
    /\b(?:require|import)\(\s*['"]([^'"]+)['"]\s*\)/,
  ],
  places([needed = ''], from) {
    // What stands for a folder is settled by the bundler; `@/` and `~/` are nearly always the sources.
    const alias = /^[@~]\/(.+)$/.exec(needed)?.[1];
    if (alias !== undefined) return spellings(alias).flatMap((path) => [`src/${path}`, `/src/${path}`]);
    const path = needed.startsWith('.') ? beside(from, needed) : null;
    return path === null ? [] : spellings(path);
  },
  begins: /^(?:(?:packages|apps)\/[^/]+\/)?(?:src\/|lib\/|bin\/)?(?:index|main|app|cli|server)\.[cm]?[jt]sx?$/,
};

/** TypeScript is imported by the name of what it becomes; endings and `index` are left out. */
function spellings(path: string): readonly string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  const written = WRITTEN.map((ending) => stem + ending);
  return [path, ...written, ...WRITTEN.map((ending) => `${path}/index${ending}`)];
}
