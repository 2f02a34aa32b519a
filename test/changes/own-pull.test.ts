import { describe, expect, it } from '@jest/globals';
import { mark } from '../../src/changes/marker.js';
import { branchOf, isByCrew, issueOfBranch, subjectOf } from '../../src/changes/own-pull.js';
import type { Pull } from '../../src/ports/index.js';

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

describe('the branch of an issue', () => {
  it.each([
    [branchOf(12, 1), 12],
    [branchOf(12, 3), 12],
    ['crew/issue-12-fix', null],
    ['topic', null],
  ])('%s belongs to %s', (branch, issue) => {
    expect(issueOfBranch(branch)).toBe(issue);
  });
});

describe('the subject of a number', () => {
  const subject = (found: Pull | null, writer?: string) =>
    subjectOf(40, 'ann/shop', { ...hub(writer), pulls: { read: async () => found } });

  it('is the issue of crew’s own pull request, and else the issue or pull request itself', async () => {
    expect(await subject(null)).toBe('issue-40');
    expect(await subject(pull({ author: CREW }))).toBe('issue-99');
    expect(await subject(pull())).toBe('pr-40');
    expect(await subject(pull({ author: CREW, head: { ...pull().head, repo: 'mallory/shop' } }))).toBe('pr-40');
  });
});
