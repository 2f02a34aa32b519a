import { holdsTests, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import { testsIn } from '../tests/index.js';

/** A test marked as the only one to run. */
export function testNarrowed({ files }: TamperContext): readonly Found[] {
  return files.filter(holdsTests).flatMap(({ path, before, after }) => {
    const had = before ? onlyIn(before) : 0;
    const lines = after ? testsIn(after).units.flatMap(({ only, path: name }) => (only ? [{ only, name }] : [])) : [];
    return lines.slice(had).map(
      ({ only, name }): Found => ({
        file: path,
        line: only,
        kind: 'test-narrowed',
        weight: 'blocks',
        because: saying('only-this', name),
      }),
    );
  });
}

function onlyIn(source: Parameters<typeof testsIn>[0]): number {
  return testsIn(source).units.filter(({ only }) => only).length;
}
