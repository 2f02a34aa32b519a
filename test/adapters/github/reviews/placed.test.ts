import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placed, withOutside } from '../../../../src/adapters/github/reviews.js';

const patch = '@@ -1,3 +1,4 @@ head\n one\n+two\n three\n four\n@@ -20 +21,0 @@\n-gone\n@@ -30,2 +30,2 @@\n-a\n+b\n c';
const files = [{ filename: 'a.js', patch }, { filename: 'logo.png' }];
const remark = (path: string, line: number, from?: number) => ({ path, line, from, body: `about ${line}` });

describe('a remark', () => {
  it.each([
    ['beside the first line of a part', remark('a.js', 1), true],
    ['beside its last', remark('a.js', 4), true],
    ['after it', remark('a.js', 5), false],
    ['where something was only taken away', remark('a.js', 21), false],
    ['from one line to another of the same part', remark('a.js', 31, 30), true],
    ['from one part into the next', remark('a.js', 30, 3), false],
    ['from a line to one before it', remark('a.js', 2, 3), false],
    ['in a file that shows no text', remark('logo.png', 1), false],
    ['in a file that was not changed', remark('b.js', 1), false],
  ])('%s has a place or has none', (_, one, fits) => {
    expect(placed([one], files)).toEqual(fits ? { inside: [one], outside: [] } : { inside: [], outside: [one] });
  });

  it('is never lost and never said twice', () => {
    const any = fc.record({
      path: fc.constantFrom('a.js', 'b.js', 'logo.png'),
      line: fc.integer({ min: 1, max: 40 }),
      from: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      body: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(any), (remarks) => {
        const { inside, outside } = placed(remarks, files);
        expect(new Set([...inside, ...outside])).toEqual(new Set(remarks));
        expect(inside.length + outside.length).toBe(remarks.length);
      }),
    );
  });
});

describe('the words of a review', () => {
  it('are followed by what has no place beside the difference, with its lines', () => {
    expect(withOutside('Two things.', [remark('a.js', 5), remark('b.js', 9, 7)])).toBe(
      'Two things.\n\n`a.js:5`\n\nabout 5\n\n`b.js:7-9`\n\nabout 9',
    );
    expect(withOutside('Nothing.', [])).toBe('Nothing.');
  });

  it('keep what is hidden at their end there: by that a review is known again', () => {
    const hidden = '\n\n<!-- crew:review:0a1b2c3d4e5f 0123456789abcdef -->';
    expect(withOutside(`One thing.${hidden}`, [remark('a.js', 5)])).toBe(
      `One thing.\n\n\`a.js:5\`\n\nabout 5${hidden}`,
    );
    expect(withOutside(`<!-- not at the end -->\n\nOne thing.`, [])).toBe('<!-- not at the end -->\n\nOne thing.');
  });

  it('hold a name as one piece of code, whatever stands in it', () => {
    expect(withOutside('One.', [remark('a`@maya`.js', 5)])).toContain("`a'@maya'.js:5`");
  });
});
