import { describe, expect, it } from '@jest/globals';
import { formatProblems, readConfig } from '../../src/config/index.js';
import { makersName, priceOf, SHIPPED } from '../../src/config/prices.js';

const problemsOf = (text: string) => {
  const read = readConfig(text);
  return 'problems' in read ? read.problems.map(({ line, found }) => [line, found]) : [];
};

describe('the price of a model', () => {
  it.each([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['eu.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['global.anthropic.claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ])('of %s is that of %s, whatever its provider calls it', (id, name) => {
    expect(makersName(id)).toBe(name);
    expect(priceOf(id)).toEqual(priceOf(name));
    expect(priceOf(id)).toBeDefined();
  });

  it('is known of every shipped model, and of none that nobody heard of', () => {
    for (const id of Object.values(SHIPPED)) expect(priceOf(id)).toBeDefined();
    expect(priceOf('toString')).toBeUndefined();
    expect(priceOf('my-model')).toBeUndefined();
  });
});

describe('models in the configuration', () => {
  it('with an unknown id are asked for a price, at their line', () => {
    expect(problemsOf('models:\n  sonnet:\n    id: my-model\n')).toEqual([[3, '"my-model" without a price']]);
    expect(problemsOf('models:\n  sonnet:\n    id: my-model\n    price: { in: 1, out: 2 }\n')).toEqual([]);
    expect(problemsOf('models:\n  sonnet:\n    id: claude-sonnet-4-5\n')).toEqual([]);
  });

  it('of Bedrock need an id each', () => {
    expect(problemsOf('models:\n  provider: bedrock\n')).toEqual([[2, 'none for haiku, sonnet, opus']]);
    const id = (name: string) => `{ id: eu.anthropic.claude-${name}-v1 }`;
    const all = `  haiku: ${id('haiku-4-5')}\n  sonnet: ${id('sonnet-4-6')}\n  opus: ${id('opus-4-6')}\n`;
    expect(problemsOf(`models:\n  provider: bedrock\n${all}`)).toEqual([]);
    expect(problemsOf('models:\n  provider: vertex\n')).toEqual([]);
  });

  it('may differ by role', () => {
    expect(problemsOf('models:\n  roles:\n    editor: { tier: opus, effort: high }\n')).toEqual([]);
    expect(problemsOf('models:\n  roles:\n    editor: { tier: huge }\n')).toHaveLength(1);
  });
});

it('a memory server is one of `mcp`', () => {
  const read = readConfig('memory:\n  server: team\nmcp:\n  other:\n    command: other\n');
  expect('problems' in read && formatProblems(read.problems, 'crew.yml')).toMatch(/"team".*name one of other/s);
  expect('config' in readConfig('memory: { server: team }\nmcp: { team: { command: team } }\n')).toBe(true);
});
