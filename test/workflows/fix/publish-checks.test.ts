// What may be published, and what a reviewer is told about it.
import { describe, expect, it } from '@jest/globals';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { mayHaveNotices, noticesOf, reasonNotToPublish } from '../../../src/workflows/fix/rules/publish-checks.js';
import { commitChange } from '../../../src/workflows/fix/rules/target.js';

const changed = (path: string, index = 'index 1111111..2222222 100644') =>
  `diff --git a/${path} b/${path}\n${index}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
const made = (path: string, mode: string) =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..2222222\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+b\n`;
const asked = (text: string, files: readonly string[], workflowFiles = false) =>
  reasonNotToPublish({ text, files }, { workflowFiles, configFile: 'tools/crew.yml', agents: './ops//agents' });

describe('a change that comes from a job that ran somebody’s code', () => {
  it('may leave where it changes ordinary files', () => {
    expect(asked(changed('src/a.js') + changed('docs/.github.md'), ['src/a.js', 'docs/.github.md'])).toBeNull();
    expect(asked(made('bin/run', '100755'), ['bin/run'])).toBeNull();
    expect(asked(changed('ops/agents.md'), ['ops/agents.md'])).toBeNull();
  });

  it.each<[string, string]>([
    ['.github/workflows/x.yml', 'review-rules'],
    ['.GitHub/Workflows/x.yml', 'review-rules'],
    ['.github/actions/x/action.yml', 'review-rules'],
    ['.agent/editor/role.md', 'review-rules'],
    ['ops/agents/editor/role.md', 'review-rules'],
    ['Ops/Agents/editor.yml', 'review-rules'],
    ['ops/agents', 'review-rules'],
    ['CODEOWNERS', 'review-rules'],
    ['.github/CODEOWNERS', 'review-rules'],
    ['docs/CodeOwners', 'review-rules'],
    ['.github/crew.yml', 'protected'],
    ['tools/crew.yml', 'protected'],
    ['Tools/Crew.yml', 'protected'],
    ['.git/config', 'protected'],
    ['vendor/x/.git/hooks/post-checkout', 'protected'],
    ['.gitmodules', 'protected'],
    ['.crew/runs', 'protected'],
    ['../x', 'strange'],
    ['a/../../x', 'strange'],
    ['/etc/passwd', 'strange'],
    ['a//b', 'strange'],
    ['a\\b', 'strange'],
  ])('may not change %s', (path, is) => {
    expect(asked(changed(path), [path])).toEqual({ is, path });
  });

  it('may change workflows where the repository lets it', () => {
    for (const path of ['.github/workflows/x.yml', '.agent/editor/role.md', 'CODEOWNERS'])
      expect(asked(changed(path), [path], true)).toBeNull();
    expect(asked(changed('tools/crew.yml'), ['tools/crew.yml'], true)).toMatchObject({ is: 'protected' });
  });

  it('may not hold links and submodules, in whatever place', () => {
    expect(asked(made('a', '120000'), ['a'])).toEqual({ is: 'link', path: 'a' });
    expect(asked(made('a', '160000'), ['a'])).toEqual({ is: 'link', path: 'a' });
    expect(asked(changed('a', 'index 1111111..2222222 120000'), ['a'])).toEqual({ is: 'link', path: 'a' });
    expect(asked(changed('b') + made('a', '160000'), ['a', 'b'])).toEqual({ is: 'link', path: 'a' });
  });

  it('may name a mode in a line that it changes', () => {
    expect(
      asked(
        `${changed('a')}diff --git a/c b/c\nindex 1111111..2222222 100644\n--- a/c\n+++ b/c\n@@ -1 +1 @@\n-x\n+new file mode 120000\n`,
        ['a', 'c'],
      ),
    ).toBeNull();
  });

  it('is taken for what its bytes say, not for what it says of itself', () => {
    expect(asked(changed('a') + changed('b'), ['a'])).toEqual({ is: 'files-differ' });
    expect(asked(changed('a'), ['a', 'b'])).toEqual({ is: 'files-differ' });
  });

  it('has an end', () => {
    const many = Array.from({ length: 301 }, (_, n) => `f${n}`);
    expect(asked(many.map((name) => changed(name)).join(''), many)).toEqual({ is: 'too-many', files: 301 });
    const text = `${changed('a')}+${'x'.repeat(10_000_001)}`;
    expect(asked(text, ['a'])).toMatchObject({ is: 'too-large' });
    const packed = 'diff --git a/a b/a\nindex 1111111..2222222 100644\nGIT binary patch\nliteral 20000000\nzcmb\n\n';
    expect(asked(packed, ['a'])).toMatchObject({ is: 'too-large' });
  });

  it('may not hold conflict markers where it is a merge; elsewhere they are text', () => {
    const merge = (line: string, isMerge: boolean) => {
      const text = `diff --git a/a b/a\nindex 1111111..2222222 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+${line}\n`;
      return reasonNotToPublish(
        { text, files: ['a'] },
        { workflowFiles: false, configFile: 'crew.yml', agents: '.agent', isMerge },
      );
    };
    for (const line of ['<<<<<<< ours', '>>>>>>> theirs', '||||||| base', '<<<<<<<'])
      expect(merge(line, true)).toEqual({ is: 'conflict', path: 'a' });
    for (const line of ['=======', 'a <<<<<<< b', '<<<<<<<<']) expect(merge(line, true)).toBeNull();
    expect(merge('<<<<<<< ours', false)).toBeNull();
  });

  it('may not add what looks like a secret, and may move or remove one', () => {
    const key = `ghp_${'aB3'.repeat(12)}`;
    const diff = (lines: string) =>
      `diff --git a/a b/a\nindex 1111111..2222222 100644\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n${lines}`;
    expect(asked(diff(`-a\n+token = ${key}\n`), ['a'])).toEqual({ is: 'secret', kinds: ['github-token'] });
    expect(asked(diff(`-token = ${key}\n b\n+token = ${key}\n`), ['a'])).toBeNull();
    expect(asked(diff(`-token = ${key}\n b\n`), ['a'])).toBeNull();
  });
});

const dependency = (path: string, before: string | null, after: string | null) =>
  noticesOf([{ path, before, after }]).map((each) => ('names' in each ? [each.is, ...each.names] : [each.is]));

describe('what a reviewer should see beside the tests', () => {
  it.each([
    [
      'package.json',
      '{"dependencies":{"a":"1"}}',
      '{"dependencies":{"a":"2","b":"1"},"devDependencies":{"c":"1"}}',
      ['b', 'c'],
    ],
    [
      'pyproject.toml',
      '[project]\ndependencies = ["requests>=2"]\n',
      '[project]\ndependencies = ["requests[socks]>=3", "Rich"]\n',
      ['rich'],
    ],
    [
      'pyproject.toml',
      '[tool.poetry.dependencies]\npython = "^3"\n',
      '[tool.poetry.dependencies]\npython = "^3.12"\nhttpx = "*"\n',
      ['httpx'],
    ],
    ['requirements.txt', '# all\nflask==3\n', '# all\nflask==4\n-r other.txt\nrich\n', ['rich']],
    [
      'Cargo.toml',
      '[dependencies]\nserde = "1"\n',
      '[dependencies]\nserde = "2"\n[dev-dependencies]\nrand = "0.9"\n',
      ['rand'],
    ],
    [
      'go.mod',
      'module a\nrequire b.org/c v1.0.0\n',
      'module a\nrequire (\n\tb.org/c v1.1.0\n\td.org/e/v2 v2.0.0\n)\n',
      ['d.org/e/v2'],
    ],
    ['Gemfile', "gem 'rails'\n", "gem 'rails'\n  gem \"rspec\", '~> 3'\n", ['rspec']],
    ['composer.json', '{}', '{"require-dev":{"phpunit/phpunit":"^12"}}', ['phpunit/phpunit']],
    ['build.gradle.kts', '', 'implementation("org.junit:junit:5.0")\n', ['org.junit:junit']],
    ['src/a.csproj', '', '<PackageReference Include="xunit" Version="3" />', ['xunit']],
  ])('names new dependencies of %s, and no raised versions', (path, before, after, names) => {
    expect(dependency(path, before, after)).toEqual([['dependencies', ...names]]);
    expect(mayHaveNotices(path)).toBe(true);
  });

  it('names scripts that run at installation, new or changed, and no others', () => {
    const before = '{"scripts":{"postinstall":"node a.js","test":"jest"}}';
    const after = '{"scripts":{"postinstall":"node b.js","test":"vitest","prepare":"husky"}}';
    expect(dependency('package.json', before, after)).toEqual([['install-scripts', 'postinstall', 'prepare']]);
  });

  it('names changed permissions of workflows, of jobs too, and nothing else of them', () => {
    const file = '.github/workflows/ci.yml';
    const job = (permissions: string, run = 'a') =>
      `on: push\njobs:\n  a:\n${permissions}    steps: [{ run: ${run} }]\n`;
    const reads = '    permissions: { contents: read }\n';
    expect(dependency(file, job(''), job('    permissions: write-all\n'))).toEqual([['permissions']]);
    expect(dependency(file, job(reads), job('    permissions: { contents: write }\n'))).toEqual([['permissions']]);
    expect(dependency(file, job(reads), job(reads, 'b'))).toEqual([]);
    expect(dependency(file, null, `permissions: { contents: read }\n${job('')}`)).toEqual([['permissions']]);
    expect(dependency(file, null, job(''))).toEqual([]);
  });

  it('says nothing of files that are gone, broken, or of another kind', () => {
    expect(dependency('package.json', '{"dependencies":{}}', null)).toEqual([]);
    expect(dependency('package.json', '{', '{"dependencies":')).toEqual([]);
    expect(mayHaveNotices('src/index.js')).toBe(false);
  });

  it('is said in both languages with the file and the names', () => {
    const notice = { is: 'dependencies', file: 'package.json', names: ['left-pad'] } as const;
    for (const lang of ['en', 'ja'] as const) {
      const text = fixMessages(lang).thread.notice(notice);
      expect(text).toContain('package.json');
      expect(text).toContain('left-pad');
    }
  });
});

describe('the commit', () => {
  const hand = {
    ...{ run: 'fix-1', issue: 1, title: 'Add', login: 'maya', signOff: undefined },
    change: { diff: 'd', tree: 't' },
    target: { how: 'branch', branch: 'crew/issue-1', at: null, base: 'main', commit: 'c', asked: 'issue' } as const,
  };

  it('carries a link to the run, and the requester as co-author with GitHub’s noreply address', () => {
    const { message } = commitChange({ ...hand, url: 'https://x.example/runs/7', by: { login: 'maya', id: 12 } });
    expect(message).toBe(
      'Add\n\nRefs #1\nCrew-Run: fix-1\nCrew-Run-Url: https://x.example/runs/7\nCo-authored-by: maya <12+maya@users.noreply.github.com>\n',
    );
  });

  it('has no program as co-author', () => {
    expect(commitChange({ ...hand, by: { login: 'renovate[bot]', id: 3 } }).message).not.toContain('Co-authored-by');
  });
});
