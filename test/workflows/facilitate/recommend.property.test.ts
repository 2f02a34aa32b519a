// What holds of suggestions on every board: what is printed sums, commands parse, nobody's words reach a shell.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AgentInfo, AgentRegistry } from '../../../src/workflows/facilitate/rules/agents.js';
import { addendsOf, type Scored, scoreOf } from '../../../src/workflows/facilitate/rules/score.js';
import { agent, corpus, lookAt, registryOf, suggestionsOf } from './looking.js';

const board = fc.constantFrom(...corpus);
const nasty = fc.constantFrom(
  '$(rm -rf ~)',
  '`id`',
  "'; id; '",
  '"; id; "',
  '&& id',
  '| id',
  '\n id',
  '{issue}',
  '--help',
  '\\',
);
const second = agent('alternate', ['issue-action', 'review-action']);

/** What a shell would make of a line, when it is made of plain words and single quotes only. */
function wordsOf(command: string): readonly string[] {
  expect(command).toMatch(/^(?:[\w./:@%+=,-]+|'(?:[^']|'\\'')*')(?: (?:[\w./:@%+=,-]+|'(?:[^']|'\\'')*'))*$/);
  return command.split(' ');
}

/** The flags behind the agent's name are ones that it declares, each with a value of its type; none that it requires is missing. */
function expectParses(command: string, { parameters, name }: AgentInfo): void {
  const [, , called, ...flags] = wordsOf(command);
  expect(called).toBe(name);
  const given = new Map<string, string>();
  for (let at = 0; at < flags.length; at += 2) given.set(flags[at] ?? '', flags[at + 1] ?? '');
  for (const [flag, value] of given) {
    const declared = Object.values(parameters).find(({ cli }) => cli === flag);
    expect(declared).toBeDefined();
    if (declared?.type === 'number') expect(value).toMatch(/^\d+$/);
  }
  for (const { cli, required } of Object.values(parameters)) if (required) expect(given.has(cli ?? '')).toBe(true);
}

const registry: AgentRegistry = registryOf(second);

describe('suggestions for any board', () => {
  it('have addends that sum to the score, are sorted, and give only the first issue to more than one agent', () => {
    fc.assert(
      fc.property(board, (world) => {
        const suggestions = suggestionsOf(lookAt(world), registry);
        for (const { addends, score } of suggestions) {
          expect(Object.values(addends).reduce((sum, each) => sum + each, 0)).toBeCloseTo(score, 9);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        const scores = suggestions.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        const given = suggestions.flatMap(({ agent: name, issue }) =>
          name === 'none' || issue === undefined ? [] : [issue],
        );
        const twice = new Set(given.filter((each, n) => given.indexOf(each) !== n));
        expect(twice.size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('have commands with declared flags only and no text written by people', () => {
    fc.assert(
      fc.property(board, nasty, (world, words) => {
        const issues = world.issues.map((each) => ({ ...each, title: words, labels: [...(each.labels ?? []), words] }));
        for (const { agent: name, command } of suggestionsOf(lookAt({ ...world, issues }), registry)) {
          const found = registry.getByName(name);
          if (found) expectParses(command, found);
          else
            expect(command).toMatch(
              /^(?:gh (?:issue close|pr merge|pr view) \d+ --repo [\w./-]+|crew facilitate --repo [\w./-]+)$/,
            );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on the order in which the board was read', () => {
    fc.assert(
      fc.property(board, (world) => {
        const one = suggestionsOf(lookAt(world), registryOf());
        const other = suggestionsOf(lookAt({ ...world, issues: world.issues.toReversed() }), registryOf());
        expect(other.map(({ command }) => command)).toEqual(one.map(({ command }) => command));
      }),
      { numRuns: 200 },
    );
  });
});

const iterator = registry.getByName('iterator');
const plain: Scored = {
  state: 'incomplete',
  title: 'x',
  body: '',
  labels: [],
  isDue: false,
  due: undefined,
  now: '2026-11-18T12:00:00.000Z',
  freshness: 'stale',
  changed: false,
  freesOthers: false,
  needed: 'issue-action',
};

describe('a score', () => {
  it.each<[string, Partial<Scored>]>([
    ['freeing others', { freesOthers: true }],
    ['a change', { changed: true }],
    ['freshness', { freshness: 'recent' }],
    ['more freshness', { freshness: 'active' }],
    ['a state that is further', { state: 'in_progress' }],
    ['a review', { state: 'review_pending' }],
    ['urgency', { labels: ['P0'] }],
    ['a date', { due: '2026-11-20T00:00:00.000Z' }],
    ['shared words', { title: 'iterator works' }],
  ])('grows with %s', (_, more) => {
    if (!iterator) throw new Error('no iterator');
    const score = (of: Scored) => scoreOf(addendsOf(of, iterator, undefined));
    expect(score({ ...plain, ...more })).toBeGreaterThan(score(plain));
  });
});
