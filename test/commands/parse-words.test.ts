import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseWords } from '../../src/commands/parse.js';
import { plain } from './asked-for.js';

const read = (...words: readonly string[]) => plain(parseWords(words));

describe('words of a command line', () => {
  it.each<[words: readonly string[], means: unknown]>([
    [[], { help: {} }],
    [['status'], { status: {} }],
    [['fix', 'the login'], { fix: { what: 'the login' } }],
    [['fix', 'the', 'login'], { fix: { what: 'the login' } }],
    [['fix', 'the  login\nand more'], { fix: { what: 'the  login\nand more' } }],
    [['fix', 'the login', '--dry-run'], { fix: { dryRun: true, what: 'the login' } }],
    [['fix', 'the', '--dry-run', 'login'], { fix: { dryRun: true, what: 'the login' } }],
    [['fix', 'it', '--base', 'next', '--scope', 'a b/**'], { fix: { base: 'next', scope: ['a b/**'], what: 'it' } }],
    [['fix', '--', '--dry-run', 'is ignored'], { fix: { what: '--dry-run is ignored' } }],
    [['fix', '--dry-run', '--', '--base'], { fix: { dryRun: true, what: '--base' } }],
    [['fix', 'say', 'what', '--', '--dry-run', 'does'], { fix: { what: 'say what --dry-run does' } }],
    [['fix', 'say what', '--dry-run', '--', '--base is'], { fix: { dryRun: true, what: 'say what --base is' } }],
    [['fix', 'the flag --dry-run is ignored'], { fix: { what: 'the flag --dry-run is ignored' } }],
    [['reject', 'not ours', '--category', 'style'], { reject: { category: 'style', why: 'not ours' } }],
    [['forget', '--all', '--yes'], { forget: { all: true, yes: true } }],
    [['answer', 'q-1', 'yes, both'], { answer: { id: 'q-1', text: 'yes, both' } }],
    [['continue', '+2'], { continue: { budgetUsd: 2 } }],
  ])('%j', (words, means) => {
    expect(read(...words)).toEqual(means);
  });

  it.each<[words: readonly string[], found: string, why: unknown]>([
    [['fixx'], 'fixx', { is: 'no-command' }],
    [['fix', 'it', '--dryrun'], 'fix', { is: 'unknown-flag', word: '--dryrun' }],
    [['fix', 'it', '--base'], 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    [['fix', '--base', '--dry-run'], 'fix', { is: 'value', word: '--base', of: 'BRANCH' }],
    [['fix', '--dry-run', 'it', '--dry-run'], 'fix', { is: 'twice', word: '--dry-run' }],
    [['status', 'now'], 'status', { is: 'extra', word: 'now' }],
    [['select'], 'select', { is: 'missing', of: 'A|B|C' }],
  ])('%j is wrong', (words, found, why) => {
    expect(read(...words)).toEqual({ wrong: found, why });
  });

  it('mean the same wherever the flags stand', () => {
    const flags = fc.subarray([['--dry-run'], ['--base', 'next'], ['--scope', 'src/**'], ['--budget', '3']]);
    const cut = fc.nat(2);
    fc.assert(
      fc.property(flags, cut, (all, at) => {
        const text = ['make', 'it'];
        const mixed = [...text.slice(0, at), ...all.flat(), ...text.slice(at)];
        expect(read('fix', ...mixed)).toEqual(read('fix', ...all.flat(), ...text));
      }),
    );
  });

  it('may be anything, and are read without a fault', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('fix', '--', '--scope', '--dry-run', 'answer', '__proto__'));
    fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (words) => typeof parseWords(words) === 'object'));
  });
});
