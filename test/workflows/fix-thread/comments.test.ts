import { describe, expect, it } from '@jest/globals';
import { messages } from '../../../src/text/lang/index.js';
import { diffParts } from '../../../src/workflows/fix/rules/endings.js';
import { page } from '../../../src/workflows/fix/rules/page.js';
import { foldDiff } from '../../../src/workflows/fix/rules/comments.js';

const say = messages('en').fix;
const folded = (diff: string) => {
  const parts = diffParts(diff, { run: 'fix-1', repo: 'octo/shop' });
  return foldDiff(
    page([{ lead: 'Before.' }, { heading: 'diff' }, ...parts, { lead: 'After.' }], say),
    say.heading.diff,
  );
};

describe('a diff in a thread', () => {
  it('is folded, and nothing around it', () => {
    expect(folded('-a\n+b\n')).toMatch(/^Before\.\n\n<details>[\s\S]*```diff\n-a\n\+b\n```\n\n<\/details>\s+After\.$/);
  });

  it('is folded also where it is cut, with the words that say where all of it is', () => {
    const text = folded('+line\n'.repeat(20_000));
    expect(text).toMatch(/^Before\.\n\n<details>[\s\S]*`crew show fix-1 --json --repo octo\/shop`[\s\S]*```diff\n/);
    expect(text).toMatch(/```\n\n<\/details>\s+After\.$/);
  });
});
