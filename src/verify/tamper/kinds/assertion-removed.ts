import type { Found } from '../finding.js';
import { type Ground, holdsTests, whereWas } from '../ground.js';
import { testsIn } from '../tests/index.js';
import { type Comparable, changesOf } from './changed-assertions.js';

/** An assertion that is gone, and none came for it. */
export function assertionRemoved(ground: Ground): readonly Found[] {
  return comparables(ground).flatMap((of): readonly Found[] => {
    const { removed, added } = changesOf(of);
    const count = removed.length - added.length;
    const [first] = removed;
    if (count <= 0 || !first) return [];
    const left = of.after.length;
    return [
      {
        file: of.file.path,
        line: whereWas(of.file, first.line),
        kind: 'assertion-removed',
        weight: left === 0 || added.length === 0 ? 'blocks' : 'ask',
        why: `${of.name} claims ${left === 0 ? 'nothing any more' : `${count} thing(s) less`}: ${short(first.text)}.`,
      },
    ];
  });
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Every test with its other half, and what the tests of a file share. Tests that were deleted are another matter. */
export function comparables({ pairs, files }: Ground): readonly Comparable[] {
  const tests = pairs
    .filter(({ before, after }) => !before.group && !after.group)
    .map(({ file, before, after }) => ({
      file,
      name: `"${after.path}"`,
      before: before.assertions,
      after: after.assertions,
      skipped: after.skips.length > 0,
    }));
  const shared = files.filter(holdsTests).flatMap((file) => {
    if (!file.before || !file.after) return [];
    const [before, after] = [testsIn(file.before), testsIn(file.after)];
    const name = 'What the tests of this file share';
    // What went into a test is not gone.
    const now = [...after.shared, ...after.units.flatMap(({ assertions }) => assertions)];
    return [{ file, name, before: before.shared, after: after.shared, elsewhere: now, skipped: false }];
  });
  return [...tests, ...shared];
}
