// What must hold on every board of the labelled corpus: crew's own writes change nothing but what they say.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BoardSnapshot } from '../../../src/ports/board-snapshot.js';
import { redact } from '../../../src/text/redact.js';
import { assess } from '../../../src/workflows/facilitate/rules/assess.js';
import type { BoardFacts } from '../../../src/workflows/facilitate/rules/board-facts.js';
import { evidenceDigestOf } from '../../../src/workflows/facilitate/rules/judge.js';
import { maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import {
  boardAfter,
  boardFactsAt,
  corpus,
  lookAt,
  lookingOf,
  observed,
  quietly,
  standingAfter,
  suggestionsOf,
  textsOf,
  twice,
} from './looking.js';

const settings = fc.record({
  comments: fc.constantFrom('needed', 'all', 'none'),
  lang: fc.constantFrom('en', 'ja'),
});
const board = fc.constantFrom(...corpus);
const nasty = fc.constantFrom(
  '@octo/everyone @ada',
  'fixes #1',
  '/crew fix',
  '](https://evil.example)',
  '![x](https://evil.example/x.png)',
  '-->\n<!-- <b>',
  '`` ` ```',
  'x|y\n\n# z',
  '長い'.repeat(100),
);

const judged = (boardFacts: BoardFacts) => ({
  verdicts: boardFacts.verdicts.map((each) => [each.issue, evidenceDigestOf(each), boardFacts.freshness(each.issue)]),
  assessments: assess(boardFacts).map(({ state, freshness, confidence, evidence, blockers }) => ({
    state,
    freshness,
    confidence,
    evidence,
    blockers,
  })),
  scores: suggestionsOf(boardFacts).map(({ command, score }) => [command, score]),
});

const turn = <T>(list: readonly T[] | 'unread'): readonly T[] | 'unread' =>
  list === 'unread' ? list : list.toReversed();

/** The same board, everything in it read in the other order, as far as GitHub gives it none. */
const turned = (board: BoardSnapshot): BoardSnapshot => ({
  ...board,
  issues: board.issues.toReversed().map((issue) => ({
    ...issue,
    labels: issue.labels.toReversed(),
    comments: issue.comments.toReversed(),
    events: issue.events.toReversed(),
    children: turn(issue.children),
    blockedBy: turn(issue.blockedBy),
  })),
  pulls: board.pulls.toReversed().map((pull) => ({ ...pull, reviews: turn(pull.reviews), checks: turn(pull.checks) })),
  commits: board.commits.toReversed(),
  branches: board.branches.toReversed(),
  logs: board.logs.toReversed(),
  runs: board.runs.toReversed(),
});

describe('for any board', () => {
  it('a second scan without changes writes nothing', () => {
    fc.assert(
      fc.property(board, settings, (world, chosen) => {
        const { second, then } = twice(lookAt(world, { settings: chosen }));
        // What could not be judged is told at the second look, and never after.
        const quiet = second.planned.filter(({ ref }) => then.judged.verdicts.get(ref)?.state !== 'unknown');
        expect(quiet).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('a scan that reads everything in another order writes nothing', () => {
    fc.assert(
      fc.property(board, settings, (world, chosen) => {
        const boardFacts = lookAt(world, { settings: chosen });
        const first = maintain(boardFacts, quietly());
        const board = turned(boardAfter(boardFacts.board, first.planned));
        const then = boardFactsAt(board, boardFacts.rules, {
          ...lookingOf(boardFacts),
          previous: observed(boardFacts, first.next),
        });
        const second = maintain(then, quietly({ ownComments: standingAfter(new Map(), first.planned) }));
        expect(second.planned.filter(({ ref }) => then.judged.verdicts.get(ref)?.state !== 'unknown')).toEqual([]);
        for (const { issue } of boardFacts.verdicts.filter(({ state }) => state !== 'unknown'))
          expect(second.next[issue]?.evidence).toBe(first.next[issue]?.evidence);
      }),
      { numRuns: 300 },
    );
  });

  it('a scan eight days later changes labels only if the state or the freshness changed', () => {
    fc.assert(
      fc.property(board, settings, (world, chosen) => {
        const boardFacts = lookAt(world, { settings: chosen });
        const first = maintain(boardFacts, quietly());
        const observedAt = new Date(Date.parse(boardFacts.board.observedAt) + 8 * 24 * 60 * 60 * 1000).toISOString();
        const board = { ...boardAfter(boardFacts.board, first.planned), observedAt };
        const then = boardFactsAt(board, boardFacts.rules, {
          ...lookingOf(boardFacts),
          previous: observed(boardFacts, first.next),
        });
        const second = maintain(then, quietly({ ownComments: standingAfter(new Map(), first.planned) }));
        const moved = new Set(
          then.verdicts
            .filter(({ issue, state }) => {
              const before = first.next[issue];
              return (
                state === 'unknown' || before?.state !== state || boardFacts.freshness(issue) !== then.freshness(issue)
              );
            })
            .map(({ issue }) => issue),
        );
        for (const { ref, change } of second.planned)
          expect(change.kind === 'label' ? moved.has(ref) : moved.size > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("crew's own writes change no verdict, freshness or score, under any account", () => {
    fc.assert(
      fc.property(board, settings, fc.constantFrom('crew[bot]', 'maya'), (world, chosen, me) => {
        const boardFacts = lookAt(world, { settings: chosen, me });
        const { next, planned } = maintain(boardFacts, quietly());
        const previous = {
          format: 2,
          at: boardFacts.board.observedAt,
          identities: [me],
          texts: textsOf(boardFacts),
          issues: next,
        } as const;
        const look = { ...lookingOf(boardFacts), previous };
        const untouched = boardFactsAt(boardFacts.board, boardFacts.rules, look);
        const written = boardFactsAt(boardAfter(boardFacts.board, planned, me), boardFacts.rules, look);
        expect(judged(written)).toEqual(judged(untouched));
      }),
      { numRuns: 200 },
    );
  });

  it('a comment contains nothing to redact except its mentions, for any text by people', () => {
    fc.assert(
      fc.property(board, settings, nasty, (world, chosen, words) => {
        const issues = world.issues.map((each) => ({
          ...each,
          title: words,
          labels: [...(each.labels ?? []), `on-hold ${words}`],
        }));
        const held = { ...world.config, 'blocked-labels': [`on-hold ${words}`] };
        const { planned } = maintain(lookAt({ ...world, issues, config: held }, { settings: chosen }), quietly());
        for (const { change } of planned) {
          if (change.kind !== 'comment') continue;
          const words = change.body.replace(/(?<!`[^`\n]*)@[\w-]+/g, 'somebody');
          expect(redact(words, { secrets: [] })).toEqual({ text: words, redactions: [] });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a scan writes only comments and labels of its own list, and each comment fits on a screen', () => {
    fc.assert(
      fc.property(board, settings, (world, chosen) => {
        const { planned } = maintain(lookAt(world, { settings: chosen }), quietly());
        for (const { change } of planned) {
          if (change.kind === 'label')
            expect(change.label).toMatch(
              /^(?:crew:(?:ready|review|stale|close-due|merge-due)|blocked|needs-attention)$/,
            );
          else {
            expect(change.body.split('\n\n').length).toBeLessThanOrEqual(7);
            expect(change.body).not.toMatch(/undefined|\[object|NaN|\bnull\b|\$\{/);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
