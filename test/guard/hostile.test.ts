// Long and crooked lines are answered, and never by a stack that ran out. How fast is the bench's to say.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));
const gate = project.gate({ deny: ['Bash(curl *)', 'Read(secret/**)'] });

const LINES: Readonly<Record<string, string>> = {
  'brackets that open': '('.repeat(50_000),
  'substitutions that open': '$('.repeat(30_000),
  backticks: '`'.repeat(50_001),
  quotes: `echo ${'"'.repeat(50_001)}`,
  braces: `echo ${'{a,'.repeat(20_000)}`,
  'expansions in expansions': `echo ${'$'.concat('{x:-').repeat(5000)}`,
  heredocs: 'cat <<A\n'.repeat(5000),
  'here-strings': `cat ${'<<< x '.repeat(5000)}`,
  'functions in functions': 'f() { '.repeat(5000),
  cases: 'case x in '.repeat(5000),
  carriers: `${'env nice sudo xargs '.repeat(4000)}id`,
  settings: `env ${Array.from({ length: 3000 }, (_, n) => `A${n}=1`).join(' ')} id`,
  steps: `cat ${'a/../'.repeat(15_000)}b`,
  words: `cat ${Array.from({ length: 15_000 }, (_, n) => n).join(' ')}`,
  flags: `sort ${'-u '.repeat(20_000)}`,
  pipes: 'sh a |'.repeat(10_000),
  'options before a subcommand of gh': `gh ${'-x auth '.repeat(10_000)}`,
  'options before a subcommand of git': `git ${'-x push '.repeat(10_000)}`,
  'options before a subcommand of npm': `env npm ${'-a b '.repeat(15_000)}`,
  'moves of git': `git ${'-C a '.repeat(15_000)}status`,
  'letters of curl': `curl -${'d'.repeat(90_000)}!`,
  'a mode': `chmod o+${'w'.repeat(90_000)}!`,
  'a setting': `git -c ${'a.'.repeat(45_000)}`,
  'steps of a glob': `cat ${'*/'.repeat(45_000)}x`,
  'folders to go to': Array.from({ length: 3000 }, (_, n) => `cd ${n}; rm a`).join(';'),
  'deep texts': Array.from({ length: 12 }).reduce<string>((line) => `sh -c ${JSON.stringify(line)}`, 'id'),
};

describe('a line of', () => {
  it.each(Object.entries(LINES))('%s gets an answer', (_, command) => {
    expect(['allow', 'ask', 'deny']).toContain(gate({ tool: 'Bash', command }).verdict);
  });

  it.each(['steps', 'words', 'flags'])('many plain %s is only long, and stays allowed', (name) => {
    expect(gate({ tool: 'Bash', command: LINES[name] ?? '' }).verdict).toBe('allow');
  });
});

it('a command behind more than can be looked through is denied, not merely asked', () => {
  const padding = Array.from({ length: 400 }, (_, n) => `x${n}`).join(' ');
  expect(gate({ tool: 'Bash', command: `env ${padding} curl x` }).verdict).toBe('deny');
  expect(gate({ tool: 'Bash', command: `${'id;'.repeat(6000)} curl x` }).verdict).toBe('deny');
  expect(gate({ tool: 'Bash', command: `gh ${'-x auth '.repeat(20)}` }).verdict).toBe('deny');
  expect(gate({ tool: 'Bash', command: `git ${'-C src '.repeat(20)}status` })).toMatchObject({
    verdict: 'deny',
    phase: '2',
  });
  expect(gate({ tool: 'Bash', command: `${'cd a;'.repeat(20)} rm b` }).verdict).toBe('deny');
  const deep = Array.from({ length: 12 }).reduce<string>((line) => `sh -c ${JSON.stringify(line)}`, 'curl x');
  expect(gate({ tool: 'Bash', command: deep }).verdict).toBe('deny');
  expect(gate({ tool: 'Bash', command: `ls ${'a'.repeat(200_000)}` }).verdict).toBe('deny');
});

it('an honest number of options before a subcommand stays what it was', () => {
  expect(gate({ tool: 'Bash', command: `git ${'-C . '.repeat(8)}status` }).verdict).toBe('allow');
});
