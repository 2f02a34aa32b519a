// Globs with git's meaning: `*` and `?` match inside a folder, `**` across folders, also `[a-z]` and `{a,b}`. Without a slash a glob matches
// the name in any folder; `!` negates. Matching tracks all states at once without backtracking, so it takes linear time.

type Token =
  | { readonly kind: 'is'; readonly fits: (char: string) => boolean }
  | { readonly kind: 'any'; readonly fits: (char: string) => boolean };

const notSlash = (char: string) => char !== '/';

/** Whether a path matches: the last matching glob decides. If none matches, true if all globs are negations. */
export function fitsGlobs(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map((glob) => {
    const takesBack = glob.startsWith('!');
    const patterns = expandBraces(takesBack ? glob.slice(1) : glob).map(matcher);
    return { takesBack, fits: (path: string) => patterns.some((pattern) => pattern(path)) };
  });
  const otherwise = !rules.some(({ takesBack }) => !takesBack);
  return (path) => {
    const last = rules.findLast(({ fits }) => fits(path));
    return last === undefined ? otherwise : !last.takesBack;
  };
}

/** If braces expand to more globs than this, the glob is taken literally. */
const MAX_EXPANDED = 64;

/** Expands braces. */
function expandBraces(glob: string): readonly string[] {
  let done: readonly string[] = [''];
  let rest = glob;
  for (let open = openBrace(rest); open !== null; open = openBrace(rest)) {
    const { start, end, choices } = open;
    const before = rest.slice(0, start);
    done = done.flatMap((head) => choices.map((choice) => head + before + choice));
    if (done.length > MAX_EXPANDED) return [glob];
    rest = rest.slice(end);
  }
  return done.map((head) => head + rest);
}

/** The first brace group. Nested braces are taken literally. */
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
    const { token, length } = tokenAt(glob, at);
    tokens.push(...token);
    at += length;
  }
  return tokens;
}

function tokenAt(glob: string, at: number): { token: readonly Token[]; length: number } {
  const char = glob[at] ?? '';
  if (glob.startsWith('**/', at) && (at === 0 || glob[at - 1] === '/')) return { token: [FOLDERS], length: 3 };
  if (glob.startsWith('**', at)) return { token: [{ kind: 'any', fits: () => true }], length: 2 };
  if (char === '*') return { token: [{ kind: 'any', fits: notSlash }], length: 1 };
  if (char === '?') return { token: [{ kind: 'is', fits: notSlash }], length: 1 };
  if (char === '[') return setAt(glob, at) ?? literal(char, 1);
  if (char === '\\' && at + 1 < glob.length) return literal(glob[at + 1] ?? '', 2);
  return literal(char, 1);
}

const literal = (char: string, length: number) => ({
  token: [{ kind: 'is' as const, fits: (other: string) => other === char }],
  length,
});

// Two stars and a slash: any number of whole folders.
const FOLDERS: Token = { kind: 'any', fits: () => true };

function setAt(glob: string, at: number): { token: readonly Token[]; length: number } | null {
  const close = glob.indexOf(']', at + 2);
  if (close < 0) return null;
  const body = glob.slice(at + 1, close);
  const negated = /^[!^]/.test(body);
  const ranges = [...(negated ? body.slice(1) : body).matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]) => ({
    from: from ?? one ?? '',
    to: to ?? one ?? '',
  }));
  const fits = (char: string) =>
    notSlash(char) && ranges.some(({ from, to }) => from <= char && char <= to) !== negated;
  return { token: [{ kind: 'is', fits }], length: close + 1 - at };
}

/** The active states, with the lowest and highest as bounds. */
interface States {
  readonly may: Uint8Array;
  low: number;
  high: number;
}

/** Follows all states at once. A matching folder includes its content, as in .gitignore. */
function matches(tokens: readonly Token[], path: string): boolean {
  const end = tokens.length;
  let states: States = { may: new Uint8Array(end + 1), low: 0, high: 0 };
  let next: States = { may: new Uint8Array(end + 1), low: 0, high: 0 };
  enter(states, 0);
  skip(tokens, { states, atFolder: true });
  for (const char of path) {
    if (char === '/' && states.may[end] === 1) return true;
    next.may.fill(0);
    [next.low, next.high] = [end, -1];
    for (let at = states.low; at <= states.high; at += 1) {
      const token = tokens[at];
      if (states.may[at] === 1 && token?.fits(char)) enter(next, token.kind === 'is' ? at + 1 : at);
    }
    if (next.high < 0) return false;
    skip(tokens, { states: next, atFolder: char === '/' });
    [states, next] = [next, states];
  }
  return states.may[end] === 1;
}

function enter(states: States, at: number): void {
  states.may[at] = 1;
  if (at < states.low) states.low = at;
  if (at > states.high) states.high = at;
}

/** A star also matches nothing; FOLDERS matches nothing only at the beginning of a folder. */
function skip(tokens: readonly Token[], { states, atFolder }: { states: States; atFolder: boolean }): void {
  for (let at = states.low; at <= states.high; at += 1) {
    const token = tokens[at];
    if (states.may[at] === 1 && token?.kind === 'any' && (token !== FOLDERS || atFolder)) enter(states, at + 1);
  }
}
