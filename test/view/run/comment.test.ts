import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { RunHistory, Step } from '../../../src/ports/run.js';
import { type Language, languages } from '../../../src/text/lang/index.js';
import { nodesOf } from '../../../src/text/markdown-tree.js';
import { neutralise } from '../../../src/text/redact.js';
import { runComment } from '../../../src/view/run/markdown/comment.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { words } from '../board/hostile.js';
import { openPlace, wholeRun } from './a-run.js';
import { hostileRun } from './hostile.js';
import { type Entry, historyOf } from './journal-of.js';
import { withProofs } from './proofs.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function commentOf(journal: RunHistory, { lang = 'en', now = NOW }: { lang?: Language; now?: number } = {}): string {
  const shown = showRun(journal, { now, lang });
  return runComment(shown);
}

/** The run while it works, up to a step. */
const upTo = ({ record: { end: _, ...record }, steps }: RunHistory, name: string): RunHistory => ({
  record,
  steps: steps.slice(0, steps.findIndex((each) => each.name === name) + 1),
});

const withoutReads = (text: string) => text.replace(/^.*mender (?:tool call|ツール呼び出し) 1\..*\n/gm, '');

const STRUCTURE = ['heading', 'code', 'html', 'list', 'link', 'image', 'thematicBreak', 'blockquote'];
const structureOf = (markdown: string): readonly string[] =>
  [...nodesOf(fromMarkdown(markdown))].map(({ type }) => type).filter((type) => STRUCTURE.includes(type));

describe('the comment of a run', () => {
  it.each(languages)('reads like this when it is over (%s)', async (lang) => {
    expect(withoutReads(commentOf(withProofs(await wholeRun()), { lang }))).toMatchSnapshot();
  });

  it.each(languages)('asks, with the command that answers (%s)', async (lang) => {
    const place = await openPlace();
    const { run } = await place.start();
    const [asks = ''] =
      /^\*\*(?:It waits|返事).*?(?=<details>)/ms.exec(commentOf(await place.history(run), { lang })) ?? [];
    expect(asks).toMatchSnapshot();
  });

  it('says while it works what it is at', async () => {
    const comment = commentOf(upTo(await wholeRun(), 'mender call 4.1 begins'));
    expect(comment).toContain('**agent** · running');
    expect(comment).toContain('Now: mender tool call 4.1 · `shell for n in 1 2 3;');
  });

  it('says dates, never ages: looked at later, not a letter has changed', async () => {
    const running = upTo(await wholeRun(), 'mender call 6.1');
    expect(commentOf(running, { now: NOW + 86_400_000 })).toBe(commentOf(running));
  });

  it('fills its meter as the money goes, and quite only when all is gone', () => {
    const spent = (usd: number): Entry => ({
      ...{ kind: 'step', name: 'w turn 1', began: 0, value: { is: 'told' } },
      spent: { usd, tokens: { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 } },
    });
    const begin: Entry = { kind: 'begin', run: 'fix-1-abc', workflow: 'fix' };
    const limit: Entry = { kind: 'step', name: 'allowance 1', began: 0, value: { usd: 1 } };
    const full = (usd: number) => commentOf(historyOf([begin, limit, spent(usd)])).match(/█/g)?.length ?? 0;
    expect([0, 0.001, 0.5, 0.999, 1, 7].map(full)).toEqual([0, 1, 10, 19, 20, 20]);
  });

  it('fits however much was done', () => {
    const many: readonly Step[] = Array.from({ length: 1500 }, (_, n) => ({
      ...{ name: `${n} ${'|<`'.repeat(3000)}`, began: 0, at: 0, value: null },
    }));
    const { record, steps } = hostileRun('|<`'.repeat(30_000), { awaiting: true });
    for (const lang of languages)
      expect(commentOf({ record, steps: [...steps, ...many] }, { lang }).length).toBeLessThanOrEqual(60_000);
  });

  it.each([false, true])('keeps strangers’ words from doing anything (waiting: %s)', (awaiting) => {
    const tame = commentOf(hostileRun('x y', { awaiting }));
    fc.assert(
      fc.property(words, (theirs) => {
        const said = commentOf(hostileRun(theirs, { awaiting }));
        // What a stranger writes as a tag has a backslash before it, so only the comment's own go here.
        const agentView = said.replace(/(?<!\\)<\/?(?:details|summary|sub)>/g, '');
        expect(neutralise(agentView, { hosts: ['github.com'], closableIssue: {} })?.counts).toEqual({});
        expect(structureOf(said)).toEqual(structureOf(tame));
        const cells = (text: string) => text.match(/^\|.*$/gm)?.map((row) => row.split(/(?<!\\)\|/).length);
        expect(cells(said)).toEqual(cells(tame));
      }),
      { numRuns: 40 },
    );
  });
});
