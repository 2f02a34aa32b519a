// The description of a pull request after a further round.
import { describe, expect, it } from '@jest/globals';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { bodyOf } from '../../../src/workflows/fix/rules/pull-request.js';
import { editorWordsIn, type Round } from '../../../src/workflows/fix/rules/requests.js';

const wordsOf = (words: object) => editorWordsIn({ words });
const FIRST: Round = {
  ...{ run: 'fix-1', at: '2026-11-18T11:00:00Z', usd: 0, pull: 4, sha: 'b', requests: [] },
  words: wordsOf({ what: '`add` adds its arguments.', why: 'It gave 1 for 2 and 1, because it subtracted.' }),
};

const leadOf = (pullWhat: string) =>
  bodyOf(
    {
      ...{ words: wordsOf({ pullWhat }), subject: 'test: negative numbers', rounds: [FIRST], requests: [], fixed: [] },
      ...{ found: undefined, run: 'fix-2', url: 'https://example.org', login: 'maya', costUsd: 0, limitUsd: 1 },
      ...{
        closes: 2,
        diff: { base: 'a', sha256: 'c' },
        verified: { title: '', summary: '' },
        notes: [],
        template: null,
      },
    },
    fixMessages('en').thread,
  ).split('\n\nCloses')[0];

describe('the description of the whole pull request', () => {
  it('is what the Editor writes in the last round', () => {
    expect(leadOf('`add` adds its arguments, negative ones too.')).toBe('`add` adds its arguments, negative ones too.');
  });

  it('stays that of the first round, with its cause, if the last one only repeats it', () => {
    const first = leadOf('') ?? '';
    expect(first).toMatch(/^`add` adds its arguments\. It gave 1 for 2 and 1, because it subtracted\.\n\n.*negative/);
    expect(leadOf('`add` adds its arguments. It gave 1.')).toBe(first);
  });
});
