// Matches globs of `*`, `?` and `**`. Used by guard rules and by the scope of `fix`.

/**
 * Whether a word matches a glob of `*` and `?`. Backtracks to the last star only, so the time is at most the product of the two lengths.
 * A glob with one star needs only a comparison of both ends.
 */
export function matchesGlob(glob: string, word: string): boolean {
  const star = glob.indexOf('*');
  const isPlain = !glob.includes('?');
  if (isPlain && star === -1) return glob === word;
  if (isPlain && star === glob.lastIndexOf('*'))
    return (
      word.length >= glob.length - 1 && word.startsWith(glob.slice(0, star)) && word.endsWith(glob.slice(star + 1))
    );
  return matches({
    glob,
    word,
    isStar: (at) => glob[at] === '*',
    fits: (g, w) => glob[g] === '?' || glob[g] === word[w],
  });
}

/** The same for path components: `**` matches any number of components, other stars match within one. */
export function matchesSteps(glob: readonly string[], steps: readonly string[]): boolean {
  return matches({
    glob,
    word: steps,
    isStar: (at) => glob[at] === '**',
    fits: (g, w) => matchesGlob(glob[g] ?? '', steps[w] ?? ''),
  });
}

interface Sides {
  readonly glob: ArrayLike<unknown>;
  readonly word: ArrayLike<unknown>;
  readonly isStar: (at: number) => boolean;
  readonly fits: (inGlob: number, inWord: number) => boolean;
}

function matches({ glob, word, isStar, fits }: Sides): boolean {
  let g = 0;
  let w = 0;
  let star = -1;
  let resume = 0;
  while (w < word.length) {
    if (g < glob.length && isStar(g)) {
      star = g;
      resume = w;
      g += 1;
    } else if (g < glob.length && fits(g, w)) {
      g += 1;
      w += 1;
    } else if (star >= 0) {
      resume += 1;
      g = star + 1;
      w = resume;
    } else return false;
  }
  while (g < glob.length && isStar(g)) g += 1;
  return g === glob.length;
}
