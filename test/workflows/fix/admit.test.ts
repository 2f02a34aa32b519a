import { describe, expect, it } from '@jest/globals';
import { admit } from '../../../src/workflows/fix/rules/publish-checks.js';

const changed = (path: string, index = 'index 1111111..2222222 100644') =>
  `diff --git a/${path} b/${path}\n${index}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
const made = (path: string, mode: string) =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..2222222\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+b\n`;
const asked = (text: string, files: readonly string[], workflowFiles = false) =>
  admit({ text, files }, { workflowFiles, configFile: 'tools/crew.yml', agents: './ops//agents' });

describe('a change that comes from a job that ran somebody’s code', () => {
  it('may leave where it changes ordinary files', () => {
    expect(asked(changed('src/a.js') + changed('docs/.github.md'), ['src/a.js', 'docs/.github.md'])).toBeNull();
    expect(asked(made('bin/run', '100755'), ['bin/run'])).toBeNull();
    expect(asked(changed('ops/agents.md'), ['ops/agents.md'])).toBeNull();
  });

  it.each<[string, string]>([
    ['.github/workflows/x.yml', 'rules'],
    ['.GitHub/Workflows/x.yml', 'rules'],
    ['.github/actions/x/action.yml', 'rules'],
    ['.agent/editor/role.md', 'rules'],
    ['ops/agents/editor/role.md', 'rules'],
    ['Ops/Agents/editor.yml', 'rules'],
    ['ops/agents', 'rules'],
    ['CODEOWNERS', 'rules'],
    ['.github/CODEOWNERS', 'rules'],
    ['docs/CodeOwners', 'rules'],
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
    expect(asked(changed('a') + changed('b'), ['a'])).toEqual({ is: 'another' });
    expect(asked(changed('a'), ['a', 'b'])).toEqual({ is: 'another' });
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
      return admit({ text, files: ['a'] }, { workflowFiles: false, configFile: 'crew.yml', agents: '.agent', isMerge });
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
