import { describe, expect, it } from '@jest/globals';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { textAfterDiff } from '../../../src/text/diff.js';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { mayHaveNotices, noticesOf } from '../../../src/workflows/fix/rules/publish-checks.js';
import { commitChange } from '../../../src/workflows/fix/rules/target.js';

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

const side = fc.array(fc.constantFrom('a', 'b', 'c', '', '-x', '+y', '@@ -1 +1 @@'), { maxLength: 30 });

describe('a file after a diff', () => {
  it('is what the diff was made of, for any two texts', () => {
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 4 }), (one, other, context) => {
        const [before, after] = [one, other].map((lines) => lines.map((line) => `${line}\n`).join('')) as [
          string,
          string,
        ];
        fc.pre(before !== after);
        const hunks = createTwoFilesPatch('a/f', 'b/f', before, after, '', '', { context }).replace(/^=+\n/, '');
        expect(textAfterDiff(`diff --git a/f b/f\n${hunks}`, 'f', before)).toBe(after);
      }),
    );
  });

  it('is none where it is deleted, or where the diff is of another file', () => {
    const gone = 'diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n';
    expect(textAfterDiff(gone, 'f', 'a\n')).toBeNull();
    expect(textAfterDiff(gone, 'g', 'a\n')).toBeNull();
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
