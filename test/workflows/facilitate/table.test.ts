import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { type Judged, judge, type Verdict } from '../../../src/workflows/facilitate/rules/judge.js';
import { table } from '../../../src/workflows/facilitate/rules/table.js';
import { boardOf, type Expected, type World } from '../../build/world.js';
import { lookAt } from './looking.js';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** One issue with a part, a blocker, up to two pull requests, commits, a branch, a log and a run: every signal there or not. */
const worlds: fc.Arbitrary<Partial<World> & Pick<World, 'issues'>> = fc
  .record({
    closed: maybe(some('completed', 'not_planned', 'duplicate', 'converted')),
    reopened: maybe(some('-40d', '-2d')),
    child: maybe(some('open', 'completed', 'not_planned')),
    blocker: maybe(some('-50d', '-1d')),
    blockerOver: fc.boolean(),
    label: fc.boolean(),
    pulls: fc.array(
      fc.record({
        state: some('open', 'merged', 'closed'),
        draft: fc.boolean(),
        closes: fc.boolean(),
        author: some('maya', 'zoe'),
        base: some('main', 'next'),
        created: some('-45d', '-3d'),
        decision: some('approved', 'changes_requested', 'none'),
        check: maybe(some('success', 'failure', 'pending')),
        mergeable: some('yes', 'conflicts', 'unknown'),
        reaches: some('main', 'next'),
      }),
      { maxLength: 2 },
    ),
    commit: maybe(some('Fixes #1', 'Refs #1')),
    branch: fc.boolean(),
    log: maybe(fc.boolean()),
    run: maybe(some('running', 'awaiting', 'stuck')),
    unread: fc.subarray([
      'issue 1 children',
      'issue 1 blockedBy',
      'issue 1 branches',
      'pull 7 checks',
      'pull 7 reviews',
      'pull 7 commits',
      'pull 7 reaches',
      'pull 7 mergeable',
      'pull 8 closes',
      'branch issue-1 ahead',
    ]),
  })
  .map((of) => ({
    unread: of.unread.filter((what) => {
      const [, number] = /^pull (\d)/.exec(what) ?? [];
      if (number !== undefined && !of.pulls[Number(number) - 7]) return false;
      return of.branch || !what.startsWith('branch');
    }),
    issues: [
      defined({
        number: 1,
        title: 'One',
        body: 'It should work.',
        created: '-60d',
        closed: of.closed && { at: '-1d', reason: of.closed },
        reopened: of.reopened && [of.reopened],
        children: of.child && [2],
        'blocked-by': of.blocker && [{ issue: 3, since: of.blocker }],
        labels: of.label ? ['blocked'] : undefined,
      }),
      defined({
        number: 2,
        created: '-50d',
        closed: of.child && of.child !== 'open' ? { at: '-4d', reason: of.child } : undefined,
      }),
      defined({ number: 3, created: '-70d', closed: of.blockerOver ? { at: '-2d', reason: 'completed' } : undefined }),
    ] as World['issues'],
    pulls: of.pulls.map((pull, n) =>
      defined({
        number: 7 + n,
        state: pull.state,
        draft: pull.draft,
        author: pull.author,
        base: pull.base,
        created: pull.created,
        body: pull.closes ? 'Fixes #1' : 'Refs #1',
        closes: pull.closes ? [1] : [],
        'review-decision': pull.decision,
        mergeable: pull.mergeable,
        checks: pull.check && [{ name: 'test', state: pull.check, required: true }],
        'closed-at': pull.state === 'closed' ? '-2d' : undefined,
        merge: pull.state === 'merged' ? { at: '-2d', by: 'maya', reaches: [pull.reaches] } : undefined,
      }),
    ) as World['pulls'],
    commits: of.commit ? [{ sha: 'c1', message: of.commit, at: '-5d' }] : [],
    branches: of.branch ? [{ name: 'issue-1', ahead: [{ sha: 'b1', message: 'x', at: '-2d' }] }] : [],
    logs:
      of.log === undefined
        ? []
        : [
            {
              agent: 'iterator',
              issue: 1,
              started: '-2d',
              last: '-2d',
              ...(of.log ? { ended: { at: '-2d', well: false } } : {}),
            },
          ],
    runs: of.run ? [{ run: 'fix-1-0a1b2c3d4e', workflow: 'fix', issue: 1, status: of.run, started: '-2d' }] : [],
  })) as fc.Arbitrary<Partial<World> & Pick<World, 'issues'>>;

/** Word for word: the first row that holds decides; a row above it that could not be decided makes it unreadable. */
function expected({ case: of }: Verdict): string {
  for (const { rule, holds } of table) {
    const { is } = holds(of);
    if (is === 'unread') return 'unreadable or below';
    if (is === 'yes') return rule;
  }
  return 'none';
}

describe('the table', () => {
  it('decides every combination of signals by exactly one row, or names the missing data', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(worlds, (world) => {
        for (const verdict of lookAt(world).verdicts) {
          met.add(verdict.rule);
          const should = expected(verdict);
          if (should !== 'unreadable or below') expect(verdict.rule).toBe(should);
          if (verdict.state === 'unknown') {
            expect(verdict.rule).toBe('unreadable');
            expect(verdict.missing.length).toBeGreaterThan(0);
            for (const what of verdict.missing) expect(what).toMatch(/^(?:issue|pull|branch|the |run)/);
          } else expect(verdict.missing).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
    // A table of which half is never reached would have proven nothing.
    expect(met.size).toBeGreaterThan(11);
  });

  it('never returns done for an issue that could not be read', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const [blind] = lookAt(world).verdicts;
        const [seeing] = lookAt({ ...world, unread: [] }).verdicts;
        if (blind?.state === 'done') expect(seeing?.state).toBe('done');
      }),
      { numRuns: 1000 },
    );
  });
});

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/facilitate');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const worldsOf = (file: string): readonly World[] => parse(readFileSync(path.join(FOLDER, file), 'utf8'));

const short = (ref: string, repo: string): string => (ref.startsWith(`${repo}#`) ? ref.slice(repo.length + 1) : ref);

/** What was judged, in the words of the corpus. */
function foundOf(judged: Judged, issue: string, repo: string): Expected | undefined {
  const verdict = judged.verdicts.get(issue);
  if (!verdict) return undefined;
  return {
    state: verdict.state,
    rule: verdict.rule,
    links: (judged.links.get(issue) ?? []).map(({ ref, strength }) => ({ ref: short(ref, repo), strength })),
    blockers: verdict.blockers.map(({ ref, external, open }) =>
      ref === undefined ? { external: external ?? '', open } : { ref: short(ref, repo), open },
    ),
    missing: verdict.missing.map((each) => each.replace(`${repo}#`, '')),
    ...(verdict.due ? { due: verdict.due } : {}),
    attention: verdict.attention.length > 0,
  };
}

const sorted = <T>(list: readonly T[]): readonly T[] =>
  [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** In an order of its own, with what may be left out filled in. */
function normal({ state, rule, links, blockers = [], missing = [], due, attention = false }: Expected) {
  return {
    state,
    rule,
    links: sorted(links.map(({ ref, strength }) => ({ ref: String(ref), strength }))),
    blockers: sorted(
      blockers.map(({ ref, external, open }) => (ref === undefined ? { external, open } : { ref: String(ref), open })),
    ),
    missing: sorted(missing),
    due: due ?? null,
    attention,
  };
}

describe.each(files)('%s', (file) => {
  const worlds = worldsOf(file);

  it('has at least fifteen worlds', () => {
    expect(worlds.length).toBeGreaterThanOrEqual(15);
  });

  it.each(worlds.map((world) => [world.name, world] as const))('%s', (_, world) => {
    const { board, rules, memory, ref } = boardOf(world);
    const judged = judge(board, rules, memory);
    for (const [issue, expected] of Object.entries(world.expect)) {
      const found = foundOf(judged, ref(issue), board.repo);
      expect(found && { issue, ...normal(found) }).toEqual({ issue, ...normal(expected) });
    }
  });
});
