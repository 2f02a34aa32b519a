// What every line about a verification has in common: words of others as data, and how long something took. Pure.
import { cleanOutput } from '../text/clean-output.js';

/** A text where the runner of GitHub Actions may read along. */
export function fencedFor({ fence }: { readonly fence?: string | undefined }, text: string): string {
  // Wherever a line was broken: one that begins so is a command of the runner.
  const plain = text.replace(/^(\s*):(?=:)/gm, '$1: ');
  return fence === undefined ? plain : `::stop-commands::${fence}\n${plain}\n::${fence}::`;
}

/** Words of a repository or a program in one line of a terminal. One mark is a command of the runner even in the middle of a line. */
export function inert(text: string): string {
  return cleanOutput(text).replace(/\s+/g, ' ').replaceAll('##[', '## [');
}

/** Milliseconds as people say them. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);
