// Globs with git's meaning: `*` and `?` match inside a folder, `**` across folders, also `[a-z]` and `{a,b}`. Without a slash a glob matches
// the name in any folder; `!` negates. Matching tracks all states at once without backtracking, so it takes linear time. Used in this
// folder only.

/** A part of a glob: `one` matches one character, `any` matches any number of characters, also none. */
interface Token {
  readonly kind: 'one' | 'any';
  readonly fits: (char: string) => boolean;
}

const notSlash = (char: string) => char !== '/';

/** Whether a path matches: the last matching glob decides. If none matches, true if all globs are negations. */
export function fitsGlobs(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map((glob) => {
    const isNegation = glob.startsWith('!');
    const patterns = expandBraces(isNegation ? glob.slice(1) : glob).map(matcher);
    return { isNegation, fits: (path: string) => patterns.some((pattern) => pattern(path)) };
  });
  const fitsByDefault = !rules.some(({ isNegation }) => !isNegation);
  return (path) => {
    const decisive = rules.findLast(({ fits }) => fits(path));
    return decisive === undefined ? fitsByDefault : !decisive.isNegation;
  };
}

/** Escapes characters with a meaning in globs, so that a path matches only itself. */
export const escapeGlob = (path: string): string => path.replace(/[\\*?[\]{}!]/g, '\\$&');

/** If braces expand to more globs than this, the glob is taken literally. */
const MAX_EXPANDED = 64;

/** The globs that the braces of a glob stand for. */
function expandBraces(glob: string): readonly string[] {
  let expanded: readonly string[] = [''];
  let rest = glob;
  for (let open = openBrace(rest); open !== null; open = openBrace(rest)) {
    const { start, end, choices } = open;
    const before = rest.slice(0, start);
    expanded = expanded.flatMap((head) => choices.map((choice) => head + before + choice));
    if (expanded.length > MAX_EXPANDED) return [glob];
    rest = rest.slice(end);
  }
  return expanded.map((head) => head + rest);
}

/** The first brace group, with its position. Nested braces are taken literally. */
function openBrace(text: string): { start: number; end: number; choices: readonly string[] } | null {
  const found = /(?<!\\)\{([^{}]*)\}/.exec(text);
  if (found === null) return null;
  return { start: found.index, end: found.index + found[0].length, choices: (found[1] ?? '').split(',') };
}

function matcher(glob: string): (path: string) => boolean {
  const bare = glob.replace(/\/$/, '');
  const tokens = tokensOf(bare.includes('/') ? bare.replace(/^\.?\//, '') : `**/${bare}`);
  return (path) => matches(tokens, path);
}

function tokensOf(glob: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < glob.length; ) {
    const { tokens: next, length } = tokensAt(glob, at);
    tokens.push(...next);
    at += length;
  }
  return tokens;
}

/** The tokens of the next piece of a glob, and the number of its characters. */
function tokensAt(glob: string, at: number): { tokens: readonly Token[]; length: number } {
  const char = glob[at] ?? '';
  if (glob.startsWith('**/', at) && (at === 0 || glob[at - 1] === '/')) return { tokens: [FOLDERS], length: 3 };
  if (glob.startsWith('**', at)) return { tokens: [{ kind: 'any', fits: () => true }], length: 2 };
  if (char === '*') return { tokens: [{ kind: 'any', fits: notSlash }], length: 1 };
  if (char === '?') return { tokens: [{ kind: 'one', fits: notSlash }], length: 1 };
  if (char === '[') return setAt(glob, at) ?? literal(char, 1);
  if (char === '\\' && at + 1 < glob.length) return literal(glob[at + 1] ?? '', 2);
  return literal(char, 1);
}

const literal = (char: string, length: number) => ({
  tokens: [{ kind: 'one' as const, fits: (other: string) => other === char }],
  length,
});

/** The token of two stars and a slash: any number of whole folders. `activateAfterEmpty` recognizes it by identity. */
const FOLDERS: Token = { kind: 'any', fits: () => true };

/** The token of a set such as `[a-z]` or `[!a]`; null if it has no closing bracket. */
function setAt(glob: string, at: number): { tokens: readonly Token[]; length: number } | null {
  const close = glob.indexOf(']', at + 2);
  if (close < 0) return null;
  const body = glob.slice(at + 1, close);
  const isNegated = /^[!^]/.test(body);
  const ranges = [...(isNegated ? body.slice(1) : body).matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]) => ({
    from: from ?? one ?? '',
    to: to ?? one ?? '',
  }));
  const fits = (char: string) =>
    notSlash(char) && ranges.some(({ from, to }) => from <= char && char <= to) !== isNegated;
  return { tokens: [{ kind: 'one', fits }], length: close + 1 - at };
}

/** The states of a match. State n: the tokens before n have matched the path so far. `low` and `high` are the lowest and highest active state. */
interface States {
  readonly isActive: Uint8Array;
  low: number;
  high: number;
}

/** Whether the tokens match the path. A glob that matches a folder matches everything in it, as in .gitignore. */
function matches(tokens: readonly Token[], path: string): boolean {
  const end = tokens.length;
  let states: States = { isActive: new Uint8Array(end + 1), low: 0, high: 0 };
  let next: States = { isActive: new Uint8Array(end + 1), low: 0, high: 0 };
  activate(states, 0);
  activateAfterEmpty(tokens, { states, atFolder: true });
  for (const char of path) {
    if (char === '/' && states.isActive[end] === 1) return true;
    next.isActive.fill(0);
    [next.low, next.high] = [end, -1];
    for (let at = states.low; at <= states.high; at += 1) {
      const token = tokens[at];
      if (states.isActive[at] === 1 && token?.fits(char)) activate(next, token.kind === 'one' ? at + 1 : at);
    }
    if (next.high < 0) return false;
    activateAfterEmpty(tokens, { states: next, atFolder: char === '/' });
    [states, next] = [next, states];
  }
  return states.isActive[end] === 1;
}

function activate(states: States, at: number): void {
  states.isActive[at] = 1;
  if (at < states.low) states.low = at;
  if (at > states.high) states.high = at;
}

/** Activates the state after each active `any`, since it may match no character; for FOLDERS only at the start of a folder's name. */
function activateAfterEmpty(
  tokens: readonly Token[],
  { states, atFolder }: { states: States; atFolder: boolean },
): void {
  for (let at = states.low; at <= states.high; at += 1) {
    const token = tokens[at];
    if (states.isActive[at] === 1 && token?.kind === 'any' && (token !== FOLDERS || atFolder)) activate(states, at + 1);
  }
}
