// Globs as people and Scouts write them for a scope. Pure, and never slow: whatever is written, it is walked once.
import { matchesSteps } from '../../../guard/paths/glob.js';

/** Where none of them asks for anything, everything is wanted; `!` takes back. */
export function fitsAny(path: string, globs: readonly string[]): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  return !isTakenBack(path, globs) && (wanted.length === 0 || wanted.some((glob) => fitsOne(path, glob)));
}

/** Whether one of them takes the path back. */
export const isTakenBack = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => glob.startsWith('!') && fitsOne(path, glob.slice(1)));

const fitsOne = (path: string, glob: string): boolean => spread(glob).some((each) => fits(path, each));

/** As git means it: a name alone counts in every folder, and a folder stands for all that is in it. */
export function fits(path: string, glob: string): boolean {
  const steps = stepsOf(glob);
  const from = steps.length > 1 || glob.startsWith('/') ? steps : ['**', ...steps];
  const all = path.split('/');
  return all.some((_, n) => matchesSteps(from, all.slice(0, n + 1)));
}

/** Brackets are letters here: `app/[id]/page.tsx` is what people mean far more often than a set. */
export const stepsOf = (glob: string): readonly string[] =>
  glob
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.');

const MOST_SPREAD = 64;

/** `{a,b}` stands for both; what would become too many is taken word for word. */
export function spread(glob: string): readonly string[] {
  let heads: readonly string[] = [''];
  let rest = glob;
  for (let open = BRACES.exec(rest); open !== null; open = BRACES.exec(rest)) {
    const { 0: whole, 1: choices = '', index } = open;
    const before = rest.slice(0, index);
    heads = heads.flatMap((head) => choices.split(',').map((choice) => head + before + choice));
    if (heads.length > MOST_SPREAD) return [glob];
    rest = rest.slice(index + whole.length);
  }
  return heads.map((head) => head + rest);
}

const BRACES = /\{([^{}]*)\}/;
