import { describe, expect, it } from '@jest/globals';
import { withMoves } from '../../../src/verify/tamper/change.js';
import { findTampering } from '../../../src/verify/tamper/index.js';

const file = (path: string, before: string | null, after: string | null) => ({ path, before, after });
const SNAPSHOT = 'exports[`sum 1`] = `5`;\n';

describe('files that only went elsewhere', () => {
  it('are one change each, with the path where they were', () => {
    const changes = [file('a.js', 'one\n', null), file('b.js', 'x\n', 'y\n'), file('c/a.js', null, 'one\n')];
    expect(withMoves(changes)).toEqual([
      file('b.js', 'x\n', 'y\n'),
      { ...file('c/a.js', 'one\n', 'one\n'), from: 'a.js' },
    ]);
  });

  it('are as many as are gone: a copy is a new file', () => {
    const changes = [file('a.js', 'one\n', null), file('b.js', null, 'one\n'), file('c.js', null, 'one\n')];
    expect(withMoves(changes)).toEqual([
      { ...file('b.js', 'one\n', 'one\n'), from: 'a.js' },
      file('c.js', null, 'one\n'),
    ]);
  });

  it('stay two where something in them was edited, and empty ones say nothing', () => {
    const edited = [file('a.js', 'one\n', null), file('b.js', null, 'two\n')];
    const empty = [file('a.js', '', null), file('b.js', null, '')];
    expect([withMoves(edited), withMoves(empty)]).toEqual([edited, empty]);
  });

  it('are no expectation that was deleted', () => {
    const moved = [file('test/sum.test.js.snap', SNAPSHOT, null), file('test/unit/sum.test.js.snap', null, SNAPSHOT)];
    expect(findTampering(moved).map(({ kind }) => kind)).toEqual(['record-changed']);
    expect(findTampering(withMoves(moved))).toEqual([]);
  });
});
