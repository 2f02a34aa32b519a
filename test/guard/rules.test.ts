import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createGuard, noRules, type Rules } from '../../src/guard/index.js';
import { ruleBook } from '../../src/guard/rules/pattern.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { readRows, ready } from './build/corpus.js';
import { newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const verdictOf = (command: string, rules: Partial<Rules>, tool = 'Bash') =>
  project.gate(rules)({ tool, command: project.place(command) }).verdict;

describe('an allow rule', () => {
  it.each([
    ['argv:npm test', 'npm test', 'allow'],
    ['argv:npm test', 'n\'p\'m  "test"', 'allow'],
    ['argv:npm test', 'npm test 2>&1 || true', 'allow'],
    ['argv:npm test', 'npm test --watch', 'ask'],
    ['argv:npm test', 'npm', 'ask'],
    ['argv:npm test', '/usr/bin/npm test', 'ask'],
    ['argv:npm test', 'npm test | tail -5', 'ask'],
    ["argv:echo 'two words'", 'echo two\\ words', 'allow'],
    ['Bash(make *)', 'make', 'allow'],
    ['Bash(make *)', 'make test -j4', 'allow'],
    ['Bash(make *)', 'make -C /tmp/evil', 'ask'],
    ['Bash(make *)', 'make -C/tmp/evil', 'ask'],
    ['Bash(make *)', '/tmp/make x', 'ask'],
    ['Bash(make *)', 'make "$(id)"', 'ask'],
    ['Bash(make test)', 'make test', 'allow'],
    ['Bash(make test)', 'make test all', 'ask'],
    ['Bash(npm run:*)', 'npm run build', 'allow'],
    ['Bash(ls*)', 'lsof', 'ask'],
    ['Bash(bash ci/*)', 'bash ci/one.sh', 'allow'],
    ['Bash(bash ci/*)', 'bash ci/../src/a.ts', 'ask'],
    ['Bash(bash *)', 'bash -c id', 'ask'],
    ['Bash(git *)', 'git push', 'ask'],
    ['Bash(git *)', 'git checkout .', 'ask'],
    ['Bash(git push *)', 'git push origin main', 'allow'],
    ['Bash(git push *)', 'git push --no-verify origin main', 'ask'],
    ['Bash(git push *)', 'git push --force origin main', 'deny'],
    ['Bash(find *)', 'find . -delete', 'ask'],
    ['Bash(nice *)', 'nice curl x', 'ask'],
    ['Bash(*)', 'curl x', 'ask'],
    ['Bash(npm *)', 'npm install', 'allow'],
    ['Bash(npm *)', 'npm test -- --watch', 'allow'],
    ['Bash(npm *)', 'npm exec evil', 'ask'],
    ['Bash(npm *)', 'npm exe evil', 'ask'],
    ['Bash(npm exec *)', 'npm exec evil', 'ask'],
    ['Bash(npm exec tsc *)', 'npm exec tsc -p .', 'allow'],
    ['Bash(docker *)', 'docker ps', 'allow'],
    ['Bash(docker *)', 'docker run alpine sh -c id', 'ask'],
    ['Bash(tar *)', 'tar --checkpoint-action=exec=id -cf x src', 'ask'],
    ['Bash(tar *)', 'tar cIf id x src', 'ask'],
    ['Bash(tar -tf *)', 'tar -tf x.tar', 'allow'],
    ['Bash(cat *)', 'cat /etc/hosts', 'ask'],
    ['Bash(cat /etc/hosts)', 'cat /etc/hosts', 'allow'],
    ['Bash(cat *)', 'cat .git/config', 'deny'],
  ])('%s makes of %s: %s', (rule, command, verdict) => {
    expect(verdictOf(command, { allow: [rule] })).toBe(verdict);
  });

  it('of a file tool lets through what would be asked, and nothing that is denied', () => {
    expect(verdictOf('scripts/new.sh', { allow: ['Write(scripts/**)'] }, 'Write')).toBe('allow');
    expect(verdictOf('scripts/new.sh', { allow: ['Edit(scripts)'] }, 'Write')).toBe('allow');
    expect(verdictOf('.git/hooks/x', { allow: ['Write(.git/**)'] }, 'Write')).toBe('deny');
    expect(verdictOf('/etc/hosts', { allow: ['Read(/etc/hosts)'] }, 'Read')).toBe('allow');
    expect(verdictOf('scripts/../.git/x', { allow: ['Write(scripts/**)'] }, 'Write')).toBe('deny');
  });
});

describe('a deny rule', () => {
  it.each([
    ['Bash(git push *)', 'git -C . push origin x'],
    ['Bash(git push *)', "git 'push'"],
    ['Bash(rm -rf *)', 'rm -f -r src'],
    ['Bash(rm -rf *)', 'rm -vfr src'],
    ['Bash(curl *)', 'ls && nice -n 5 /usr/bin/curl x'],
    ['Bash(curl *)', 'find . -exec curl x {} +'],
    ['Bash(curl *)', "sh -c 'env A=1 curl x'"],
    ['Bash(curl *)', 'echo "$(curl x)"'],
    ['Bash(curl *)', "git -c alias.x='!curl x' x"],
    ['Bash(curl *)', "bash <<'END'\ncurl x\nEND"],
    ['Bash(curl *)', 'if true; then curl x; fi'],
    ['Bash(npm publish)', 'npm publish'],
    ['Bash(curl *)', "env '-Scurl x'"],
    ['Bash(curl *)', "su -c'curl x'"],
    ['Bash(curl *)', "git rebase -x'curl x'"],
    ['Bash(curl *)', 'sh -c curl'],
    ['Bash', 'ls'],
    ['Bash', '((1))'],
    ['Read', 'cat src/a.ts'],
    ['Write', 'touch src/new.ts'],
    ['Read(src/a.ts)', 'cd src && cat a.ts'],
    ['argv:docker login', 'sudo docker login'],
    ['Read(src/a.ts)', 'cat ./src/../src/a.ts'],
    ['Read(src/a.ts)', 'grep -r x src'],
    ['Read(a.ts)', 'head -n1 src/a.ts'],
    ['Read(src)', 'cat < src/b.ts'],
    ['Write(src/**)', 'touch src/new.ts'],
    ['Edit(src/**)', 'echo x > src/new.ts'],
  ])('%s stops %s', (rule, command) => {
    expect(verdictOf(command, { deny: [rule], allow: ['Bash(git *)', 'Bash(curl *)', `argv:touch src/new.ts`] })).toBe(
      'deny',
    );
  });

  it.each([
    ['Bash(git push *)', 'git log push'],
    ['Bash(curl *)', 'echo curl x'],
    ['Bash(curl *)', 'grep -n curl src/a.ts'],
    ['Read(src/a.ts)', 'cat src/b.ts'],
    ['Read(src/a.ts)', 'echo src/a.ts'],
  ])('%s leaves %s alone', (rule, command) => {
    expect(verdictOf(command, { deny: [rule] })).toBe('allow');
  });

  it('follows links', () => {
    symlinkSync('src/b.ts', path.join(project.root, 'alias'));
    expect(verdictOf('cat alias', { deny: ['Read(src/b.ts)'] })).toBe('deny');
    expect(verdictOf('alias', { deny: ['Read(src/b.ts)'] }, 'Read')).toBe('deny');
  });
});

it.each([
  ['Bash', 'Bash', 'ls'],
  ['Read', 'Read', 'src/a.ts'],
  ['Read', 'Grep', 'src'],
  ['Write', 'Edit', 'src/a.ts'],
  ['Edit', 'Write', 'src/a.ts'],
  ['Glob', 'Glob', 'src/*.ts'],
  ['Fetch', 'Fetch', 'https://docs.example.com/x'],
])('the bare name %s denies the whole tool: %s of %s', (rule, tool, command) => {
  expect(verdictOf(command, { deny: [rule] }, tool)).toBe('deny');
});

it('an ask rule does not change the verdict, but keeps what it names for a person even in a sealed sandbox', () => {
  const gate = project.gate({ ask: ['Bash(npm install *)', 'Bash(ls *)', 'Write(scripts/**)'] });
  expect(gate({ tool: 'Bash', command: 'npm install left-pad' })).toMatchObject({ verdict: 'ask', phase: 'rules' });
  expect(gate({ tool: 'Bash', command: 'cd src && npm install left-pad' })).toMatchObject({
    verdict: 'ask',
    phase: 'rules',
  });
  expect(gate({ tool: 'Bash', command: 'npm test' })).toMatchObject({ verdict: 'ask', phase: '7B' });
  // deny > S0 to 2 > allow > 3 to 7 > ask: what phase 7 allows is not asked.
  expect(gate({ tool: 'Bash', command: 'ls src' })).toMatchObject({ verdict: 'allow', phase: '7D' });
  expect(gate({ tool: 'Write', command: 'scripts/x.sh' })).toMatchObject({ verdict: 'ask', phase: 'rules' });
});

describe('three layers', () => {
  const layered = (rules: Parameters<typeof createGuard>[0]['rules']) =>
    createGuard({ ...guardContextOf({ root: project.root }), home: project.home, rules });

  it('add up, and a deny in any of them wins', () => {
    const deny = { ...noRules, deny: ['Bash(make *)'] };
    const allow = { ...noRules, allow: ['argv:make', 'argv:npm test'] };
    for (const [one, other] of [
      ['project', 'run'],
      ['local', 'project'],
      ['run', 'local'],
    ] as const) {
      const gate = layered({ [one]: deny, [other]: allow });
      expect(gate({ tool: 'Bash', command: 'make' })).toMatchObject({ verdict: 'deny', phase: 'rules' });
      expect(gate({ tool: 'Bash', command: 'npm test' })).toMatchObject({ verdict: 'allow', phase: 'rules' });
    }
  });

  it('say whose rule it was', () => {
    const of = (layer: 'project' | 'local' | 'run') =>
      layered({ [layer]: { ...noRules, deny: ['Bash(make *)'] } })({ tool: 'Bash', command: 'make' }).why;
    expect([of('project'), of('local'), of('run')]).toEqual([
      'The project’s rule `Bash(make *)` forbids it.',
      'Your own rule `Bash(make *)` forbids it.',
      'This run’s rule `Bash(make *)` forbids it.',
    ]);
  });

  it('and the commands that the Verifier detected are allowed in exactly their words', () => {
    const gate = createGuard({
      ...guardContextOf({ root: project.root }),
      home: project.home,
      rules: {},
      detected: ['npm test', 'cd x && make'],
    });
    expect(gate({ tool: 'Bash', command: 'npm test' }).verdict).toBe('allow');
    expect(gate({ tool: 'Bash', command: 'npm test -- --force' }).verdict).toBe('ask');
    expect(gate({ tool: 'Bash', command: 'make' }).verdict).toBe('ask');
  });
});

it.each(['Bash()', 'Bash( )', 'argv:', 'argv:a | b', 'argv:"', 'curl *', 'Nothing(x)', '', 'argv:$HOME'])(
  'a rule that means nothing (%s) is an error, since as a deny it would be a hole',
  (rule) => {
    expect(() => ruleBook({ rules: { run: { ...noRules, deny: [rule] } } })).toThrow(/Expected a pattern/);
  },
);

it('advice is true: the rule that a sentence names lets the call through', () => {
  const advised = readRows(path.resolve(import.meta.dirname, '..'))
    .filter(({ verdict, rules, setup }) => verdict === 'ask' && !rules && !setup)
    .flatMap((row) => {
      const { ask, command, cwd } = ready(row, project);
      const [, rule] = /`((?:argv:|[A-Z][a-z]+\(|mcp__)[^`]*)` in `guard\.allow`/.exec(ask(command).why) ?? [];
      return rule ? [{ row, rule, request: { tool: row.tool, command, cwd } }] : [];
    });
  expect(advised.length).toBeGreaterThan(100);
  expect(advised.filter(({ rule, request }) => project.gate({ allow: [rule] })(request).verdict !== 'allow')).toEqual(
    [],
  );
});

it('no rule of any kind lifts a deny', () => {
  const denied = readRows(path.resolve(import.meta.dirname, '..')).filter(
    ({ verdict, setup, tool }) => verdict === 'deny' && !setup && tool !== 'bash',
  );
  for (const { tool, command, cwd, rules } of denied) {
    const exact =
      tool === 'Bash'
        ? ['Bash(*)', `Bash(${command.split(' ')[0]} *)`, `argv:${command}`]
        : [`${tool}(**)`, `${tool}(/**)`];
    const allow = exact.filter((rule) => {
      try {
        return ruleBook({ rules: { run: { ...noRules, allow: [project.place(rule)] } } }).allow.length > 0;
      } catch {
        return false;
      }
    });
    const gate = project.gate({ ...rules, allow: allow.map(project.place) });
    expect([
      command,
      gate({ tool, command: project.place(command), cwd: project.place(cwd ?? '/project') }).verdict,
    ]).toEqual([command, 'deny']);
  }
});

it('whatever is asked, the answer is a verdict with a sentence, and it is the same again', () => {
  const gate = project.gate();
  const words = fc.constantFrom(
    'git',
    'cat',
    '-x',
    '..',
    '$(',
    '"',
    "'",
    '|',
    '\\',
    '/',
    '~',
    '\n',
    '{',
    '}',
    '<',
    '>',
    '&&',
    ';',
    'sh -c',
    ' ',
    'é',
    '\u0000',
    '((',
    '[[',
    'EOF',
    '<<',
  );
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(
      line,
      fc.constantFrom('Bash', 'Read', 'Write', 'Glob', 'Grep', 'Fetch', 'mcp__a__b', 'Other'),
      (command, tool) => {
        const decision = gate({ tool, command });
        expect(decision.why).toMatch(/^[^\n]+\.$/);
        expect(gate({ tool, command })).toEqual(decision);
      },
    ),
    { numRuns: process.env.CREW_LONG ? 100_000 : 1000 },
  );
});
