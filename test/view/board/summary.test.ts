import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Report } from '../../../src/ports/report.js';
import { languages } from '../../../src/text/lang/index.js';
import { nodesOf } from '../../../src/text/markdown-tree.js';
import { neutralise } from '../../../src/text/redact.js';
import { boardDigest, boardSummary } from '../../../src/view/board/markdown/summary.js';
import { boardPage } from '../../../src/view/board/page/page.js';
import { boardTable } from '../../../src/view/board/terminal/table.js';
import { paintFor } from '../../../src/view/terminal.js';
import { assessment, HOME, largeReport, quietReport, sampleReport, suggestion } from '../../build/report.js';
import { withWords, words } from './hostile.js';

const STRUCTURE = ['heading', 'code', 'html', 'list', 'link', 'image', 'thematicBreak', 'blockquote'];

/** What a text is made of, but for words, emphasis and inline code. */
const structureOf = (markdown: string): readonly string[] =>
  [...nodesOf(fromMarkdown(markdown))].map(({ type }) => type).filter((type) => STRUCTURE.includes(type));

const NOTHING = { trend: [], moves: [], running: [], similar: [], pulls: new Map() };
const digestOf = (report: Report) => boardDigest(report, { lang: 'en' }, NOTHING).core;

describe('the summary of a facilitation', () => {
  it.each(languages)('reads like this (%s)', (lang) => {
    expect(boardSummary(sampleReport(), { lang, home: HOME })).toMatchSnapshot();
  });

  it('says first how it stands and what is next', () => {
    const [title, headline, health, next] = boardSummary(sampleReport(), { lang: 'en' }).split('\n\n');
    expect([title, next]).toEqual(['## Board', '**Next:** agent **reviewer** on `#2`']);
    expect(headline).toMatch(/^15 issues: .*5 blocked/);
    expect(health).toContain('Health unknown');
  });

  it('has no heading for what there is nothing to say about', () => {
    const headings = boardSummary(quietReport(), { lang: 'en' }).match(/^#.*$/gm);
    expect(headings).toEqual(['## Board', '### Issues']);
  });

  it('says so when there are no issues at all', () => {
    expect(digestOf({ ...quietReport(), assessments: [] })).toBe('## Board\n\nThere are no issues here yet.\n');
  });

  it('says an agent is next only when one is', () => {
    const recommendation = { ...sampleReport().recommendation, nextAgent: 'none', targetIssues: [12, 11] };
    const said = boardSummary(sampleReport({ recommendation }), { lang: 'en' });
    expect(said).toContain('**Next:** a maintainer has to act on `#12` and `#11`');
  });

  it('names the command instead of the agent where a comment to crew is the next step', () => {
    const { recommendation, assessments } = sampleReport();
    const withCommand = (command: string, description: string) => {
      const step = suggestion({ agent: 'iterator', command, description, issue: 2 });
      const report = sampleReport({
        assessments: assessments.map((each) =>
          each.issue === 2 ? { ...each, links: [{ kind: 'pull', ref: '#31', strength: 'closing' }] } : each,
        ),
        recommendation: { ...recommendation, nextAgent: 'iterator', targetIssues: [2], suggestions: [step] },
      });
      return {
        summary: boardSummary(report, { lang: 'en' }),
        japanese: boardSummary(report, { lang: 'ja' }),
        digest: digestOf(report),
        page: boardPage(report, { lang: 'en' }),
        terminal: boardTable(report, { lang: 'en', paint: paintFor(false), columns: 100 }),
      };
    };
    const fix = withCommand('/crew fix', 'Start the work');
    expect(fix.summary).toContain('**Next:** `/crew fix` on `#2`');
    expect(fix.summary).toContain('`#2` **Start the work** · crew\n\n```sh\n/crew fix\n```');
    expect(fix.japanese).toContain('`#2` に `/crew fix`');
    expect(fix.digest).toContain('· `/crew fix`');
    expect(fix.page).toContain('Next: <strong>/crew fix on #2</strong>');
    expect(fix.terminal).toContain('Next: /crew fix on #2');
    // A review is asked for on the pull request.
    const review = withCommand('/crew review', 'Review the pull request #31');
    expect(review.summary).toContain('**Next:** `/crew review` on `#31`');
    expect(review.terminal).toContain('Next: /crew review on #31');
    expect(review.page).toContain('Next: <strong>/crew review on #31</strong>');
    for (const text of [...Object.values(fix), ...Object.values(review)]) expect(text).not.toContain('gent iterator');
  });

  it('names the step of a maintainer first if it is the best one, then that of the agent', () => {
    const { recommendation } = sampleReport();
    const merge = suggestion({ agent: 'none', command: 'gh pr merge 27', description: 'Merge #27 for #21', issue: 21 });
    const report = sampleReport({
      recommendation: { ...recommendation, suggestions: [merge, ...recommendation.suggestions] },
    });
    expect(boardSummary(report, { lang: 'en' })).toContain(
      '**Next for a maintainer:** Merge `#27` for `#21`\n\n**Next for an agent:** agent **reviewer** on `#2`',
    );
    expect(boardPage(report, { lang: 'en' })).toContain(
      'Next for a maintainer: <strong>Merge #27 for #21</strong>. Next for an agent: <strong>agent reviewer on #2</strong>',
    );
    const table = boardTable(report, { lang: 'en', paint: paintFor(false), columns: 100 });
    expect(table.split('\n').slice(-4)).toEqual([
      'Next for a maintainer: Merge #27 for #21',
      '  gh pr merge 27',
      'Next for an agent: agent reviewer on #2',
      '  #2 waits for review, and two others wait for it.',
    ]);
  });

  it.each(['x'.repeat(2000), 'one\nrm -r two', 'harm\u202eless', 'ring\u0007'])(
    'shows a command as it is or not at all',
    (end) => {
      const recommendation = { ...sampleReport().recommendation };
      const suggestions = recommendation.suggestions.map((each) => ({ ...each, command: `npx agents run ${end}` }));
      const report = sampleReport({ recommendation: { ...recommendation, suggestions } });
      const shown = [
        boardSummary(report, { lang: 'en' }),
        boardPage(report, { lang: 'en' }),
        boardTable(report, { lang: 'en', paint: paintFor(false), columns: 80 }),
      ];
      for (const each of shown) {
        expect(each).not.toContain('npx agents run');
        expect(each).toContain('The command cannot be shown here');
      }
    },
  );

  it('leads to issues only when it is known where they are, and to nothing that is no address', () => {
    expect(boardSummary(sampleReport(), { lang: 'en' })).not.toContain('](');
    expect(boardSummary(sampleReport(), { lang: 'en', home: 'javascript:alert(1)' })).not.toContain('](');
    expect(boardSummary(sampleReport(), { lang: 'en', home: HOME })).toContain(
      '[acme/calendar#40](https://github.com/acme/calendar/issues/40)',
    );
  });

  it.each([0, 1, 40, 200, 1000, 5000])('fits into a comment with %d issues, and names the next step', (count) => {
    for (const lang of languages) {
      const said = boardSummary(largeReport(count), { lang, home: HOME });
      expect(said.length).toBeLessThanOrEqual(60_000);
      expect(said).toContain('npx agents run reviewer --issue 2');
    }
  });

  it('fits however long the words are', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      assessment({
        issue: `o/r#${n}`,
        title: '|'.repeat(300),
        state: 'unknown',
        rule: 'x'.repeat(3000),
        evidence: ['<'.repeat(9000)],
      }),
    );
    const report = withWords(sampleReport({ assessments: many }), '|<`'.repeat(30_000));
    const cycles = Array.from({ length: 300 }, () => many.map(({ issue }) => issue));
    expect(boardSummary({ ...report, cycles }, { lang: 'ja', home: HOME }).length).toBeLessThanOrEqual(60_000);
  });

  it('keeps strangers’ words from doing anything', () => {
    const tame = boardSummary(withWords(sampleReport(), 'x y'), { lang: 'en', home: HOME });
    const structure = structureOf(tame);
    fc.assert(
      fc.property(words, (theirs) => {
        const said = boardSummary(withWords(sampleReport(), theirs), { lang: 'en', home: HOME });
        // What a stranger writes as a tag has a backslash before it, so only the summary's own go here.
        const agentView = said.replace(/(?<!\\)<\/?(?:details|summary|sub)>/g, '');
        expect(neutralise(agentView, { hosts: ['github.com'], closableIssue: {} })?.counts).toEqual({});
        expect(structureOf(said)).toEqual(structure);
        // A pipe more or less would be a cell more or less.
        const cells = (text: string) => text.match(/^\|.*$/gm)?.map((row) => row.split(/(?<!\\)\|/).length);
        expect(cells(said)).toEqual(cells(tame));
      }),
      { numRuns: 40 },
    );
  });

  it('draws a graph in which every line is one that Mermaid knows', () => {
    fc.assert(
      fc.property(words, (theirs) => {
        const said = boardSummary(withWords(sampleReport(), theirs), { lang: 'en' });
        const graph = /```mermaid\n(.*?)\n```/s.exec(said)?.[1]?.split('\n') ?? [];
        expect(graph[0]).toBe('flowchart LR');
        for (const line of graph.slice(1)) {
          expect(line).toMatch(
            /^ {2}(?:n\d+\["(?:[\p{L}\p{N} ]|#\d+;)*"\]|n\d+ (?:-->|-\. ↻ \.->) n\d+|class(?:Def)? [a-z\d:#,. -]+)$/u,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('marks the arrows of a circle, and draws only what is held up', () => {
    const said = boardSummary(sampleReport(), { lang: 'en' });
    expect(said.match(/-\. ↻ \.->/g)).toHaveLength(2);
    expect(said).not.toMatch(/\["#35;7 /);
  });
});

describe('the digest', () => {
  it('stays as it is when only the look was another one', () => {
    const later = sampleReport({
      observedAt: '2030-03-15T09:00:00Z',
      previousAt: '2030-03-14T09:00:00Z',
      changes: { planned: 0, written: 0, deferred: 0 },
      cost: { requests: 2, graphqlPoints: 2, ms: 700 },
    });
    expect(digestOf(later)).toBe(digestOf(sampleReport()));
    expect(boardSummary(later, { lang: 'en' })).not.toBe(boardSummary(sampleReport(), { lang: 'en' }));
  });

  it('holds dates, never ages', () => {
    expect(digestOf(sampleReport())).not.toMatch(/\bago\b|just now/);
  });
});

describe('the digest issue', () => {
  const report = sampleReport({
    turns: [{ issue: 3, who: ['maya'], for: 'review', since: '2030-03-01T09:00:00Z' }],
    recommendation: {
      ...sampleReport().recommendation,
      suggestions: [
        { ...suggestion({ agent: 'editor', command: '/crew fix', description: 'Start on #7', issue: 7 }) },
        { ...suggestion({ agent: 'reviewer', command: '/crew review', description: 'Review #30', issue: 3 }) },
        { ...suggestion({ agent: 'reviewer', command: '/crew review', description: 'Review', issue: 4 }) },
        {
          ...suggestion({
            agent: 'iterator',
            command: 'agents run iterator --issue 8',
            description: 'Start on #8',
            issue: 8,
          }),
        },
        { ...suggestion({ agent: 'none', command: 'gh issue close 9', description: 'Close #9', issue: 9 }) },
      ],
    },
  });
  const point = { at: '2030-03-01T09:00:00Z', open: 9, blocked: 3, done: 1, health: 40 };
  const { core, text } = boardDigest(
    report,
    { lang: 'en' },
    {
      trend: [point, { ...point, at: '2030-03-02T09:00:00Z', open: 7, blocked: 1, health: 90 }],
      moves: [{ issue: 3, from: 'in_progress', to: 'review_pending' }],
      running: [{ issue: 5, workflow: 'fix', run: 'fix-5-0123456789' }],
      similar: [{ issue: 21, to: 12 }],
      pulls: new Map([[3, 30]]),
    },
  );

  it('has a box for each command of crew’s, where it is asked for, and for nothing that crew cannot start', () => {
    expect(text.match(/^- \[ \] .*$/gm)).toEqual([
      expect.stringContaining('<!-- crew:box 7 /crew fix -->'),
      expect.stringContaining('<!-- crew:box 30 /crew review -->'),
    ]);
    expect(text).toMatch(/^- \[x\] .*fix is running/m);
  });

  it('says what changed, whose turn it is, what may be a duplicate, and how the board has gone', () => {
    for (const words of [
      'in progress → in review',
      'Possible duplicates',
      '| maya | review |',
      'Health ▄█ over 2 scans',
    ])
      expect(text).toContain(words);
    expect(core).not.toContain('over 2 scans');
  });

  it('mentions nobody', () => {
    expect(text).not.toMatch(/(?<!`)@\w/);
  });
});
