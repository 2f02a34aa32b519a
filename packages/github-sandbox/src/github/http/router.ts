import type { Route } from './route.js';

export type Match = { readonly route: Route; readonly params: { readonly [name: string]: string } };
type Compiled = {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly fixed: number;
};

/** These parameters run over slashes. */
const long = new Set(['path', 'ref', 'branch']);

/** Finds the route for a request; where two fit, the one with more fixed words wins. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match | null {
  const compiled = routes.map(compile).sort((a, b) => b.fixed - a.fixed);
  return (method, path) => {
    for (const { route, pattern, names } of compiled) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found === null) continue;
      const params = Object.fromEntries(names.map((name, i) => [name, decode(found[i + 1] ?? '')]));
      return { route, params };
    }
    return null;
  };
}

/** A path that is badly encoded names nothing that is there; it is looked for as it stands, and not found. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function compile(route: Route): Compiled {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const pattern = route.path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\/\{path\}/g, '(?:/(.*))?')
    .replace(/\{(\w+)\}/g, (_, name: string) => (long.has(name) ? '(.+)' : '([^/]+)'));
  const fixed = route.path.split('/').filter((word) => word !== '' && !word.startsWith('{')).length;
  return { route, pattern: new RegExp(`^${pattern}$`), names, fixed };
}
