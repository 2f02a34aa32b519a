import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GitHubEvent } from '../../src/github/index.js';
import { askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { growBranch } from '../support/grow-branch.js';
import { inRepository, octokit, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
let events: GitHubEvent[];
let base: string;
let next: string;
beforeEach(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
  events = [];
  github.on('event', (event) => events.push(event));
  base = await tipOf('heads/main').then(String);
  next = await growBranch(bob(), { ...inRepository, branch: 'work', files: { 'a.txt': 'a' } });
});
afterEach(() => github.close());

const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));
const tipOf = (ref: string): Promise<string | null> =>
  bob()
    .git.getRef({ ...inRepository, ref })
    .then(({ data }) => data.object.sha)
    .catch(() => null);
const zeros = '0'.repeat(40);

type Update = { name: string; afterOid: string; beforeOid?: string; force?: boolean };

/** What the mutation answers: null, or the type of its first error. */
async function update(refUpdates: Update[], token = github.tokenFor({ user: 'bob' })): Promise<string | null> {
  const query = 'mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';
  const input = { repositoryId: github.repository('ann/shop').nodeId, refUpdates };
  const { errors } = await askRaw(github, query, { variables: { input }, token });
  return Array.isArray(errors) ? String(errors[0].type) : null;
}

describe('updateRefs', () => {
  it('creates, moves and deletes refs together, and tells of each', async () => {
    const done = await update([
      { name: 'refs/crew/board', beforeOid: zeros, afterOid: base },
      { name: 'refs/heads/main', beforeOid: base, afterOid: next },
      { name: 'refs/heads/work', afterOid: zeros },
    ]);
    expect(done).toBeNull();
    expect([await tipOf('crew/board'), await tipOf('heads/main'), await tipOf('heads/work')]).toEqual([
      base,
      next,
      null,
    ]);
    const pushed = events.filter(({ name }) => name === 'push').map(({ payload }) => payload.ref);
    expect(pushed.slice(-2)).toEqual(['refs/heads/main', 'refs/heads/work']);
  });

  it('moves none of them when one is not where it was thought to be', async () => {
    const refs = [
      { name: 'refs/crew/one', afterOid: next },
      { name: 'refs/heads/main', beforeOid: next, afterOid: next },
    ];
    expect(await update(refs)).toBe('UNPROCESSABLE');
    expect([await tipOf('crew/one'), await tipOf('heads/main')]).toEqual([null, base]);
  });

  it('lets one of two writers win who read the same snapshot', async () => {
    await update([{ name: 'refs/crew/board', afterOid: base }]);
    const write = () => update([{ name: 'refs/crew/board', beforeOid: base, afterOid: next, force: true }]);
    expect((await Promise.all([write(), write()])).sort()).toEqual(['UNPROCESSABLE', null]);
  });

  it('goes back in history only with force', async () => {
    await update([{ name: 'refs/heads/main', afterOid: next }]);
    expect(await update([{ name: 'refs/heads/main', afterOid: base }])).toBe('UNPROCESSABLE');
    expect(await update([{ name: 'refs/heads/main', afterOid: base, force: true }])).toBeNull();
    expect(await tipOf('heads/main')).toBe(base);
  });

  it('is refused to whoever may not write, and for workflow files to GITHUB_TOKEN', async () => {
    const update2 = [{ name: 'refs/crew/x', afterOid: base }];
    expect(await update(update2, github.tokenFor({ user: 'rex' }))).not.toBeNull();
    const reading = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'read' } });
    expect(await update(update2, reading)).toBe('FORBIDDEN');
    const writing = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'write' } });
    expect(await update(update2, writing)).toBeNull();
    const files = { '.github/workflows/x.yml': 'on: push' };
    const changed = await growBranch(bob(), { ...inRepository, branch: 'flows', files });
    expect(await update([{ name: 'refs/heads/main', afterOid: changed }], writing)).toBe('FORBIDDEN');
  });
});
