import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandOf, discover } from '../../../src/workflows/facilitate/rules/agents.js';

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, '../../fixtures/agents', name), 'utf8');
const AT = '2026-11-18T12:00:00Z';
const agent = (of: object) => JSON.stringify({ version: '1.0.0', displayName: 'X', description: 'Does things', ...of });

describe('the registry of agents', () => {
  it('reads both generations of agent.json', () => {
    const registry = discover(
      [
        { path: '.agent/iterator/agent.json', text: fixture('flat.json') },
        { path: '.agent/reviewer/agent.json', text: fixture('nested.json') },
      ],
      AT,
    );
    expect(registry.problems).toEqual([]);
    expect(registry.discoveredAt).toBe(AT);
    expect(registry.agents.map(({ name }) => name)).toEqual(['iterator', 'reviewer']);
    expect(registry.getByName('iterator')?.capabilities).toEqual(['issue-action', 'project-plan', 'review-result']);
    expect(registry.getByCapability('review-action').map(({ name }) => name)).toEqual(['reviewer']);
  });

  it.each([
    ['no JSON', '{', 'not a JSON object'],
    ['a list', '[]', 'not a JSON object'],
    ['no name', agent({}), 'its name must be'],
    ['a name that is none', agent({ name: 'My Agent' }), 'its name must be'],
  ])('reports an invalid file (%s) and reads the others', (_, text, says) => {
    const good = { path: 'b/agent.json', text: agent({ name: 'good', actions: { types: ['issue-action'] } }) };
    const { agents, problems } = discover([{ path: 'a/agent.json', text }, good], AT);
    expect(agents.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([{ path: 'a/agent.json', message: expect.stringContaining(says) }]);
  });

  it('keeps the first of two agents with the same name and reports the other', () => {
    const one = agent({ name: 'twin', description: 'First', actions: { types: ['issue-action'] } });
    const two = agent({ name: 'twin', description: 'Second', actions: { types: ['issue-action'] } });
    const { agents, problems } = discover(
      [
        { path: 'a', text: one },
        { path: 'b', text: two },
      ],
      AT,
    );
    expect(agents.map(({ description }) => description)).toEqual(['First']);
    expect(problems).toEqual([{ path: 'b', message: expect.stringContaining('twin') }]);
  });

  it('infers the capabilities of an agent without action types from its description, and marks them as inferred', () => {
    const { agents } = discover(
      [{ path: 'a', text: agent({ name: 'reader', description: 'Reviews pull requests' }) }],
      AT,
    );
    expect(agents[0]).toMatchObject({ capabilities: ['review-action'], inferred: true });
  });

  it('keeps the action types of both generations where a file has both', () => {
    const text = agent({ name: 'both', actions: { types: ['a', 'b'] }, runner: { actions: { types: ['b', 'c'] } } });
    expect(discover([{ path: 'a', text }], AT).agents[0]?.capabilities).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['flat', { actions: { enabled: false, types: ['issue-action'] } }],
    ['nested', { runner: { actions: { enabled: false, types: ['issue-action'] } } }],
  ])('lists an agent whose actions are disabled (%s), but finds it for no capability', (_, of) => {
    const registry = discover([{ path: 'a', text: agent({ name: 'off', ...of }) }], AT);
    expect(registry.agents).toMatchObject([{ name: 'off', capabilities: ['issue-action'], disabled: true }]);
    expect(registry.getByCapability('issue-action')).toEqual([]);
  });

  it('lists the repository’s agent if one of crew’s own roles has the same name', () => {
    const own = {
      path: 'crew:.agent/reviewer',
      text: agent({ name: 'reviewer', description: 'crew’s' }),
      own: true as const,
    };
    const theirs = { path: '.agent/reviewer', text: agent({ name: 'reviewer', description: 'theirs' }) };
    for (const files of [
      [own, theirs],
      [theirs, own],
    ]) {
      const { agents, problems } = discover(files, AT);
      expect({ descriptions: agents.map(({ description }) => description), problems }).toEqual({
        descriptions: ['theirs'],
        problems: [],
      });
    }
  });

  it('is empty without files', () => {
    const registry = discover([], AT);
    expect(registry.agents).toEqual([]);
    expect(registry.getByName('iterator')).toBeUndefined();
    expect(registry.getByCapability('issue-action')).toEqual([]);
  });
});

interface Parameter {
  readonly type: string;
  readonly [key: string]: unknown;
}

const VALUES = { name: 'mender', issue: '12', project: '5' };

/** The command of an agent with these parameters, called by `run {name} --issue {issue}`. */
function called(parameters: Readonly<Record<string, Parameter>>, command = 'run {name} --issue {issue}') {
  const text = JSON.stringify({ name: 'mender', actions: { types: ['issue-action'] }, parameters, command });
  const { agents, problems } = discover([{ path: 'a', text }], '');
  const agent = agents[0];
  if (!agent) throw new Error('the agent was not read');
  return { built: commandOf(agent, VALUES, undefined), problems: problems.map(({ message }) => message) };
}

const issue = { type: 'number', required: true, cli: '--issue' };

describe('the command of an agent', () => {
  it.each<[string, Readonly<Record<string, Parameter>>, string]>([
    ['fills in what its command names', { issue }, 'run mender --issue 12'],
    [
      'adds a required parameter that its command does not name',
      { issue, project: { type: 'number', required: true, cli: '--project' } },
      'run mender --issue 12 --project 5',
    ],
    [
      'adds a required parameter by its default, as one word of a shell',
      { issue, mode: { type: 'string', required: true, cli: '--mode', default: "it's $HOME" } },
      "run mender --issue 12 --mode 'it'\\''s $HOME'",
    ],
    ['leaves optional ones out', { issue, deep: { type: 'boolean', cli: '--deep' } }, 'run mender --issue 12'],
    [
      'takes a number within its bounds',
      { issue: { ...issue, validation: { min: 12, max: 12 } } },
      'run mender --issue 12',
    ],
    ['takes a value of its list', { issue: { ...issue, validation: { enum: [11, 12] } } }, 'run mender --issue 12'],
    [
      'takes a value that fits its pattern',
      { issue: { ...issue, validation: { pattern: '^1' } } },
      'run mender --issue 12',
    ],
  ])('%s', (_, parameters, command) => {
    expect(called(parameters).built).toEqual({ command });
  });

  it.each<[string, Readonly<Record<string, Parameter>>]>([
    ['a number below its minimum', { issue: { ...issue, validation: { min: 13 } } }],
    ['a number above its maximum', { issue: { ...issue, validation: { max: 11 } } }],
    ['a value outside its list', { issue: { ...issue, validation: { enum: [1, 2] } } }],
    ['a value that does not fit its pattern', { issue: { ...issue, validation: { pattern: '^x' } } }],
    ['a pattern that is no regular expression', { issue: { ...issue, validation: { pattern: '(' } } }],
    [
      'a required parameter that nobody can fill in',
      { issue, region: { type: 'string', required: true, cli: '--region' } },
    ],
    ['a required parameter without a flag', { issue, project: { type: 'number', required: true } }],
    ['a required parameter of an unknown type', { issue, project: { type: 'date', required: true, cli: '--project' } }],
  ])('is not built with %s', (_, parameters) => {
    expect(called(parameters).built).toEqual({ why: expect.any(String) });
  });

  it.each<[string, Parameter, string]>([
    ['an unknown type', { type: 'date', cli: '--since' }, 'its parameter since has the unknown type "date"'],
    ['no flag', { type: 'string' }, 'its parameter since has no flag (cli), such as --since'],
  ])('%s of an optional parameter is a problem, and the agent stays', (_, since, problem) => {
    expect(called({ issue, since })).toEqual({ built: { command: 'run mender --issue 12' }, problems: [problem] });
  });
});
