// Matches globs of `*`, `?` and `**` without backtracking into earlier stars, so hostile globs cost little. Used by src/guard (index.ts,
// paths/judge.ts, rules/match.ts, forbidden/destruction.ts), src/workflows/fix/rules/scope.ts and src/verify/detect/folders.ts.

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
    fits: (inGlob, inWord) => glob[inGlob] === '?' || glob[inGlob] === word[inWord],
  });
}

/** Whether the components of a path match those of a glob: `**` matches any number of components, other stars match within one. */
export function matchesSegments(glob: readonly string[], segments: readonly string[]): boolean {
  return matches({
    glob,
    word: segments,
    isStar: (at) => glob[at] === '**',
    fits: (inGlob, inWord) => matchesGlob(glob[inGlob] ?? '', segments[inWord] ?? ''),
  });
}

interface Sides {
  readonly glob: ArrayLike<unknown>;
  readonly word: ArrayLike<unknown>;
  readonly isStar: (at: number) => boolean;
  readonly fits: (inGlob: number, inWord: number) => boolean;
}

function matches({ glob, word, isStar, fits }: Sides): boolean {
  let inGlob = 0;
  let inWord = 0;
  let star = -1;
  let resumeAt = 0;
  while (inWord < word.length) {
    if (inGlob < glob.length && isStar(inGlob)) {
      star = inGlob;
      resumeAt = inWord;
      inGlob += 1;
    } else if (inGlob < glob.length && fits(inGlob, inWord)) {
      inGlob += 1;
      inWord += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      inGlob = star + 1;
      inWord = resumeAt;
    } else return false;
  }
  while (inGlob < glob.length && isStar(inGlob)) inGlob += 1;
  return inGlob === glob.length;
}
