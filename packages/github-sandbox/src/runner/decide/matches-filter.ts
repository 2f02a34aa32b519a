/**
 * GitHub's filter patterns for branches, tags and names: the last pattern that matches decides, `!` takes out again.
 */
export function matchesFilter(patterns: string[], name: string): boolean {
  let matched = false;
  for (const pattern of patterns) {
    const negative = pattern.startsWith('!');
    if (toExpression(negative ? pattern.slice(1) : pattern).test(name)) matched = !negative;
  }
  return matched;
}

/** `*` stops at a slash, `**` does not; `?` and `+` are about the character before them, unlike in a shell. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|\*|\\.|[.(){}|^$\\/]/g, (part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part.length === 2 ? part : `\\${part}`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // An unreadable pattern names only itself.
    return new RegExp(`^${pattern.replace(/[^\w/-]/g, '\\$&')}$`);
  }
}
