import { languageOf } from './languages.js';

/** Manifests that name entry points. */
export const MANIFESTS = /(?:^|\/)(?:package\.json|pyproject\.toml)$/;

/** The entry points of programs: those in manifests, and files with a conventional name. */
export function entryPointsOf(files: readonly string[], manifests: ReadonlyMap<string, string>): ReadonlySet<string> {
  const known = new Set(files);
  const declared = [...manifests].flatMap(([path, text]) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const named = path.endsWith('.json') ? inPackage(text) : inPyproject(text);
    return named.flatMap(
      (name) => sourcesOf(folder + name.replace(/^\.\//, '')).find((source) => known.has(source)) ?? [],
    );
  });
  return new Set([...declared, ...files.filter((path) => languageOf(path)?.entryPoints.test(path))]);
}

/** All paths in main, module, bin and exports. */
function inPackage(text: string): readonly string[] {
  try {
    const { main, module, bin, exports }: Record<string, unknown> = JSON.parse(text);
    return pathsIn([main, module, bin, exports], 0);
  } catch {
    // An invalid manifest names no entry point.
    return [];
  }
}

function pathsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return /\.[cm]?[jt]sx?$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((each) => pathsIn(each, depth + 1));
}

function inPyproject(text: string): readonly string[] {
  return [...text.matchAll(/^[\w-]+\s*=\s*"([\w.]+):\w+"/gm)].flatMap(([, module = '']) => {
    const path = module.replaceAll('.', '/');
    return [`${path}.py`, `src/${path}.py`];
  });
}

/** The possible source files of a built file, and the file itself. */
function sourcesOf(path: string): readonly string[] {
  const stem = path.replace(/\.d?\.?[cm]?[jt]sx?$/, '');
  const inSources = stem.replace(/(^|\/)(?:dist|lib|build|out)\//, '$1src/');
  return [...(inSources === stem ? [] : ['.ts', '.tsx', '.js', '.mjs'].map((ending) => inSources + ending)), path];
}
