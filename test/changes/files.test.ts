// Commits of approved texts on a new branch: once, whatever reply is lost, and never over somebody else's branch.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { applyChanges } from '../../src/changes/apply.js';
import type { FilesChange } from '../../src/ports/change.js';
import { mishaps, openPullShop, REPO } from '../adapters/github/pull-shop.js';

let environment: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  environment = await openPullShop({ files: { 'AGENTS.md': '# Rules\n' } });
});

let branches = 0;
async function change(): Promise<FilesChange> {
  const commit = (n: number) => ({
    message: `docs: rule ${n}\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n`,
    files: [{ path: 'AGENTS.md', text: `# Rules\n\n${'A rule.\n'.repeat(n)}` }],
  });
  branches += 1;
  return {
    kind: 'files',
    branch: `crew/improve-${branches}`,
    parent: await environment.tip('main'),
    commits: [commit(1), commit(2)],
  };
}

const apply = async (wanted: FilesChange) => {
  const github = environment.github();
  const [made] = await applyChanges([wanted], {
    target: { github, repo: REPO, outgoing: (text) => text },
    clock: environment.clock,
  });
  return made;
};

/** Messages from the branch's last commit down to the parent. */
async function messagesOn(branch: string, parent: string): Promise<readonly string[]> {
  const messages: string[] = [];
  for (let at = await environment.tip(branch); at !== parent; ) {
    const { data } = await environment.as('maya').git.getCommit({ owner: 'ann', repo: 'shop', commit_sha: at });
    messages.push(data.message.split('\n')[0] ?? '');
    at = data.parents[0]?.sha ?? parent;
  }
  return messages;
}

describe('commits of approved texts', () => {
  it('lie on a branch of their own, one on top of the other', async () => {
    const wanted = await change();
    const made = await apply(wanted);
    expect(made?.did).toBe('written');
    expect(await messagesOn(wanted.branch, wanted.parent)).toEqual(['docs: rule 2', 'docs: rule 1']);
    const [file] = await environment.github().branches.files(await environment.tip(wanted.branch), ['AGENTS.md']);
    expect(new TextDecoder().decode(file?.bytes ?? undefined)).toBe('# Rules\n\nA rule.\nA rule.\n');
  });

  it('are made once, also where the default branch has moved meanwhile', async () => {
    const wanted = await change();
    const first = await apply(wanted);
    await environment.push('main', { 'b.txt': `${branches}\n` });
    const again = await apply({ ...wanted, parent: await environment.tip('main') });
    expect(again).toMatchObject({ did: 'there', made: first?.made });
  });

  it.each(mishaps)('are made once where %s', async (_, fault) => {
    const wanted = await change();
    environment.embedded.faults.add({ ...fault, method: 'POST', path: '/git/refs$' });
    await apply(wanted);
    environment.embedded.faults.clear();
    expect(await messagesOn(wanted.branch, wanted.parent)).toEqual(['docs: rule 2', 'docs: rule 1']);
  });

  it('never move a branch that somebody else made', async () => {
    const wanted = await change();
    await environment.push(wanted.branch, { 'AGENTS.md': '# Mine\n' });
    const before = await environment.tip(wanted.branch);
    expect(await apply(wanted)).toMatchObject({ did: 'skipped' });
    expect(await environment.tip(wanted.branch)).toBe(before);
  });
});
