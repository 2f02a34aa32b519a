// What of a change is looked at first, where there is more than anybody looks at.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readChange, readersAt, tamperingIn } from '../../src/services/read-change.js';
import { newFolder } from '../build/folder.js';

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org', ...args], { cwd: root })
    .toString()
    .trim();

/** A commit with these files in a repository of its own, on top of an empty one. */
async function committed(files: Readonly<Record<string, string>>) {
  const root = await newFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=one');
  const base = git(root, 'rev-parse', 'HEAD');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=two');
  return { root, base, head: git(root, 'rev-parse', 'HEAD') };
}

describe('a change of thousands of files', () => {
  it('is looked at where it is under test before what tests are only fed with', async () => {
    const fixtures = Array.from({ length: 2100 }, (_, n) => [`test/fixtures/${n}.txt`, `${n}\n`] as const);
    const detects = 'export const isTested = process.env.JEST_WORKER_ID !== undefined;\n';
    const { root, base, head } = await committed({ ...Object.fromEntries(fixtures), 'zoo/sum.js': detects });
    const entries = await readChange(root, { base, head });
    expect(entries).toHaveLength(2101);
    expect(await tamperingIn(root, { base, head }, entries)).toMatchObject([
      { file: 'zoo/sum.js', line: 1, kind: 'test-detection', because: [{ says: 'asks-for-runner' }] },
    ]);
  });
});

describe('who may read words', () => {
  it('is a test or a manifest, as the commit has it; a program is known to read none', async () => {
    const files = {
      'package.json': '{"name":"a manifest"}\n',
      'setup.py': '# how it is installed\n',
      'test/words.test.js': '// a test\n',
      'src/words.js': '// a program\n',
      'README.md': '# Words\n',
    };
    const { root, head } = await committed(files);
    writeFileSync(path.join(root, 'test/words.test.js'), '// not committed\n');
    expect([...(await readersAt(root, head))].sort()).toEqual([
      '# how it is installed\n',
      '// a test\n',
      '{"name":"a manifest"}\n',
    ]);
  });
});
