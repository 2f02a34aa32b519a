// The JSON examples of the facilitator's specification, reproduced field by field from a board that is as they describe it.
import { describe, expect, it } from '@jest/globals';
import { discover } from '../../../src/workflows/facilitate/rules/agents.js';
import { buildReport } from '../../../src/workflows/facilitate/rules/build-report.js';
import { maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import { recommend } from '../../../src/workflows/facilitate/rules/recommend.js';
import { lookAt, observed, quietly } from './looking.js';

const AT = '2024-01-16T12:00:00.000Z';

const parameters = {
  issue: { type: 'number', required: false, cli: '--issue', description: 'Issue to work on' },
  project: { type: 'number', required: false, cli: '--project', description: 'Project to work on' },
};

const files = [
  {
    path: '.agent/iterator/agent.json',
    text: JSON.stringify({
      name: 'iterator',
      displayName: 'Iterator Agent',
      description: 'Autonomous development agent that works on GitHub Issues/Projects',
      parameters,
      actions: { types: ['issue-action', 'project-plan'] },
      command: 'deno task agents:run {name} --issue {issue}',
    }),
  },
  {
    path: '.agent/reviewer/agent.json',
    text: JSON.stringify({
      name: 'reviewer',
      displayName: 'Reviewer Agent',
      description: 'Autonomous review agent that verifies implementation against requirements',
      parameters,
      runner: { actions: { types: ['review-action'] } },
      command: 'deno task agents:run {name} --issue {issue}',
    }),
  },
];

const issues = [
  { number: 123, title: 'First', created: '2024-01-15T10:00:00Z' },
  { number: 124, title: 'Second', created: '2024-01-15T10:30:00Z', body: 'Depends on #123' },
  { number: 125, title: 'Third', created: '2024-01-15T10:45:00Z' },
];

/** #123 in progress by a commit and a log, #124 depends on it, #125 not started, on project 5. */
const world = {
  now: AT,
  'may-push': ['maya'],
  issues,
  branches: [
    {
      name: 'issue-123',
      ahead: [{ sha: 'abc1234', message: 'Begin', at: '2024-01-15T12:00:00Z', by: 'iterator[bot]' }],
    },
  ],
  logs: [
    {
      agent: 'iterator',
      issue: 123,
      started: '2024-01-15T11:00:00Z',
      last: '2024-01-15T12:00:00Z',
      ended: { at: '2024-01-15T12:30:00Z', well: true },
    },
  ],
};
const settings = { settings: { project: 5, comments: 'all', lang: 'ja' } } as const;
const boardFacts = lookAt(world, settings);
const registry = discover(files, AT);
const maintained = maintain(boardFacts, quietly());
const recommended = recommend(boardFacts, registry);
const report = buildReport({
  ...{ boardFacts, registry, maintained, recommended },
  written: maintained.planned.length,
  dryRun: false,
  cost: { requests: 0, graphqlPoints: 0, ms: 0 },
});

describe('the specification’s examples', () => {
  it('agents: name, displayName, description and capabilities of both generations', () => {
    const agents = report.registry.agents.map(({ name, displayName, description, capabilities }) => ({
      ...{ name, displayName, description, capabilities },
    }));
    expect(agents).toEqual([
      {
        name: 'iterator',
        displayName: 'Iterator Agent',
        description: 'Autonomous development agent that works on GitHub Issues/Projects',
        capabilities: ['issue-action', 'project-plan'],
      },
      {
        name: 'reviewer',
        displayName: 'Reviewer Agent',
        description: 'Autonomous review agent that verifies implementation against requirements',
        capabilities: ['review-action'],
      },
    ]);
    expect(report.registry.discoveredAt).toBe(AT);
    expect(registry.getByCapability('review-action').map(({ name }) => name)).toEqual(['reviewer']);
    expect(registry.getByName('iterator')).toMatchObject({ parameters: { issue: { type: 'number', cli: '--issue' } } });
  });

  it('events: time, type, issue, and of each kind agent or sha', () => {
    const events = report.events
      .filter(({ issue }) => issue === 123)
      .map(({ time, type, issue, agent, sha }) => ({
        ...{ time: time.replace('.000Z', 'Z'), type, issue },
        ...(agent === undefined ? {} : { agent }),
        ...(sha === undefined ? {} : { sha }),
      }));
    expect(events).toEqual(
      expect.arrayContaining([
        { time: '2024-01-15T10:00:00Z', type: 'issue_created', issue: 123 },
        { time: '2024-01-15T11:00:00Z', type: 'agent_started', agent: 'iterator', issue: 123 },
        { time: '2024-01-15T12:00:00Z', type: 'commit_pushed', issue: 123, sha: 'abc1234' },
      ]),
    );
    expect(report.events).toContainEqual(expect.objectContaining({ type: 'blocked_added', issue: 124 }));
  });

  it('assessments: issue, state, evidence, recommendation, blocker and required capability', () => {
    const [first, second, third] = report.assessments;
    expect(first).toMatchObject({
      ...{ issue: 123, state: 'in_progress', requiredCapability: 'issue-action' },
      links: [{ kind: 'branch', ref: 'issue-123', strength: 'naming' }],
    });
    expect(first?.evidence.join(' ')).toContain('abc1234');
    expect(first?.evidence.join(' ')).toContain('iterator');
    expect(first?.recommendation).toContain('作業の継続をお願いします');
    expect(second?.recommendation).toContain('#123');
    expect(second).toMatchObject({
      issue: 124,
      state: 'blocked',
      blockers: [{ issue: 123, source: 'text', open: true }],
    });
    expect(third).toMatchObject({ issue: 125, state: 'incomplete', requiredCapability: 'issue-action' });
  });

  it('actions: a comment with the next step and completion criteria, a label for a blocked issue', () => {
    const on = (issue: number, action: string) =>
      report.actions.filter((each) => each.issue === issue && each.action === action);
    expect(on(123, 'comment')).toEqual([
      { action: 'comment', issue: 123, body: expect.stringMatching(/作業が進んでいます[\s\S]*完了条件/) },
    ]);
    expect(on(123, 'comment')[0]?.body).toContain('作業の継続をお願いします');
    expect(on(124, 'label')).toEqual([
      { action: 'label', issue: 124, label: 'blocked', body: expect.stringContaining('#123 の完了待ち') },
    ]);
  });

  it('recommendation: nextAgent, targetIssues, reason, availableAgents and complete commands', () => {
    // The earlier scan saw #123 before anybody had begun.
    const earlier = lookAt({ now: '2024-01-15T10:50:00Z', issues }, settings);
    const previous = observed(earlier, maintain(earlier, quietly()).next);
    const { recommendation } = recommend(lookAt(world, { ...settings, previous }), registry);
    expect(recommendation).toMatchObject({
      nextAgent: 'iterator',
      targetIssues: [123, 125],
      availableAgents: ['iterator', 'reviewer'],
    });
    expect(recommendation.reason).toContain('#123');
    expect(recommendation.reason).toContain('#125');
    // The example's suggestions; crew also suggests the first agent for the whole board.
    const said = recommendation.suggestions
      .filter(({ command }) => command !== 'deno task agents:run iterator --project 5')
      .map(({ agent, command, description, priority, score, rationale }) => ({
        ...{ agent, command, description, priority, rationale },
        score: Math.round(score * 10) / 10,
      }));
    expect(said).toEqual([
      {
        agent: 'iterator',
        command: 'deno task agents:run iterator --issue 123',
        description: '#123 の作業を継続',
        priority: 'high',
        score: 0.9,
        rationale: expect.stringContaining('`issue-action` に対応'),
      },
      {
        agent: 'iterator',
        command: 'deno task agents:run iterator --issue 125',
        description: '#125 に新規着手',
        priority: 'medium',
        score: 0.6,
        rationale: expect.stringContaining('未着手'),
      },
      {
        agent: 'reviewer',
        command: 'deno task agents:run reviewer --project 5',
        description: 'レビュー待ちがある場合に、ボード全体をレビュー',
        priority: 'low',
        score: 0.3,
        rationale: '可能: 現時点でレビュー待ちはありません。',
      },
    ]);
    expect(recommendation.suggestions.map(({ command }) => command)).toContain(
      'deno task agents:run iterator --project 5',
    );
    expect(report).toMatchObject({
      complete: true,
      completion: { registry: true, states: true, next: true, actions: true },
    });
  });

  it('a closed board: next agent none, and complete', () => {
    const closed = lookAt({ issues: [{ number: 1, closed: { at: '-1d', reason: 'completed' } }] });
    const { recommendation, isClear } = recommend(closed, registry);
    expect({ next: recommendation.nextAgent, isClear }).toEqual({ next: 'none', isClear: true });
  });

  it('a board where every issue is blocked or assigned: next agent none, and the people who must act are named', () => {
    const held = lookAt({
      'may-push': ['maya'],
      issues: [
        { number: 1, body: 'Blocked by the legal department' },
        { number: 2, assignees: ['maya'] },
      ],
    });
    const { recommendation, isClear } = recommend(held, registry);
    expect({ next: recommendation.nextAgent, isClear }).toEqual({ next: 'none', isClear: true });
    expect(recommendation.reason).toContain('@maya');
    expect(recommendation.reason).toContain('@ann');
  });
});
