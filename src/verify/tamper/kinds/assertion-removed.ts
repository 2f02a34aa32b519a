import type { Said } from '../../../text/lang/tamper/index.js';
import type { Looked } from '../change.js';
import { type Found, saying } from '../finding.js';
import { changesSources, type Ground, holdsTests, speaksOfGone, whereWas } from '../ground.js';
import type { Source } from '../source.js';
import { type Assertion, testsIn } from '../tests/index.js';
import { type Comparable, changesOf, claim } from './changed-assertions.js';

/** An assertion that is gone, and none came for it. */
export function assertionRemoved(ground: Ground): readonly Found[] {
  return comparables(ground).flatMap((of): readonly Found[] => {
    const { altered, removed: all, added } = changesOf(of);
    const removed = all.filter(({ text }) => !speaksOfGone(ground, text));
    const count = removed.length - added.length;
    const [first] = removed;
    if (count <= 0 || !first || isWrittenAnew(of.file)) return [];
    const left = of.after.length;
    return [
      {
        file: of.file.path,
        line: whereWas(of.file, first.line),
        kind: 'assertion-removed',
        weight:
          added.length + altered.length > 0 || claimsAnew(of.file) || (of.name === null && changesSources(ground))
            ? 'named'
            : 'blocks',
        because: lessIn(of, { less: left === 0 ? undefined : count, text: short(first.text) }),
      },
    ];
  });
}

function lessIn({ name }: Comparable, { less, text }: { less: number | undefined; text: string }): readonly Said[] {
  const many = less === undefined ? [] : [String(less)];
  if (name === null) return saying(less === undefined ? 'shared-claims-nothing' : 'shared-claims-less', ...many, text);
  return saying(less === undefined ? 'claims-nothing' : 'claims-less', name, ...many, text);
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Every test with its other half, and what the tests of a file share. Tests that were deleted are another matter. */
export function comparables({ pairs, files }: Ground): readonly Comparable[] {
  const existing = new Map(files.map((file) => [file, stillClaimed(file)]));
  const tests = pairs
    .filter(({ before, after }) => !before.group && !after.group)
    .map(({ file, before, after }) => ({
      file,
      name: after.path,
      before: before.assertions,
      after: after.assertions,
      elsewhere: existing.get(file) ?? [],
    }));
  const shared = files.filter(holdsTests).flatMap((file) => {
    if (!file.before || !file.after) return [];
    const [before, after] = [testsIn(file.before).shared, testsIn(file.after).shared];
    return [{ file, name: null, before, after, elsewhere: existing.get(file) ?? [] }];
  });
  return [...tests, ...shared];
}

/** Claims that a file makes as often as before, or oftener: what is gone from one of its tests went to another. */
function stillClaimed({ before, after }: Looked): readonly Assertion[] {
  const counts = new Map<string, number>();
  for (const each of before ? assertionsIn(before) : []) counts.set(claim(each), (counts.get(claim(each)) ?? 0) - 1);
  const now = after ? assertionsIn(after) : [];
  for (const each of now) counts.set(claim(each), (counts.get(claim(each)) ?? 0) + 1);
  return now.filter((each) => (counts.get(claim(each)) ?? 0) >= 0);
}

/** Says that something is claimed in a file that was not claimed in it before: then its tests were rather written anew. */
export function claimsAnew({ before, after }: Looked): boolean {
  const had = new Set(before ? claimsOf(before) : []);
  return after !== null && claimsOf(after).some((each) => !had.has(each));
}

/** Most of what a file claimed is claimed otherwise now, and it claims as much as before: another library, another style. */
function isWrittenAnew(file: Looked): boolean {
  const known = anew.get(file);
  if (known !== undefined) return known;
  const [was, is] = [file.before ? claimsOf(file.before) : [], file.after ? claimsOf(file.after) : []];
  const now = new Set(is);
  const gone = was.filter((each) => !now.has(each)).length;
  const found = was.length >= 6 && is.length >= was.length * 0.9 && gone > was.length / 2;
  anew.set(file, found);
  return found;
}

const anew = new WeakMap<Looked, boolean>();
const claims = new WeakMap<Source, readonly string[]>();

/** What a file claims, each as often as it does; known once for each text. */
function claimsOf(source: Source): readonly string[] {
  const known = claims.get(source) ?? assertionsIn(source).map(claim);
  claims.set(source, known);
  return known;
}

function assertionsIn(source: Source): readonly Assertion[] {
  const { units, shared } = testsIn(source);
  return [...units.flatMap(({ assertions }) => assertions), ...shared];
}
