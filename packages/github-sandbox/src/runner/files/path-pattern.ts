/** A path pattern as the artifact actions and `hashFiles` read it: `*` and `?` stop at a slash, `**` does not. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[.+^${}()|\\[\]]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.startsWith('[') && part.length > 1 ? part : `\\${part}`;
  });
  // A pattern that names a folder means everything in it.
  return new RegExp(`^${source}(?:/.*)?$`);
}

/** The folder or file before the first wildcard: where a search begins. */
export function literalRoot(pattern: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?[]/.test(part));
  const root = (wild < 0 ? parts : parts.slice(0, wild)).join('/');
  return root === '' ? '/' : root.replace(/(.)\/$/, '$1');
}

/** The deepest folder that all paths share. */
export function commonRoot(paths: string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/'));
  const differs = first.findIndex((part, index) => rest.some((other) => other[index] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join('/') || '/';
}
