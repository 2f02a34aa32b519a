import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
});
afterAll(() => github.close());

const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));

describe('a tree made of another', () => {
  it('has no file less that was not there: that is refused', async () => {
    const { data } = await bob().repos.getBranch({ ...inRepository, branch: 'main' });
    const gone = { path: 'src/none.js', mode: '100644', type: 'blob', sha: null } as const;
    const making = bob().git.createTree({ ...inRepository, base_tree: data.commit.sha, tree: [gone] });
    expect(await refusal(making)).toMatchObject({ status: 422, message: 'GitRPC::BadObjectState' });
    const there = { ...gone, path: 'src/cart.js' };
    const made = await bob().git.createTree({ ...inRepository, base_tree: data.commit.sha, tree: [there] });
    expect(made.data.tree.map(({ path }) => path)).toEqual(['README.md']);
  });
});

describe('a file of a commit, for GraphQL', () => {
  it('is found by its path with mode and text; one that is not there is an error beside what is', async () => {
    const query = `{ repository(owner: "ann", name: "shop") { object(expression: "main") { ... on Commit {
      top: file(path: "README.md") { ...entry } deep: file(path: "src/cart.js") { ...entry }
      folder: file(path: "src") { type } none: file(path: "src/none.js") { ...entry }
    } } } } fragment entry on TreeEntry { path name mode type object { ... on Blob { text } } }`;
    const { data, errors } = await askRaw(github, query, { token: github.tokenFor({ user: 'bob' }) });
    expect(Object(data).repository.object).toEqual({
      top: { path: 'README.md', name: 'README.md', mode: 0o100644, type: 'blob', object: { text: '# Shop\n' } },
      deep: expect.objectContaining({ path: 'src/cart.js', name: 'cart.js' }),
      folder: { type: 'tree' },
      none: null,
    });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', path: ['repository', 'object', 'none'] }]);
  });
});
