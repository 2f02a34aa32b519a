// Who should do what next (decisions A3), on small boards.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AgentInfo, type AgentRegistry, discover } from '../../../src/workflows/facilitate/rules/agents.js';
import { recommend } from '../../../src/workflows/facilitate/rules/recommend.js';
import { addendsOf, type ScoreInput, scoreOf } from '../../../src/workflows/facilitate/rules/score.js';
import { agent, corpus, type Looking, lookAt, registryOf, suggestionsOf } from './looking.js';

type Board = Parameters<typeof lookAt>[0];
const recommended = (world: Board, registry = registryOf(), of: Looking = {}) => recommend(lookAt(world, of), registry);
const brief = (world: Board, registry = registryOf()) =>
  suggestionsOf(lookAt(world), registry).map(({ agent: name, command }) => `${name}: ${command}`);

const agentFile = (name: string, type: string, command: string) => [
  { path: `.agent/${name}/agent.json`, text: JSON.stringify({ name, actions: { types: [type] }, command }) },
];

const NOBODY = discover([], '2026-11-18T12:00:00.000Z');

describe('a recommendation', () => {
  it('names the next agent, its issues, the reason and all available agents', () => {
    const { recommendation } = recommended({
      issues: [{ number: 3 }, { number: 4, comments: [{ at: '-1h', by: 'ann', body: 'x' }] }],
    });
    expect(recommendation).toMatchObject({
      nextAgent: 'iterator',
      targetIssues: [4, 3],
      reason: '#3 and #4 are not started. The agent `iterator` can do this.',
      availableAgents: ['iterator', 'reviewer'],
    });
    expect(recommendation.suggestions.map(({ command }) => command)).toEqual([
      'agents run iterator --issue 4',
      'agents run iterator --issue 3',
    ]);
  });

  it('names the command of an agent that a comment to crew calls', () => {
    const registry = discover(agentFile('iterator', 'issue-action', '/crew fix'), '2026-11-18T12:00:00Z');
    expect(recommended({ issues: [{ number: 3 }] }, registry).recommendation).toMatchObject({
      nextAgent: 'iterator',
      reason: '#3 is not started. Write `/crew fix` on #3.',
    });
  });

  it('suggests reviews to review agents, and due closes and merges to people', () => {
    const world: Board = {
      issues: [{ number: 3 }, { number: 4 }, { number: 5 }, { number: 6, closed: { at: '-1d', reason: 'completed' } }],
      pulls: [
        { number: 7, closes: [3] },
        { number: 8, closes: [4], state: 'merged' },
        { number: 9, closes: [5], reviews: [{ by: 'noah', state: 'approved', at: '-1h' }] },
      ],
    };
    expect(new Set(brief(world))).toEqual(
      new Set([
        'reviewer: agents run reviewer --issue 3',
        'none: gh issue close 4 --repo acme/app',
        'none: gh pr merge 9 --repo acme/app',
      ]),
    );
  });

  it('says why an issue can be closed or merged, and what to do', () => {
    const world: Board = {
      issues: [
        { number: 1, children: [2] },
        { number: 2, closed: { at: '-1d', reason: 'completed' } },
        { number: 5 },
        { number: 6, body: 'Depends on #7' },
      ],
      pulls: [{ number: 9, closes: [5], reviews: [{ by: 'noah', state: 'approved', at: '-1h' }] }],
    };
    const said = suggestionsOf(lookAt(world)).map(({ description, rationale }) => `${description} — ${rationale}`);
    expect(said).toContainEqual(
      expect.stringMatching(/^Close #1: its sub-issues are done — .+: close it, because its sub-issues are done\.$/),
    );
    expect(said).toContainEqual(expect.stringContaining('merge it, because it is approved and its checks pass'));
  });

  it('suggests no merge that auto-merge or a merge queue performs', () => {
    const approved = {
      number: 9,
      closes: [5],
      reviews: [{ by: 'noah', state: 'approved', at: '-1h' }],
      'auto-merge': true,
    };
    expect(brief({ issues: [{ number: 5 }], pulls: [approved] })).toEqual([]);
  });

  it('ranks the root blocker first and suggests no blocked issue', () => {
    const world: Board = {
      issues: [
        { number: 3, body: 'Depends on #9' },
        { number: 4, body: 'Depends on #3' },
        { number: 9, created: '-2d' },
        { number: 10, labels: ['P1'] },
      ],
    };
    const suggestions = suggestionsOf(lookAt(world));
    expect(suggestions.map(({ issue }) => issue)).toEqual([9, 10]);
    expect(suggestions[0]).toMatchObject({
      priority: 'high',
      rationale: expect.stringContaining('#3 waits for it, and #4 for #3'),
    });
  });

  it('suggests to a person the pull request that blocks the other issues', () => {
    const world: Board = {
      issues: [{ number: 3, body: 'Depends on #30' }],
      pulls: [{ number: 30, title: 'Something else' }],
    };
    expect(brief(world)).toEqual(['none: gh pr view 30 --repo acme/app']);
  });

  it('suggests sub-issues to agents and never their parent', () => {
    const world: Board = {
      issues: [
        { number: 3, children: [4] },
        { number: 4, parent: 3 },
      ],
    };
    expect(brief(world)).toEqual(['iterator: agents run iterator --issue 4']);
  });

  it('never suggests dashboards, digests or exempt issues', () => {
    const world: Board = {
      issues: [{ number: 3, author: 'renovate[bot]' }, { number: 4, labels: ['later'] }, { number: 5 }],
    };
    const looking = {
      settings: { exempt: { labels: ['later'], assignees: [], milestones: [], types: [] } },
      digestIssue: 'acme/app#5',
    };
    expect(recommended(world, registryOf(), looking).recommendation.suggestions).toEqual([]);
  });

  it.each<[string, Partial<Board>]>([
    ['an open pull request by somebody who may push', { pulls: [{ number: 7, closes: [3], draft: true }] }],
    [
      'an unfinished run',
      { runs: [{ run: 'fix-3-0123456789', workflow: 'fix', issue: 3, status: 'awaiting', started: '-9d' }] },
    ],
    ['a log that has not ended', { logs: [{ agent: 'iterator', issue: 3, started: '-2h', last: '-1h' }] }],
    ['somebody assigned', { issues: [{ number: 3, assignees: ['maya'] }] }],
    [
      'somebody who committed this week',
      { branches: [{ name: 'issue-3', ahead: [{ sha: 'b1', message: 'x', at: '-2d' }] }] },
    ],
  ])('omits issues that somebody works on: %s', (_, more) => {
    expect(brief({ issues: [{ number: 3 }], ...more })).toEqual([]);
  });

  it('does not withhold a suggestion because of a pull request by an author without write access', () => {
    const world: Board = {
      issues: [{ number: 3 }],
      pulls: [{ number: 7, author: 'stranger', closes: [3], draft: true }],
    };
    expect(brief(world)).toEqual(['iterator: agents run iterator --issue 3']);
  });

  it('suggests one further scan for all issues that could not be judged', () => {
    const world: Board = { issues: [{ number: 3 }, { number: 4 }], unread: ['issue 3 blockedBy', 'issue 4 blockedBy'] };
    const { recommendation } = recommended(world);
    expect(recommendation).toMatchObject({
      nextAgent: 'facilitator',
      targetIssues: [3, 4],
      reason: 'crew could not judge #3, #4 and will scan again.',
    });
    expect(recommendation.suggestions).toHaveLength(1);
  });

  it.each<[string, Board, ReturnType<typeof registryOf>, string]>([
    [
      'everything is done',
      { issues: [{ number: 3, closed: { at: '-1d', reason: 'completed' } }] },
      registryOf(),
      'All issues are done.',
    ],
    ['no agent has the capability', { issues: [{ number: 3 }] }, NOBODY, 'No agent works on issues (`issue-action`).'],
    [
      'a person has to decide',
      { issues: [{ number: 3 }], pulls: [{ number: 7, closes: [3], state: 'merged' }] },
      NOBODY,
      'A maintainer has to decide about #3.',
    ],
    [
      'every issue is assigned',
      { issues: [{ number: 3, assignees: ['maya'] }] },
      registryOf(),
      '#3: @maya is assigned.',
    ],
  ])('is none when %s', (_, world, registry, reason) => {
    const { recommendation } = recommended(world, registry);
    expect(recommendation).toMatchObject({ nextAgent: 'none', reason });
  });

  it('distributes the issues between agents with equal scores, one agent for each issue', () => {
    const second = agent('alternate', ['issue-action'], { description: 'iterator works on issues' });
    const suggestions = suggestionsOf(lookAt({ issues: [{ number: 3 }, { number: 4 }] }), registryOf(second));
    expect(new Set(suggestions.map(({ agent: name }) => name))).toEqual(new Set(['alternate', 'iterator']));
    const best = suggestions.filter(({ issue }, n) => suggestions.findIndex((each) => each.issue === issue) === n);
    expect(best).toHaveLength(2);
  });

  it('prefers the agent whose earlier runs succeeded', () => {
    const second = agent('alternate', ['issue-action'], { description: 'iterator works on issues' });
    const logs = [{ agent: 'iterator', issue: 9, started: '-9d', last: '-9d', ended: { at: '-9d', well: true } }];
    const world: Board = {
      issues: [{ number: 3 }, { number: 4 }, { number: 9, closed: { at: '-1d', reason: 'completed' } }],
      logs,
    };
    // The other able agent is an option for the first issue only, behind it.
    const names = suggestionsOf(lookAt(world), registryOf(second)).map(({ agent: name }) => name);
    expect(names.filter((name) => name === 'iterator')).toHaveLength(2);
    expect(names.indexOf('iterator')).toBeLessThan(names.indexOf('alternate'));
  });

  it('reports an agent without a command as a problem and never suggests it', () => {
    const mute = agent('mute', ['issue-action'], { command: undefined });
    const { recommendation, problems } = recommended({ issues: [{ number: 3 }] }, discover([mute], ''));
    expect(recommendation.suggestions).toEqual([]);
    expect(problems).toEqual([
      {
        path: '.agent/mute/agent.json',
        message: expect.stringContaining('crew never suggests the agent `mute`: no command is known'),
      },
    ]);
    const looking = { settings: { 'command-template': 'run {name} --issue {issue}' } };
    expect(recommended({ issues: [{ number: 3 }] }, discover([mute], ''), looking)).toMatchObject({
      problems: [],
      recommendation: { suggestions: [{ command: 'run mute --issue 3' }] },
    });
  });

  it('suggests crew’s own roles only if no agent of the repository has the capability', () => {
    const own = (name: string, types: readonly string[], command: string) => ({
      ...agent(name, types, { command, parameters: {} }),
      own: true as const,
    });
    const crews = [
      own('editor', ['issue-action'], '/crew fix'),
      own('reviewer', ['review-action'], '/crew review'),
      own('counter', ['issue-action'], 'crew agent counter'),
    ];
    const world: Board = { issues: [{ number: 3 }, { number: 4 }], pulls: [{ number: 7, closes: [4] }] };
    const suggestions = suggestionsOf(lookAt(world), discover(crews, ''));
    expect(suggestions.map(({ issue, command }) => [issue, command]).sort()).toEqual([
      [3, '/crew fix'],
      [4, '/crew review'],
    ]);
    expect(suggestions.map(({ description }) => description)).toContain('Review #7 for #4');
    const theirs = suggestionsOf(lookAt(world), discover([...crews, agent('iterator', ['issue-action'])], ''));
    expect(theirs.find(({ issue }) => issue === 3)?.agent).toBe('iterator');
  });

  it('names the pull request of a review that an agent of the repository does by a comment to crew', () => {
    const registry = discover(agentFile('reviewer', 'review-action', '/crew review'), '');
    const world: Board = {
      issues: [{ number: 3 }, { number: 4 }, { number: 5, assignees: ['ann'] }],
      pulls: [
        { number: 7, closes: [3] },
        { number: 8, closes: [4] },
      ],
    };
    const { recommendation } = recommended(world, registry);
    expect(recommendation).toMatchObject({ nextAgent: 'reviewer', targetIssues: [3, 4] });
    expect(recommendation.reason).toBe(
      '#3 and #4 are waiting for review. Write `/crew review` on #7 (for #3) and #8 (for #4).',
    );
    expect(recommendation.suggestions.map(({ description }) => description)).toEqual([
      'Review #7 for #3',
      'Review #8 for #4',
    ]);
    expect(recommendation.suggestions[0]?.rationale).toContain('; the agent reviews pull requests.');
  });

  it('suggests no command with the number of an issue of another repository', () => {
    const boardFacts = lookAt({ issues: [{ number: 3 }] });
    const board = { ...boardFacts.board, repo: 'acme/other' };
    expect(recommend({ ...boardFacts, board, number: (ref) => ref }, registryOf()).recommendation.suggestions).toEqual(
      [],
    );
  });
});

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
const plain: ScoreInput = {
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
  it.each<[string, Partial<ScoreInput>]>([
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
    const score = (of: ScoreInput) => scoreOf(addendsOf(of, iterator, undefined));
    expect(score({ ...plain, ...more })).toBeGreaterThan(score(plain));
  });
});
