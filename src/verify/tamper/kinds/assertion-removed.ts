import type { Looked } from '../change.js';
import type { Found } from '../finding.js';
import { type Ground, holdsTests, whereWas } from '../ground.js';
import type { Source } from '../source.js';
import { type Assertion, testsIn } from '../tests/index.js';
import { type Comparable, changesOf, claim } from './changed-assertions.js';

/** An assertion that is gone, and none came for it. */
export function assertionRemoved(ground: Ground): readonly Found[] {
  return comparables(ground).flatMap((of): readonly Found[] => {
    const { altered, removed, added } = changesOf(of);
    const count = removed.length - added.length;
    const [first] = removed;
    if (count <= 0 || !first) return [];
    const left = of.after.length;
    return [
      {
        file: of.file.path,
        line: whereWas(of.file, first.line),
        kind: 'assertion-removed',
        weight: added.length + altered.length > 0 || claimsAsMuch(of.file) ? 'ask' : 'blocks',
        why: `${of.name} claims ${left === 0 ? 'nothing any more' : `${count} thing(s) less`}: ${short(first.text)}.`,
      },
    ];
  });
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Every test with its other half, and what the tests of a file share. Tests that were deleted are another matter. */
export function comparables({ pairs, files }: Ground): readonly Comparable[] {
  const come = new Map(files.map((file) => [file, newClaims(file)]));
  const tests = pairs
    .filter(({ before, after }) => !before.group && !after.group)
    .map(({ file, before, after }) => ({
      file,
      name: `"${after.path}"`,
      before: before.assertions,
      after: after.assertions,
      elsewhere: come.get(file) ?? [],
    }));
  const shared = files.filter(holdsTests).flatMap((file) => {
    if (!file.before || !file.after) return [];
    const name = 'What the tests of this file share';
    const [before, after] = [testsIn(file.before).shared, testsIn(file.after).shared];
    return [{ file, name, before, after, elsewhere: come.get(file) ?? [] }];
  });
  return [...tests, ...shared];
}

/** Claims that a file makes and did not make: what is gone from one of its tests may have gone there. */
function newClaims({ before, after }: Looked): readonly Assertion[] {
  const had = new Set(before ? assertionsIn(before).map(claim) : []);
  return after ? assertionsIn(after).filter((assertion) => !had.has(claim(assertion))) : [];
}

/** Says that a file claims as much as before, or more: its tests were written anew rather than thinned out. */
export function claimsAsMuch({ before, after }: Looked): boolean {
  return after !== null && (before === null || assertionsIn(after).length >= assertionsIn(before).length);
}

function assertionsIn(source: Source): readonly Assertion[] {
  const { units, shared } = testsIn(source);
  return [...units.flatMap(({ assertions }) => assertions), ...shared];
}
