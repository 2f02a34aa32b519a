import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { discover } from '../../../src/workflows/facilitate/discover.js';

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
    expect(registry.getByName('iterator')?.capabilities).toContain('issue-action');
    expect(registry.getByCapability('review-action').map(({ name }) => name)).toEqual(['reviewer']);
  });

  it.each([
    ['no JSON', '{', 'not a JSON object'],
    ['a list', '[]', 'not a JSON object'],
    ['no name', agent({}), 'its name must be'],
    ['a name that is none', agent({ name: 'My Agent' }), 'its name must be'],
  ])('names a file that is broken, %s, and goes on', (_, text, says) => {
    const good = { path: 'b/agent.json', text: agent({ name: 'good', actions: { types: ['issue-action'] } }) };
    const { agents, problems } = discover([{ path: 'a/agent.json', text }, good], AT);
    expect(agents.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([{ path: 'a/agent.json', message: expect.stringContaining(says) }]);
  });

  it('gives a name to who had it first, and says so', () => {
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

  it('without action types has a capability at most by its description, and says that it is inferred', () => {
    const { agents } = discover(
      [{ path: 'a', text: agent({ name: 'reader', description: 'Reviews pull requests' }) }],
      AT,
    );
    expect(agents[0]).toMatchObject({ capabilities: ['review-action'], inferred: true });
  });

  it('knows nobody it was not told of', () => {
    const registry = discover([], AT);
    expect(registry.agents).toEqual([]);
    expect(registry.getByName('iterator')).toBeUndefined();
    expect(registry.getByCapability('issue-action')).toEqual([]);
  });
});
