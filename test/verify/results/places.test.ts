import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanLine, cleanOutput } from '../../../src/text/clean-output.js';
import { fileIn, placeIn } from '../../../src/verify/results/places.js';

const at = { root: '/work/repo', cwd: 'packages/a' };

describe('the place of a failure', () => {
  it.each([
    ['Node', '    at f (/work/repo/src/a.js:3:14)', 'src/a.js', 3],
    ['Node, a module', '    at file:///work/repo/src/a%20b.mjs:7:1', 'src/a b.mjs', 7],
    ['Python', '  File "/work/repo/x/y.py", line 12, in f', 'x/y.py', 12],
    ['pytest', 'tests/test_a.py:5: AssertionError', 'packages/a/tests/test_a.py', 5],
    ['Go', '        parse_test.go:9: it is 2', 'packages/a/parse_test.go', 9],
    ['Rust', "thread 'main' panicked at src/lib.rs:4:5:", 'packages/a/src/lib.rs', 4],
    ['TypeScript', '../b/src/i.ts:2:3 - error TS1', 'packages/b/src/i.ts', 2],
  ])('is found as %s writes it', (_, text, file, line) => {
    expect(placeIn(at, text)).toEqual({ file, line });
  });

  it.each([
    'at f (node:internal/test:1:2)',
    'at f (/work/repo/node_modules/x/a.js:1:2)',
    '  File "/work/repo/.venv/lib/python3/site-packages/a.py", line 1',
    'at f (/etc/passwd:1:1)',
    'at f (/work/repository/a.js:1:1)',
    '../../../etc/passwd.txt:3',
    'it was 12:30',
  ])('is never outside of the repository, or in code of others: %s', (text) => {
    expect(placeIn(at, text)).toBeUndefined();
  });

  it('is always inside, whatever a path looks like', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b', 'file://', '%2e%2e', '/work/repo');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const file = fileIn(at, parts.join('/'));
        expect(file === undefined || (!file.startsWith('/') && !file.split('/').includes('..'))).toBe(true);
      }),
    );
  });
});

describe('what a program said', () => {
  it('has no colours, no bells, and of a line that was drawn over what was drawn last', () => {
    expect(
      cleanOutput('\u001b[1;31mred\u001b[0m\u001b]0;title\u0007 \u001b[2K10 %\r\u001b[2K100 %\r\ndone\u0008'),
    ).toBe('100 %\ndone');
  });

  it('keeps what people read', () => {
    expect(cleanLine('日本語 › été ✓ 🎉')).toBe('日本語 › été ✓ 🎉');
  });
});
