import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Progress } from '../../../src/ports/progress.js';
import { type Language, languages } from '../../../src/text/lang/index.js';
import { watcher } from '../../../src/view/run/terminal/watch.js';
import { paintFor } from '../../../src/view/terminal.js';
import { words } from '../board/hostile.js';
import { openPlace } from './a-run.js';

function watched(
  happened: readonly Progress[],
  { lang = 'en', color = false }: { lang?: Language; color?: boolean } = {},
): readonly string[] {
  const lines: string[] = [];
  const show = watcher({ paint: paintFor(color), lang, log: (line) => lines.push(line) });
  for (const each of happened) show(each);
  return lines;
}

const USAGE = { in: 100, out: 20, cacheRead: 900, cacheWrite: 0 };
const spent = (who = 'editor'): Progress => ({
  kind: 'spent',
  who,
  usage: USAGE,
  usd: 0.01,
  totalUsd: 0.03,
  leftUsd: 0.97,
});
const began = (tool: string, input: unknown, who = 'editor'): Progress => ({ kind: 'call began', who, tool, input });
const ended = (tool: string, failed = false): Progress => ({ kind: 'call ended', who: 'editor', tool, failed, ms: 40 });
const turn = (number: number): Progress => ({ kind: 'turn began', who: 'editor', turn: number });
const text = (words: string): Progress => ({ kind: 'text', who: 'editor', text: words });

describe('what is seen at a terminal while crew works', () => {
  it.each(languages)('a whole run looks like this (%s)', async (lang) => {
    const lines: string[] = [];
    const place = await openPlace({
      show: watcher({ paint: paintFor(false), lang, log: (line) => lines.push(line) }),
    });
    const { run } = await place.start();
    await place.say(run, { is: 'answer', text: 'throw' });
    // Which of three that were read at once is ready first is chance.
    expect(`\n${lines.filter((line) => !/✓ (?:read|search)/.test(line)).join('\n')}\n`).toMatchSnapshot();
  });

  it('a part of the story, and what is checked in it', () => {
    expect(
      watched([
        { kind: 'part', name: 'Verify' },
        { kind: 'check began', name: 'test', command: 'npm test' },
        { kind: 'check ended', name: 'test', status: 'FAIL', ms: 3100 },
        { kind: 'check ended', name: 'build', status: 'INFRA_ERROR', ms: 10 },
      ]),
    ).toEqual(['▸ Verify', '    → test: npm test', '    ✗ test 3.1 s', '    ! build 10 ms']);
  });

  it('a line for each turn: what was spent, what is left, how much came from the cache, and the end of what was said', () => {
    expect(watched([turn(3), text('I look '), text('first.\n\nThen I mend.'), spent()])).toEqual([
      '  editor · turn 3 · $0.0300 spent, $0.97 left · 1k input tokens (90% cached), 20 output',
      '    │ Then I mend.',
    ]);
  });

  it('words of a turn that was lost are void', () => {
    const lines = watched([
      turn(1),
      text('half a wo'),
      { kind: 'turn lost', who: 'editor', turn: 1, why: 'cut off' },
      spent(),
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('  ✗ editor · turn 1 · cut off');
    expect(lines.join()).not.toContain('half');
  });

  it('of a turn that was lost, when it is asked for again, and what the service said without what it was wrapped in', () => {
    const why = '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    const lost: Progress = { kind: 'turn lost', who: 'editor', turn: 1, why, againInMs: 4000 };
    expect(watched([turn(1), lost])).toEqual(['  ✗ editor · turn 1 · retrying in 4.0 s · 529 Overloaded']);
    expect(
      watched([{ ...lost, why: '502 <html><head><title>Bad Gateway</title></head></html>' }], { lang: 'ja' })[0],
    ).toMatch(/再試行 · 502 Bad Gateway$/);
  });

  it('the parts of a fix in words', () => {
    const parts = ['$0.04–$4.67', 'baseline', 'editor', 'loop-2', 'reproduction'];
    const said = (lang: 'en' | 'ja') =>
      watched(
        parts.map((name): Progress => ({ kind: 'part', name })),
        { lang },
      );
    expect(said('en')).toEqual([
      '▸ Estimated cost $0.04–$4.67',
      '▸ Checks before the change',
      '▸ Editor starts',
      '▸ Verification 2',
      '▸ New tests without the change (they should fail)',
    ]);
    expect(said('ja')).toEqual([
      '▸ 費用の見込み $0.04–$4.67',
      '▸ 変更前のチェック',
      '▸ Editor を開始',
      '▸ 検証 2 回目',
      '▸ 変更なしで新しいテストを実行（失敗するのが正しい結果）',
    ]);
  });

  it('a call by what it is about, and how it ended', () => {
    expect(watched([began('shell', { command: 'npm test', seconds: 5 }), ended('shell', true)])).toEqual([
      '    → shell npm test',
      '    ✗ shell npm test 40 ms',
    ]);
  });

  it('of several calls of a kind at once it does not say which one ended, until one is left', () => {
    const lines = watched([began('read', { path: 'a' }), began('read', { path: 'b' }), ended('read'), ended('read')]);
    expect(lines.slice(2)).toEqual(['    ✓ read 40 ms', '    ✓ read b 40 ms']);
  });

  it('is painted only where it may be', () => {
    const happened = [turn(1), spent(), began('read', { path: 'a' }), ended('read')];
    expect(watched(happened).join()).not.toContain('\u001b');
    expect(watched(happened, { color: true }).join()).toContain('\u001b[32m✓');
  });

  it('whatever models, files and programs say, it is a line of words that steers nothing', () => {
    fc.assert(
      fc.property(words, (theirs) => {
        const lines = watched([
          { kind: 'part', name: theirs },
          { kind: 'turn began', who: theirs, turn: 1 },
          { kind: 'text', who: theirs, text: theirs },
          { kind: 'turn lost', who: theirs, turn: 1, why: `${theirs} ##[error]x` },
          { kind: 'text', who: theirs, text: `\n::error::${theirs}` },
          spent(theirs),
          began(theirs, { path: theirs, [theirs]: theirs }, theirs),
          began('shell', theirs),
          began('shell', [theirs]),
          { kind: 'call ended', who: theirs, tool: theirs, failed: false, ms: 1 },
          { kind: 'check began', name: theirs, command: theirs },
          { kind: 'check ended', name: theirs, status: theirs, ms: 1 },
        ]);
        for (const line of lines) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what must not be there
          expect(line).not.toMatch(/^\s*::|##\[|[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u200b]/);
        }
      }),
      { numRuns: 200 },
    );
  });
});
