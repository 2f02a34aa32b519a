import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mask, spellingsOf } from '../../src/runner/protocol/mask.js';
import { readLine } from '../../src/runner/protocol/workflow-commands.js';
import { isForbiddenEnv, maySetEnv, parseFileCommands } from '../../src/runner/run/command-files.js';

describe('a line of output', () => {
  it.each([
    ['plain', { kind: 'text', text: 'plain' }],
    ['see ::error::in the middle', { kind: 'text', text: 'see ::error::in the middle' }],
    ['::unknown::x', { kind: 'text', text: '::unknown::x' }],
    ['::add-mask::a%0Ab', { kind: 'mask', value: 'a\nb' }],
    ['::debug::x', { kind: 'silence' }],
    ['::group::Install', { kind: 'text', text: '▾ Install' }],
    ['::endgroup::', { kind: 'silence' }],
    ['::stop-commands::t', { kind: 'stop', token: 't' }],
    ['::set-env name=A::b', { kind: 'deprecated', command: 'set-env' }],
    ['::notice::50%25 done: all', { kind: 'annotation', annotation: { level: 'notice', message: '50% done: all' } }],
    [
      '::error file=C%3A/x.ts,line=2::no',
      { kind: 'annotation', annotation: { level: 'error', message: 'no', file: 'C:/x.ts', line: 2 } },
    ],
    ['::error::%250A', { kind: 'annotation', annotation: { level: 'error', message: '%0A' } }],
  ])('%s', (line, spoken) => {
    expect(readLine(line, null)).toEqual(spoken);
  });

  it('means nothing while commands are stopped, but for the one that resumes them', () => {
    expect(readLine('::error::x', 'token')).toEqual({ kind: 'text', text: '::error::x' });
    expect(readLine('::token::', 'token')).toEqual({ kind: 'resume' });
  });
});

describe('what a step writes into its files', () => {
  it('reads lines and blocks, and whichever of = and << comes first decides', () => {
    expect(parseFileCommands('a=1\nb<<END\none\n\ntwo=2\nEND\nc=x<<y\n')).toEqual([
      ['a', '1'],
      ['b', 'one\n\ntwo=2'],
      ['c', 'x<<y'],
    ]);
  });

  it('gives back every value that was written as a block', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,10}$/);
    const value = fc.string({ unit: fc.constantFrom('a', '=', '<', '\n', ' ', 'é', '%') });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const written = pairs.map(([key, text]) => `${key}<<ghadelimiter_1\n${text}\nghadelimiter_1\n`).join('');
        expect(parseFileCommands(written)).toEqual(pairs);
      }),
    );
  });

  it.each([
    ['no sign at all', "Invalid format 'no sign at all'"],
    ['=x', "Invalid format '=x'"],
    ['a<<END\nx', "Matching delimiter not found 'END'"],
    ['a<<\nx', 'Name and delimiter must not be empty'],
  ])('refuses %j', (content, sentence) => {
    expect(() => parseFileCommands(content)).toThrow(sentence);
  });

  it("keeps the runner's own variables", () => {
    expect(['GITHUB_SHA', 'runner_temp', 'CI', 'MINE'].map(maySetEnv)).toEqual([false, false, false, true]);
    expect(isForbiddenEnv('node_options')).toBe(true);
  });
});

const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcdefXYZ0123456789+/="\\ ') })
  .filter((text) => text.trim().length >= 8);

describe('masking', () => {
  it('hides a secret as it is, as JSON, in an address and in base64 at every offset', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom('', 'x', 'xy', 'user:'), (key, before) => {
        const spellings = spellingsOf(key);
        const spoken = [before + key, JSON.stringify(key), encodeURIComponent(key)];
        for (const text of spoken) expect(mask(text, spellings)).not.toContain(text.slice(before.length + 1, -1));
        expect(mask(btoa(before + key), spellings)).toContain('***');
      }),
    );
  });

  it('hides each line of a key of several lines', () => {
    expect(mask('and MIIEpAIB it', spellingsOf('-----BEGIN-----\nMIIEpAIB\n-----END-----'))).toBe('and *** it');
  });

  it('hides the longer one first, so that no rest stays', () => {
    expect(mask('abcdef', ['abc', 'abcdef'])).toBe('***');
  });

  it('leaves text alone that is too short to hide', () => {
    expect(spellingsOf('1')).toEqual([]);
  });
});
