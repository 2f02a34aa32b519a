import { describe, expect, it } from '@jest/globals';
import { type Listed, runsPage } from '../../src/cli/commands/list.js';
import { paintFor } from '../../src/view/terminal.js';

const run = (of: Partial<Listed> = {}): Listed => ({
  run: 'fix-here-0123456789',
  workflow: 'fix',
  status: 'succeeded',
  startedAt: '2026-11-18T12:00:00Z',
  repo: undefined,
  issue: undefined,
  ...of,
});
const asks = (kind: 'question' | 'storage', question: string): Listed =>
  run({ status: 'awaiting', awaits: { id: 'q-1', kind, question } });
const page = (runs: readonly Listed[], lang: 'en' | 'ja' = 'en') => runsPage(runs, { paint: paintFor(false), lang });

describe('runs at a terminal', () => {
  it('are a line each, and those that wait say what for and how to reply', () => {
    expect(page([asks('question', 'Which one?'), run({ repo: 'acme/app', issue: 3 })]).split('\n')).toEqual([
      'fix-here-0123456789  waiting for an answer              2026-11-18T12:00:00Z',
      '  ? Which one?',
      '    Reply with `crew answer q-1 … --run fix-here-0123456789`. `fix-here-0123456789` waits until then.',
      'fix-here-0123456789  succeeded              acme/app#3  2026-11-18T12:00:00Z',
    ]);
    expect(page([asks('question', 'どれですか。')], 'ja')).toContain('`crew answer q-1 …');
  });

  it('show a question in one line, whatever it holds', () => {
    const question = '> Turn it.\n>\n> - One.\n\n\u001b[2Jdone ##[error]x';
    expect(page([asks('question', question)]).split('\n')[1]).toMatch(
      /^ {2}\? Turn it\. - One\. .*done ## \[error\]x$/,
    );
    expect(page([asks('question', question)])).not.toContain('\u001b[2J');
  });

  it('say of one whose process is no more that it is interrupted, and how it goes on', () => {
    const cut = run({ status: 'interrupted' });
    expect(page([cut]).split('\n')).toEqual([
      'fix-here-0123456789  interrupted    2026-11-18T12:00:00Z',
      '    `crew continue --run fix-here-0123456789` continues from here.',
    ]);
    expect(page([run({ status: 'running' })])).not.toContain('continue');
    expect(page([cut], 'ja')).toContain('中断');
  });

  it('say no command where a person has to make room first', () => {
    expect(page([asks('storage', 'The disk is full.')]).split('\n')).toHaveLength(2);
  });
});
