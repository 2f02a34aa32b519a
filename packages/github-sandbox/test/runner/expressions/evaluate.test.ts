import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromData, toData } from '../../../src/runner/expressions/data.js';
import { evaluate } from '../../../src/runner/expressions/evaluate.js';
import { fillText } from '../../../src/runner/expressions/resolve.js';
import type { Json } from '../../../src/runner/json.js';
import { withStatus } from '../../../src/runner/parse/read-job.js';

const scope = {
  where: "w.yml, job 'a', step 1",
  contexts: {
    github: { actor: 'mona', event: { issue: { labels: [{ name: 'bug' }, { name: 'ui' }] } } },
    inputs: { dry: false },
  },
  functions: { success: () => true, hashFiles: (...patterns: string[]) => patterns.join('+') },
};

describe('an expression', () => {
  it.each<[string, Json]>([
    ["github.actor == 'MONA'", true],
    ['github.nothing.at.all', null],
    ["contains(github.event.issue.labels.*.name, 'ui')", true],
    ["format('{0} is ''{1}''', github.actor, 'it')", "mona is 'it'"],
    ["fromJSON('[1, 2]')[1]", 2],
    ['inputs.dry || 3', 3],
    ['success() && !inputs.dry', true],
    ["hashFiles('a', 'b')", 'a+b'],
  ])('%s', (text, value) => {
    expect(evaluate(text, scope)).toEqual(value);
  });

  it.each([
    ['gitub.actor', "Unrecognized named-value: 'gitub'"],
    ['shout(1)', "Unrecognized function: 'shout'"],
    ['1 +', 'Unexpected symbol'],
    ["fromJSON('{')", 'fromJSON'],
  ])('%s is refused with its place', (text, sentence) => {
    expect(() => evaluate(text, scope)).toThrow(sentence);
    expect(() => evaluate(text, scope)).toThrow("w.yml, job 'a', step 1: ");
  });

  it('keeps texts with any number of quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", 'a', ' ') }), (text) => {
        expect(evaluate(`'${text.replaceAll("'", "''")}'`, scope)).toBe(text);
      }),
    );
  });

  it('keeps every value on its way through the library', () => {
    // Objects of the library know no case, so keys that differ only in it cannot both be kept.
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.boolean(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(fc.property(tree, (value) => expect(fromData(toData(value))).toEqual(value)));
  });
});

describe('a condition', () => {
  it.each([
    ['', 'success()'],
    ["github.actor == 'x'", "success() && (github.actor == 'x')"],
    ["always() && github.actor == 'x'", "always() && github.actor == 'x'"],
    ["github.actor == 'always()'", "success() && (github.actor == 'always()')"],
    ['!Cancelled()', '!Cancelled()'],
    ['inputs.failure', 'success() && (inputs.failure)'],
  ])('%s means %s', (written, meant) => {
    expect(withStatus(written)).toBe(meant);
  });
});

describe('a text with expressions', () => {
  it('is filled in where they stand', () => {
    expect(fillText('by ${{ github.actor }}, ${{ inputs.dry }}', scope)).toBe('by mona, false');
  });
});
