// The commands of agents: complete, valid, and safe to paste into a shell.
import { describe, expect, it } from '@jest/globals';
import { commandOf, discover } from '../../../src/workflows/facilitate/rules/agents.js';

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
