import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { ASKED, askedByName } from '../../src/guard/commands/asked-commands.js';
import { commandFamilies, knownCommand } from '../../src/guard/commands/index.js';
import { createGuard, enforce, noRules, type Rules, type Verdict } from '../../src/guard/index.js';
import { withTables } from '../../src/guard/page.js';
import { readLocalRules, ruleBook } from '../../src/guard/rules/pattern.js';
import { GUARD_PHASES, type GuardPhase } from '../../src/ports/sandbox.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { matchesGlob, matchesSegments } from '../../src/text/glob.js';
import { readRows, ready } from './build/corpus.js';
import { newPlace, newProject } from './build/project.js';

describe('the rules of the guard', () => {
  const place = newPlace();
  const project = newProject(place);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const verdictOf = (command: string, rules: Partial<Rules>, tool = 'Bash') =>
    project.gate(rules)({ tool, command: project.place(command) }).verdict;

  it('need none for the help and the version of git, but one for the help of a command, which may start a viewer', () => {
    expect(['git --help', 'git --version', 'git --help log'].map((command) => verdictOf(command, {}))).toEqual([
      'allow',
      'allow',
      'ask',
    ]);
  });

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
      ['Bash(git ls-remote *)', 'git ls-remote -- origin', 'allow'],
      ['Bash(git ls-remote *)', 'git ls-remote --up /tmp/evil origin', 'ask'],
      ['Bash(git ls-remote *)', 'git ls-remote --exe=/tmp/evil origin', 'ask'],
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
      expect(
        verdictOf(command, { deny: [rule], allow: ['Bash(git *)', 'Bash(curl *)', `argv:touch src/new.ts`] }),
      ).toBe('deny');
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
      expect(() => ruleBook({ rules: { run: { ...noRules, deny: [rule] } } })).toThrow(/crew needs a pattern/);
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
});

describe('guard.yml', () => {
  it('may be empty, or hold any of the three lists', () => {
    expect(readLocalRules('')).toEqual({ allow: [], ask: [], deny: [] });
    expect(readLocalRules('allow: ["argv:npm test"]\n')).toEqual({ allow: ['argv:npm test'], ask: [], deny: [] });
  });

  it.each(['allow: x', 'denny: []', '- a', 'allow: [1]', 'allow: ["', 'deny: ["curl *"]', 'deny: ["argv:a | b"]'])(
    'with %j in it is refused, and says why',
    (text) => {
      expect(() => readLocalRules(text)).toThrow(/crew needs .*, but found /);
    },
  );
});

describe('a glob', () => {
  it('means what the regular expression for it means', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 }).map((all) => all.join(''));
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(letters, word, (glob, text) => {
        const pattern = new RegExp(`^${[...glob].map((char) => ({ '*': '.*', '?': '.' })[char] ?? char).join('')}$`);
        expect(matchesGlob(glob, text)).toBe(pattern.test(text));
      }),
    );
  });

  it('of a path goes over any number of steps with two stars, and over one with one', () => {
    const fits = (glob: string, path: string) => matchesSegments(glob.split('/'), path.split('/'));
    expect(fits('**/.env', '.env')).toBe(true);
    expect(fits('**/.env', 'a/b/.env')).toBe(true);
    expect(fits('src/**', 'src/a/b')).toBe(true);
    expect(fits('src/*', 'src/a/b')).toBe(false);
    expect(fits('a/**/b/**/c', 'a/x/b/y/z/c')).toBe(true);
    expect(fits('**/*.ts', 'a/b.js')).toBe(false);
  });

  it('cannot be made to crawl', () => {
    expect(matchesGlob('*a'.repeat(500), `${'a'.repeat(5000)}b`)).toBe(false);
  });
});

describe('the page of the guard', () => {
  const place = newPlace();
  const project = newProject(place);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/guard.md'), 'utf8');

  describe('docs/guard.md', () => {
    it('shows an answer that the guard gives', () => {
      const [, request = ''] = /^echo '(.*)' \| crew guard$/m.exec(page) ?? [];
      const [, answer = ''] = /^(\{"verdict".*)$/m.exec(page) ?? [];
      expect(project.gate()(JSON.parse(request))).toEqual(JSON.parse(answer));
    });

    it('shows rules that mean something', () => {
      const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parse(text));
      expect(blocks).toHaveLength(2);
      for (const block of blocks)
        expect(() => ruleBook({ rules: { run: { ...noRules, ...(block.guard ?? block) } } })).not.toThrow();
    });
  });

  describe('the tables', () => {
    it('are what docs/guard.md says', () => {
      expect(withTables(page)).toBe(page);
    });

    it('name no command twice, and none that is both known and asked', () => {
      const asked = ASKED.flatMap(({ names }) => names);
      expect(asked.filter((name, at) => asked.indexOf(name) !== at)).toEqual([]);
      expect(asked.filter((name) => knownCommand(name))).toEqual([]);
    });

    it('hold every command that their commandFamilies list', () => {
      const names = commandFamilies.flatMap(({ commands }) => commands.map(({ name }) => name));
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
      expect(askedByName('curl')?.why).toBe('reaches the network');
    });
  });
});

const decision = (verdict: Verdict, phase: GuardPhase = '7B') => ({ verdict, phase, why: 'So.' });
const alone = { isSealed: false, mayAskPerson: false, refusals: 0 };
const sealed = { ...alone, isSealed: true };

describe('what becomes of a call', () => {
  it('what is allowed runs, wherever it is', () => {
    for (const at of [alone, sealed, { ...alone, mayAskPerson: true }])
      expect(enforce(decision('allow'), at)).toMatchObject({ action: 'run', isListed: false });
  });

  it('what is denied runs nowhere', () => {
    for (const at of [alone, sealed, { ...alone, mayAskPerson: true }])
      expect(enforce(decision('deny'), at)).toMatchObject({ action: 'refuse' });
  });

  it.each(GUARD_PHASES)(
    'nobody there, sealed: what phase %s asks runs and is logged if it is one of 2 to 7',
    (phase) => {
      const within = !['S0', '1', '1.5', 'rules'].includes(phase);
      expect(enforce(decision('ask', phase), sealed)).toMatchObject(
        within ? { action: 'run', isListed: true } : { action: 'refuse', isListed: false },
      );
    },
  );

  it('where somebody is there, they are asked, sealed or not', () => {
    for (const at of [alone, sealed])
      expect(enforce(decision('ask'), { ...at, mayAskPerson: true }).action).toBe('pause');
  });

  it('the third refusal in a row pauses the run, and a call that runs begins the row anew', () => {
    const row = (verdicts: readonly Verdict[]) => {
      let refused = 0;
      return verdicts.map((verdict) => {
        const settled = enforce(decision(verdict), { ...alone, refusals: refused });
        refused = settled.refusals;
        return settled.action;
      });
    };
    expect(row(['ask', 'ask', 'ask', 'ask'])).toEqual(['refuse', 'refuse', 'pause', 'refuse']);
    expect(row(['ask', 'deny', 'ask'])).toEqual(['refuse', 'refuse', 'pause']);
    expect(row(['ask', 'ask', 'allow', 'ask', 'ask'])).toEqual(['refuse', 'refuse', 'run', 'refuse', 'refuse']);
  });
});
