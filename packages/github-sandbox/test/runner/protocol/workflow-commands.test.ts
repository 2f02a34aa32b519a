import { describe, expect, it } from '@jest/globals';
import { readLine } from '../../../src/runner/protocol/workflow-commands.js';

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
    ['::set-env name=A::b', { kind: 'refused', command: 'set-env' }],
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
