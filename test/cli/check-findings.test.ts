import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkFindings } from '../../src/cli/commands/doctor.js';
import { ROOT } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

/** A repository with the templates, changed where it is said. */
async function repository(change: Readonly<Record<string, ((text: string) => string) | null>> = {}): Promise<string> {
  const root = await newFolder();
  const folder = path.join(root, '.github/workflows');
  await mkdir(folder, { recursive: true });
  for (const name of ['crew-verify.yml', 'crew-settle.yml']) {
    const to = change[name];
    if (to === null) continue;
    await cp(path.join(ROOT, 'templates/workflows', name), path.join(folder, name));
    if (to) await writeFile(path.join(folder, name), to(await readFile(path.join(folder, name), 'utf8')));
  }
  return root;
}

describe('what crew doctor says of the check', () => {
  it('is content with the templates as they are', async () => {
    expect(checkFindings(await repository(), true)).toMatchObject([{ is: 'there', found: 'on every pull request' }]);
  });

  it('says that it is off, where it is', async () => {
    expect(checkFindings(await newFolder(), false)).toMatchObject([
      { is: 'there', found: expect.stringContaining('off') },
    ]);
  });

  it.each([
    ['no workflow at all', { 'crew-verify.yml': null, 'crew-settle.yml': null }, ['does not start on pull_request']],
    [
      'no pull_request',
      { 'crew-verify.yml': (text: string) => text.replace('  pull_request:\n', '  release:\n') },
      ['does not start on pull_request'],
    ],
    [
      'no merge_group',
      { 'crew-verify.yml': (text: string) => text.replace('  merge_group:\n', '  release:\n') },
      ['does not start on merge_group'],
    ],
    [
      'no workflow that concludes checks of forks',
      { 'crew-settle.yml': null },
      ['no .github/workflows/crew-settle.yml'],
    ],
    [
      'another name',
      { 'crew-verify.yml': (text: string) => text.replace('name: crew-verify\n', 'name: boat\n') },
      ['does not wait for the workflow "boat"'],
    ],
    ['a torn file', { 'crew-settle.yml': () => 'on: [' }, ['no .github/workflows/crew-settle.yml']],
  ])('names what is missing: %s', async (_, change, says) => {
    const found = checkFindings(await repository(change), true);
    expect(found).toMatchObject(
      says.map((each) => ({ is: 'limited', found: expect.stringContaining(each), remedy: expect.any(String) })),
    );
  });
});
