import { describe, expect, it } from '@jest/globals';
import { parseScript, ScriptError } from '../../../src/sample/model/index.js';

function problemsOf(text: string) {
  try {
    parseScript(text, 'fix.yml');
  } catch (error) {
    if (error instanceof ScriptError) return error.problems;
    throw error;
  }
  return [];
}

describe('a script', () => {
  it('is YAML, and its loose turns become the last part', () => {
    const script = parseScript('name: fix\nparts:\n  - name: scout\n    turns: [text: seen]\nturns:\n  - text: done\n');
    expect(script.name).toBe('fix');
    expect(script.parts.map(({ name }) => name)).toEqual(['scout', 'main']);
    expect(script.parts[1]?.turns[0]?.text).toBe('done');
  });

  it('is JSON just as well', () => {
    expect(parseScript('{"turns":[{"tools":[{"name":"read"}]}]}').parts[0]?.turns[0]?.tools).toEqual([
      { name: 'read', input: {} },
    ]);
  });

  it('takes one fault or several', () => {
    const script = parseScript(
      'turns:\n  - text: a\n    fault: { kind: cut }\n  - text: b\n    fault: [kind: stall]\n',
    );
    expect(script.parts[0]?.turns.map(({ fault }) => fault.map(({ kind }) => kind))).toEqual([['cut'], ['stall']]);
  });
});

describe('a wrong script is refused', () => {
  it('with line and field of an unknown key', () => {
    expect(problemsOf('turns:\n  - text: a\n  - txet: b\n')).toEqual([
      { line: 3, field: 'turns.1', message: 'Unrecognized key: "txet"' },
    ]);
  });

  it('with every problem at once', () => {
    const problems = problemsOf('turns:\n  - text: a\n    delay: soon\n  - tools:\n      - input: {}\n');
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [3, 'turns.0.delay'],
      [5, 'turns.1.tools.0.name'],
    ]);
  });

  it.each([
    ['an unknown fault', 'turns:\n  - text: a\n    fault: { kind: fire }\n', 3, 'turns.0.fault', /kind/],
    [
      'a broken expression',
      'turns:\n  - when:\n      user: { matches: "(" }\n',
      3,
      'turns.0.when.user.matches',
      /regular expression/,
    ],
    ['no turn at all', 'name: empty\n', 1, '', /needs turns/],
    ['text beside json', 'turns:\n  - text: a\n    json: {}\n', 3, 'turns.0.json', /beside text/],
    ['a spoilt call without a call', 'turns:\n  - fault: { kind: malformed_tool_json }\n', 2, 'turns.0.fault', /call/],
    [
      'a part chosen by what changes',
      'parts:\n  - name: a\n    when: { turn: 1 }\n    turns: [{}]\n',
      3,
      'parts.0.when',
      /turn/,
    ],
    ['text that is no YAML', 'turns: [\n', 2, '', /./],
  ])('when it has %s', (_, text, line, field, message) => {
    expect(problemsOf(text)).toEqual([{ line, field, message: expect.stringMatching(message) }]);
  });

  it('in one sentence a line, each with the name of the file', () => {
    expect(() => parseScript('turns:\n  - txet: b\n', 'fix.yml')).toThrow(
      'fix.yml:2: turns.0: Unrecognized key: "txet"',
    );
  });
});
