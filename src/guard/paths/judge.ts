import { ask, deny, type Finding } from '../finding.js';
import { matchesSteps } from '../rules/glob.js';
import { show } from '../show.js';
import type { Ground, Place } from './ground.js';
import { lies, stepsOf } from './posix.js';
import { spotOf } from './spot-of.js';
import { DELICATE, HARMLESS, LIKELY_SECRETS, type Spot, TREASURES, TREASURES_OUTSIDE } from './spots.js';

/**
 * What a command does with a path: `name` looks at names only, `read` reads a file or lists a folder, `file` would read a folder's
 * files too and so takes none, `tree` reads all that is below, `search` all that is below and not hidden.
 */
export type Use = 'name' | 'read' | 'file' | 'tree' | 'search' | 'write';

export interface PathUse {
  readonly word: string;
  readonly use: Use;
  /** Where it counts from, if not from the call's own folder. */
  readonly from?: string | undefined;
}

const is = (word: string, spot: Spot) => `${show(word)} ${spot.why}`;

/** Phase 7D: everything that speaks against one path, the worst first. */
export function judgePath({ word, use, from }: PathUse, ground: Ground): readonly Finding[] {
  const place = ground.place(word, from);
  const worst = treasure(place, ground) ?? buried(place, use) ?? (use === 'write' ? guarded(place, ground) : undefined);
  if (worst) return [worst];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word))
    return [ask('7D', word, `${show(word)} is an address, no file of the project`)];
  if (!place.inside) return [ask('7D', word, `${show(word)} leads outside the project`)];
  return use === 'write' ? writing(place) : reading(place, use, ground);
}

function treasure({ word, path, inside }: Place, { home }: Ground): Finding | undefined {
  const written = spelledOut(word, home);
  // What a shell would make of `~/.ssh` lies outside, even where the word itself would lie inside.
  const places = [
    ...(inside ? [] : [path]),
    ...(written.startsWith('/') && (!inside || written !== word) ? [written] : []),
  ];
  const spot =
    spotOf(path, TREASURES) ??
    places.map((each) => spotOf(each, TREASURES) ?? spotOf(each, TREASURES_OUTSIDE)).find((each) => each !== undefined);
  return spot && !spelledHarmless(path) ? deny('7D', word, is(word, spot)) : undefined;
}

/** Reading all of `.git` reads its configuration, too. */
function buried({ word, path }: Place, use: Use): Finding | undefined {
  const isGit = (use === 'tree' || use === 'search') && stepsOf(path.toLowerCase()).includes('.git');
  return isGit ? deny('7D', word, `below ${show(word)} lies git’s configuration, which may hold a token`) : undefined;
}

/** The two spellings of home that a shell would expand; the rest of the word stays what it is. */
export function spelledOut(word: string, home: string): string {
  return word.replace(/^(?:~[\w-]*|\$HOME|\$\{HOME\})(?=\/|$)/, home);
}

function guarded({ word, path, below }: Place, { own, protected: spots }: Ground): Finding | undefined {
  const spot = below === null ? undefined : spotOf(below, spots);
  if (spot) return deny('7D', word, is(word, spot));
  return own.some((each) => lies(path, each)) ? deny('7D', word, `${show(word)} is crew’s own`) : undefined;
}

function writing({ word, below }: Place): readonly Finding[] {
  const spot = spotOf(below ?? '', DELICATE);
  return spot && !spelledHarmless(below ?? '') ? [ask('7D', word, is(word, spot))] : [];
}

function reading({ word, path, below }: Place, use: Use, ground: Ground): readonly Finding[] {
  if (use === 'name') return [];
  const spot = spotOf(below ?? '', LIKELY_SECRETS);
  if (spot && !spelledHarmless(below ?? '')) return [ask('7D', word, is(word, spot))];
  if (use === 'file' && ground.entryKind(path) === 'folder')
    return [ask('7D', word, `${show(word)} is a folder, and links in it would be followed`)];
  if (use === 'tree' && ground.entryKind(path) === 'folder' && !isPlainBelow(path, below, ground))
    return [
      ask(
        '7D',
        word,
        `everything below ${show(word)} would be read, where secrets may lie; \`rg\` and \`git grep\` leave hidden and ignored files out`,
      ),
    ];
  return [];
}

/** A folder of the project, not its root, below which nothing has the name of a secret. */
function isPlainBelow(path: string, below: string | null, ground: Ground): boolean {
  if (below === null || below === '') return false;
  const names = ground.below(path);
  return names?.every((name) => isPlain(`${below}/${name}`)) ?? false;
}

const isPlain = (file: string): boolean =>
  !stepsOf(file.toLowerCase()).includes('.git') &&
  (spelledHarmless(file) || (!spotOf(file, LIKELY_SECRETS) && !spotOf(file, TREASURES)));

const harmless = HARMLESS.map(stepsOf);

function spelledHarmless(path: string): boolean {
  const steps = stepsOf(path.toLowerCase());
  return harmless.some((glob) => matchesSteps(glob, steps));
}
