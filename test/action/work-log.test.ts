// The log of the job that works: whoever follows the link finds that it goes on, and nothing that anybody made it say.
import { describe, expect, it } from '@jest/globals';
import { workLog } from '../../src/action/work-log.js';
import type { Progress } from '../../src/ports/progress.js';

function linesOf(all: readonly Progress[]): readonly string[] {
  const lines: string[] = [];
  const show = workLog((line) => lines.push(line));
  for (const each of all) show(each);
  return lines;
}

const who = 'editor';
const usage = { in: 1000, out: 200, cacheRead: 3000, cacheWrite: 0 };
const spent: Progress = { kind: 'spent', who, usage, usd: 0.01, totalUsd: 0.12, leftUsd: 1.88 };

describe('the log of the job work', () => {
  it('tells the parts, the turns with what they cost, and the checks', () => {
    const lines = linesOf([
      { kind: 'part', name: 'baseline' },
      { kind: 'check began', name: 'test', command: 'npm test' },
      { kind: 'check ended', name: 'test', status: 'PASS', ms: 1200 },
      { kind: 'check ended', name: 'lint (app)', status: 'FAIL', ms: 50 },
      { kind: 'turn began', who, turn: 1 },
      { kind: 'turn lost', who, turn: 1, why: '529 overloaded', againInMs: 2000 },
      { kind: 'turn began', who, turn: 2 },
      spent,
      { kind: 'call began', who, tool: 'read', input: { path: 'a.js' } },
      { kind: 'call ended', who, tool: 'read', failed: false, ms: 3 },
      { kind: 'turn began', who, turn: 3 },
      spent,
    ]);
    const meter = '$0.12 spent, $1.88 left · 4k input tokens (75% cached), 200 output';
    expect(lines).toEqual([
      '▸ Checks before the change',
      '    → test',
      '    ✓ test · 1.2 s',
      '    ✗ lint (app) · 50 ms',
      '  ✗ editor · turn 1 · retrying in 2.0 s',
      `  editor · turn 2 · ${meter}`,
      `  editor · turn 3 · ${meter} · 1 call of tools before`,
    ]);
  });

  it('says nothing that a model, a tool, a service or a command has said', () => {
    const SAID = 'sesame';
    const lines = linesOf([
      { kind: 'turn began', who, turn: 1 },
      { kind: 'text', who, text: SAID },
      { kind: 'turn lost', who, turn: 1, why: SAID },
      { kind: 'call began', who, tool: SAID, input: { path: SAID } },
      { kind: 'call ended', who, tool: SAID, failed: true, ms: 1 },
      { kind: 'check began', name: 'test', command: SAID },
      spent,
    ]);
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).not.toContain(SAID);
  });

  it.each([
    '::stop-commands::x',
    '##[error]x',
    'a\n::error::x',
    'see https://evil.example',
    '\u001b[2J',
    'x'.repeat(61),
  ])('does not carry the name %j', (name) => {
    const lines = linesOf([
      { kind: 'part', name },
      { kind: 'check began', name, command: '' },
      { kind: 'check ended', name, status: 'ERROR', ms: 0 },
    ]);
    expect(lines).toEqual(['▸ …', '    → …', '    ! … · 0 ms']);
  });
});
