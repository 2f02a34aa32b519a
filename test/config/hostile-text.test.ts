import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTooDeep } from '../../src/config/document.js';
import { readConfig } from '../../src/config/index.js';
import { sweep } from '../build/sweep.js';

const pieces = fc.constantFrom(
  ...[
    'lang',
    'fix',
    'mcp',
    'verify',
    'steps',
    'x',
    ': ',
    ':',
    '\n',
    '\n  ',
    '\n    - ',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
  ],
  ...[', ', '&a ', '*a', '!x ', '!!map ', '!!binary ', '|', '>', '"', "'", '#', '---\n', '...\n', '%YAML 1.1\n', '\t'],
  ...[
    '<<',
    '__proto__',
    'constructor',
    'null',
    '~',
    '0',
    '-1',
    '.nan',
    '.inf',
    '2020-01-01',
    '\r\n',
    '\u0000',
    '\uFEFF',
    '\uD800',
  ],
);

function outcome(text: string): string {
  const reading = readConfig(text);
  return 'config' in reading ? 'config' : `${reading.problems.length > 0}`;
}

describe('any text', () => {
  it('is read or refused with at least one problem, never an exception', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ['config', 'true'].includes(outcome(text))));
  });

  it('is so too when it is made of the pieces of YAML', () => {
    const yamlish = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(yamlish, (text) => ['config', 'true'].includes(outcome(text))),
      { numRuns: sweep(3000) },
    );
  });

  it('has every problem on a line and in a column that the text has', () => {
    const yamlish = fc.array(pieces, { minLength: 1, maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(yamlish, (text) => {
        const reading = readConfig(text);
        const lines = text.split('\n');
        const problems = 'problems' in reading ? reading.problems : [];
        return problems.every(({ line, column }) => column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 1);
      }),
      { numRuns: sweep(1000) },
    );
  });
});

describe('a text that is made to hurt', () => {
  it.each([
    ['open lists', '['.repeat(30_000)],
    ['open groups', '{a: '.repeat(8_000)],
    ['lists that begin lists', '- '.repeat(16_000)],
    ['keys that begin keys', '? '.repeat(16_000)],
    ['a staircase of lists', Array.from({ length: 240 }, (_, depth) => `${' '.repeat(depth)}-`).join('\n')],
    ['a staircase of groups', Array.from({ length: 240 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['tags', '!!a '.repeat(8_000)],
    ['quotes', '"'.repeat(30_000)],
    ['thousands of unknown settings', Array.from({ length: 3_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['one long value', `lang: ${'x'.repeat(32_000)}`],
    ['half a web token, again and again', `lang: "${'eyJ-'.repeat(8_000)}"`],
    ['half a URL, again and again', `lang: "${'a.'.repeat(16_000)}"`],
    ['more than anybody writes', '#'.repeat(1_000_000)],
  ])('is refused, and does not hold the run up: %s', (_, text) => {
    expect(outcome(text)).toBe('true');
  });

  it('multiplies nothing by aliases', () => {
    const bomb = [
      'a: &a [x, x]',
      ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [*${'abcdefgh'[at]}, *${'abcdefgh'[at]}]`),
    ];
    expect(outcome(bomb.join('\n'))).toBe('true');
  });

  it('sets nothing on the prototype of anything', () => {
    expect(outcome('mcp: { __proto__: { command: x } }')).toBe('true');
    expect(outcome('__proto__: { polluted: true }')).toBe('true');
    expect('polluted' in {}).toBe(false);
  });
});

describe('depth', () => {
  it('counts brackets that are open, not brackets that were', () => {
    expect(isTooDeep('a: []\n'.repeat(100))).toBe(false);
    expect(isTooDeep(`a: ${'['.repeat(16)}`)).toBe(false);
    expect(isTooDeep(`a: ${'['.repeat(17)}`)).toBe(true);
  });

  it('does not count what stands in text', () => {
    expect(isTooDeep(`a: "${'['.repeat(100)}"\nb: |\n  ${'- '.repeat(100)}\n# ${'{'.repeat(100)}`)).toBe(false);
  });

  it('counts list marks on one line only, since indentation cannot run away', () => {
    expect(isTooDeep('- a\n'.repeat(100))).toBe(false);
    expect(isTooDeep('- '.repeat(17))).toBe(true);
  });
});
