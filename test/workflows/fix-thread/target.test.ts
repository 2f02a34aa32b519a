import { describe, expect, it } from '@jest/globals';
import { mark } from '../../../src/core/marker.js';
import type { Pull } from '../../../src/ports.js';
import { isByCrew } from '../../../src/workflows/fix/aim.js';
import { targetOn } from '../../../src/workflows/fix/rules/target.js';

const CREW = { login: 'crew[bot]', id: 7 };
const ANN = { login: 'ann', id: 1 };

const pull = (of: Partial<Pull> = {}): Pull => ({
  ...{ number: 12, url: 'https://github.test/ann/shop/pull/12', state: 'open', draft: false },
  ...{ title: 'add', body: 'Mine.', author: ANN },
  head: { repo: 'ann/shop', branch: 'crew/issue-99', sha: 'a'.repeat(40) },
  base: { branch: 'main', sha: 'b'.repeat(40) },
  ...of,
});

/** Crew among them, and who wrote the commit that the branch ends with. */
const hub = (writer: string | null = ANN.login) => ({
  people: { me: async () => CREW },
  branches: {
    read: async (sha: string) => ({ sha, tree: 'c'.repeat(40), verified: true, parents: [], author: writer }),
  },
});

describe('a pull request is crew’s own', () => {
  it('by its marker, whoever crew is by now', async () => {
    const body = mark('What was done.', { slot: 'pull', place: 'ann/shop:crew/issue-99' });
    expect(await isByCrew(hub(), pull({ body, author: { login: 'github-actions[bot]', id: 3 } }))).toBe(true);
  });

  it('by who opened it, also when somebody wrote its words anew', async () => {
    expect(await isByCrew(hub(), pull({ author: CREW }))).toBe(true);
  });

  it('by its commit, where a person had to open it by hand', async () => {
    expect(await isByCrew(hub(CREW.login), pull())).toBe(true);
  });

  it('and not by the name of its branch, which is free to everybody', async () => {
    expect(await isByCrew(hub(), pull())).toBe(false);
    expect(await isByCrew(hub(null), pull())).toBe(false);
  });

  it('and not on another branch, whoever wrote what there', async () => {
    const head = { ...pull().head, branch: 'topic' };
    expect(await isByCrew(hub(CREW.login), pull({ head, author: CREW }))).toBe(false);
  });
});

describe('what a fix does on a pull request', () => {
  const how = (of: { isCrews: boolean; mayCommit: boolean }, repo = 'ann/shop') =>
    targetOn(pull({ head: { ...pull().head, repo } }), { repo: 'ann/shop', ...of });

  it('is a commit on crew’s own', () => {
    expect(how({ isCrews: true, mayCommit: false })).toMatchObject({ how: 'branch', pull: { isCrews: true } });
  });

  it('is a suggestion on a person’s, where nothing else is allowed', () => {
    expect(how({ isCrews: false, mayCommit: false })).toMatchObject({ how: 'suggest', pull: { isCrews: false } });
    expect(how({ isCrews: false, mayCommit: true })).toMatchObject({ how: 'branch', pull: { isCrews: false } });
  });

  it('is a patch where nothing can be written', () => {
    expect(how({ isCrews: true, mayCommit: true }, 'mallory/shop')).toMatchObject({
      how: 'patch',
      pull: { isCrews: false },
    });
  });
});
