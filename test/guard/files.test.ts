import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createGuard } from '../../src/guard/index.js';
import { linkResolver } from '../../src/guard/paths/context.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));
const gate = project.gate();

mkdirSync(path.join(project.root, 'links'));
symlinkSync('../.git', path.join(project.root, 'links/git'));
symlinkSync('/etc', path.join(project.root, 'links/etc'));
symlinkSync('/tmp/not-there-yet', path.join(project.root, 'links/nothing'));
symlinkSync('circle', path.join(project.root, 'links/circle'));
symlinkSync('../src', path.join(project.root, 'links/src'));

describe.each([
  [
    'Read',
    'allow',
    [
      'src/a.ts',
      './src//a.ts',
      'src/../README.md',
      '/project/README.md',
      'not/there',
      '.env.example',
      'links/src/a.ts',
      '.github/workflows/ci.yml',
    ],
  ],
  [
    'Read',
    'ask',
    [
      '/etc/passwd',
      '..',
      '../x',
      '.env',
      'a/.env.local',
      'x.pem',
      '.npmrc',
      '.git/HEAD',
      'links/etc/passwd',
      'links/circle',
      'links/nothing',
      'src/\u200ba.ts',
      '.crew/runs',
    ],
  ],
  [
    'Read',
    'deny',
    [
      '',
      ' ',
      '.git/config',
      'links/git/config',
      '.GIT/config',
      '/proc/self/environ',
      '/proc/1/task/1/environ',
      '/home/runner/.ssh/id_rsa',
      '/home/runner/.config/gh/hosts.yml',
      '/home/runner/work/_temp/x',
      'a\0b',
      '/var/run/docker.sock',
      'deep/.git/config',
    ],
  ],
  [
    'Write',
    'allow',
    ['test/new.test.ts', 'package.json', 'docs/a/b.md', '.env.example', 'links/src/new.ts', '.prettierrc'],
  ],
  [
    'Write',
    'ask',
    [
      'CLAUDE.md',
      'docs/AGENTS.md',
      '.npmrc',
      'sub/.npmrc',
      'scripts/check.sh',
      '.agent/x/agent.json',
      '.github/dependabot.yml',
      '.github/CODEOWNERS',
      '.vscode/tasks.json',
      '.gitattributes',
      '.envrc',
      'action.yml',
      '.env',
    ],
  ],
  [
    'Write',
    'deny',
    [
      '',
      '/etc/x',
      '../x',
      '.git/hooks/x',
      'sub/.git/config',
      '.Git/config',
      'links/git/hooks/x',
      'links/etc/x',
      'links/nothing',
      'links/circle/x',
      '.github/workflows/x.yml',
      '.github/actions/a/action.yml',
      '.crew/state.json',
      '.github/crew.yml',
      '~/../../../etc/x',
      '/home/runner/.bashrc',
      'src/../.git/config',
    ],
  ],
  ['Edit', 'deny', ['.git/config', '.github/workflows/ci.yml', '/etc/passwd']],
  ['Glob', 'allow', ['src/**/*.ts', '**/*.md', '*', 'src/{a,b}.ts', '/project/src/*']],
  ['Glob', 'ask', ['/etc/**', '../*', 'src/../../*', '{/etc,src}/*', 'src/{../../etc,x}/*', '*/../../*']],
  ['Glob', 'deny', ['/home/runner/.ssh/*', '']],
  ['Grep', 'allow', ['.', 'src', 'src/a.ts', '.github']],
  ['Grep', 'ask', ['/etc', '..', '.env', 'links/etc']],
  ['Grep', 'deny', ['.git', '.git/hooks', 'links/git', '/home/runner/.aws', '']],
] as const)('%s: %s', (tool, verdict, paths) => {
  it.each(paths.map((each) => [JSON.stringify(each), each]))('%s', (_, command) => {
    expect(gate({ tool, command: project.place(command ?? '') })).toMatchObject({ verdict });
  });
});

it('counts from the folder that a call names', () => {
  expect(gate({ tool: 'Read', command: '../README.md', cwd: path.join(project.root, 'src') }).verdict).toBe('allow');
  expect(gate({ tool: 'Read', command: '../../x', cwd: path.join(project.root, 'src') }).verdict).toBe('ask');
});

it('keeps crew’s own files from every tool, wherever they lie', () => {
  const own = createGuard({
    ...guardContextOf({ root: project.root }),
    home: project.home,
    rules: {},
    crewPaths: [path.join(project.root, 'state')],
  });
  expect(own({ tool: 'Write', command: 'state/journal' }).verdict).toBe('deny');
  expect(own({ tool: 'Bash', command: 'rm -rf state' }).verdict).toBe('deny');
  expect(own({ tool: 'Write', command: 'stately' }).verdict).toBe('allow');
});

describe('Fetch', () => {
  const fetch = createGuard({
    ...guardContextOf({ root: project.root }),
    home: project.home,
    rules: { run: { allow: ['Fetch(*.example.org)'], ask: [], deny: ['Fetch(bad.example.org)'] } },
    hosts: ['docs.example.com'],
  });
  it.each([
    ['https://docs.example.com/a?b=c#d', 'allow'],
    ['https://DOCS.example.com', 'allow'],
    ['https://a.example.org/', 'allow'],
    ['https://bad.example.org/', 'deny'],
    ['https://other.example.com/', 'ask'],
    ['https://docs.example.com.evil.example/', 'ask'],
    ['https://docs.example.com@evil.example/', 'deny'],
    ['https://docs.example.com:8443/', 'deny'],
    ['http://docs.example.com/', 'deny'],
    ['https://169.254.169.254/latest', 'deny'],
    ['https://localhost/', 'deny'],
    ['file:///etc/passwd', 'deny'],
    ['https://docs.example.com\\@evil.example/', 'deny'],
    ['', 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(fetch({ tool: 'Fetch', command })).toMatchObject({ verdict });
  });
});

describe('other tools', () => {
  const some = project.gate({ allow: ['mcp__tracker__search', 'mcp__wiki'], deny: ['mcp__wiki__delete*'] });
  it.each([
    ['mcp__tracker__search', 'allow'],
    ['mcp__tracker__close', 'ask'],
    ['mcp__wiki__read', 'allow'],
    ['mcp__wiki__delete_all', 'deny'],
    ['mcp__wikipedia__read', 'ask'],
    ['Teleport', 'ask'],
    ['bash', 'deny'],
    ['BASH', 'deny'],
    ['Bash ', 'deny'],
    ['write', 'deny'],
    ['', 'deny'],
    ['Ba\u200bsh', 'deny'],
  ])('%j: %s', (tool, verdict) => {
    expect(some({ tool, command: 'ls' })).toMatchObject({ verdict });
  });
});

it('where the configuration lets workflow files be changed, they are asked about, and the rest stays denied', () => {
  const free = createGuard({
    ...guardContextOf({ root: project.root }),
    home: project.home,
    rules: {},
    workflowFiles: true,
  });
  expect(gate({ tool: 'Edit', command: '.github/workflows/ci.yml' }).verdict).toBe('deny');
  expect(free({ tool: 'Edit', command: '.github/workflows/ci.yml' }).verdict).toBe('ask');
  expect(gate({ tool: 'Bash', command: 'rm .github/workflows/ci.yml' }).verdict).toBe('deny');
  expect(free({ tool: 'Bash', command: 'rm .github/workflows/ci.yml' }).verdict).toBe('ask');
  for (const command of ['.github/crew.yml', '.github/actions/a/action.yml', '.git/hooks/x'])
    expect(free({ tool: 'Edit', command }).verdict).toBe('deny');
});

it('a folder is not searched to the bottom where a rule denies a file that may lie in it', () => {
  const rules = project.gate({ deny: ['Read(a.ts)'] });
  expect(rules({ tool: 'Bash', command: 'grep -r x src' }).verdict).not.toBe('allow');
});

it.each([
  ['cat <<< x', /passes it a text as input/],
  ['ls 2>&-', /closes what it reads/],
  ['! ls', /inverts its exit code/],
  ['time ls', /adds a measurement/],
  ['ls | cat', /more than one command/],
  ['pnpm publish', /who may; no rule can allow it\.$/],
])('the sentence about %s is true', (command, why) => {
  expect(gate({ tool: 'Bash', command }).why).toMatch(why);
});

const linked = newPlace();
afterAll(() => rmSync(linked, { recursive: true, force: true }));
mkdirSync(path.join(linked, 'a/b/c'), { recursive: true });
mkdirSync(path.join(linked, 'd'));
writeFileSync(path.join(linked, 'd/file'), '');
for (const [name, to] of Object.entries({
  'a/up': '../d',
  'd/back': '../a/b',
  'a/abs': path.join(linked, 'd'),
  'd/two': 'back/c',
  'a/b/far': '../../d/two/..',
  loop: 'loop',
  'a/none': '../not/there',
}))
  symlinkSync(to, path.join(linked, name));

const follow = () => linkResolver(guardContextOf({ root: linked }).link);

describe('a path', () => {
  it('leads where the kernel says, whatever links and steps are on the way', () => {
    const step = fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'up',
      'back',
      'abs',
      'two',
      'far',
      'loop',
      '..',
      '.',
      'file',
      'none',
      '',
    );
    let there = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 9 }), (steps) => {
        const word = steps.join('/');
        let real: string;
        try {
          // The native one asks the kernel; the other goes by letters first.
          real = realpathSync.native(`${linked}/${word}`);
        } catch {
          return;
        }
        there += 1;
        expect(follow()(`./${word}`, linked)).toBe(real);
      }),
      { numRuns: process.env.CREW_LONG ? 50_000 : 3000 },
    );
    expect(there).toBeGreaterThan(100);
  });

  it('that is a link to nothing leads to what it names, since a write would land there', () => {
    expect(follow()('a/none', linked)).toBe(path.join(linked, 'not/there'));
    expect(follow()('a/none/more', linked)).toBe(path.join(linked, 'not/there/more'));
  });

  it('that runs in a circle leads nowhere', () => {
    expect(follow()('loop/x', linked)).toBeNull();
  });

  it('of which nothing is there is where it is written', () => {
    expect(follow()('x/y/../z', linked)).toBe(path.join(linked, 'x/z'));
  });
});
