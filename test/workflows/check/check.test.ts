// The check crew/verify on the embedded GitHub: begun and concluded once, with what can go wrong in between.

import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import type { Fault } from 'github-sandbox';
import { growBranch } from 'github-sandbox/testing';
import { applyChanges } from '../../../src/changes/apply.js';
import type { Annotation } from '../../../src/ports/checks.js';
import { writeArtifact } from '../../../src/verify/artifact.js';
import {
  type CheckContext,
  type CheckTarget,
  concludeCheck,
  concludeEndedRun,
  startCheck,
} from '../../../src/workflows/check/index.js';
import { openShop, REPO, type Shop } from '../../build/shop.js';
import { BASE, failed, passed, proof, step } from '../../verify/proofs.js';

let environment: Shop;
let head = '';
let nth = 0;
beforeAll(async () => {
  environment = await openShop();
});
beforeEach(async () => {
  environment.embedded.faults.clear();
  nth += 1;
  head = await commit(`file-${nth}`);
});

/** One more commit, so that each test has one for itself. */
function commit(branch: string): Promise<string> {
  const auth = environment.embedded.tokenFor({ user: 'ann' });
  const ann = new Octokit({ baseUrl: environment.embedded.apiUrl, auth, log: silent });
  return growBranch(ann, { owner: 'ann', repo: 'shop', branch, files: { 'a.md': branch } });
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A job of Actions: a token with these permissions. */
function job(checks: 'read' | 'write' = 'write'): CheckContext {
  const permissions = { checks, pull_requests: 'read', contents: 'read', metadata: 'read' } as const;
  const github = environment.github({
    token: async () => environment.embedded.tokenFor({ workflow: REPO, permissions }),
  });
  const target = { github, repo: REPO, outgoing: (text: string) => text.replaceAll('hunter2', '[redacted: secret]') };
  return { checks: github.checks, apply: (changes) => applyChanges(changes, { target, clock: environment.clock }) };
}

const about = (more: Partial<CheckTarget> = {}): CheckTarget => ({
  head,
  name: `review-${nth}-1`,
  details: `https://github.example/${REPO}/actions/runs/${nth}`,
  lang: 'en',
  ...more,
});

const standing = () =>
  (environment.embedded.repository(REPO).checks.suites.get(head) ?? [])
    .flatMap(({ runs }) => runs)
    .map(({ name, status, conclusion, externalId }) => ({ name, status, conclusion, externalId }));

const worse = () => proof({ base: [step([passed('a')])], head: [step([failed('a', { message: 'hunter2' })])] });
const bytesOf = (made: ReturnType<typeof proof>) => writeArtifact({ ...made, run: about().name, head });
const left = (of: ReturnType<typeof proof> | null = worse(), result = 'success') => ({
  result,
  bytes: of && bytesOf(of),
  digest: undefined,
});
const subject = () => ({ head, base: BASE });
const over = (more: object = {}) => ({ run: { id: String(nth), attempt: '1' }, head, conclusion: 'success', ...more });

const concluded = { name: 'crew/verify', status: 'completed', conclusion: 'failure' };

describe('the check', () => {
  it('is begun once, however often the gate comes to it', async () => {
    await startCheck(job(), about());
    expect(await startCheck(job(), about())).toMatchObject({ did: 'there' });
    expect(standing()).toMatchObject([{ name: 'crew/verify', status: 'in_progress', externalId: about().name }]);
  });

  it('is concluded once; who comes later finds it, and changes nothing', async () => {
    await startCheck(job(), about());
    await concludeCheck(job(), about(), { commit: subject(), verifyJob: left() });
    const again = await concludeEndedRun(job(), about(), {
      endedRun: over({ conclusion: 'failure' }),
      verifyJob: left(null, 'failure'),
    });
    expect(again?.applied).toMatchObject({ did: 'skipped', why: 'it was concluded already' });
    expect(standing()).toMatchObject([concluded]);
  });

  it('is begun and concluded at once where the gate could only read', async () => {
    expect(await startCheck(job('read'), about())).toBeNull();
    expect(standing()).toEqual([]);
    await concludeEndedRun(job(), about(), { endedRun: over(), verifyJob: left() });
    expect(standing()).toMatchObject([concluded]);
  });

  it('of a run that is run again is another one: GitHub counts the newest', async () => {
    await startCheck(job(), about());
    await concludeCheck(job(), about(), { commit: subject(), verifyJob: left(null, 'failure') });
    await startCheck(job(), about({ name: `review-${nth}-2` }));
    expect(standing().map(({ conclusion }) => conclusion)).toEqual(['neutral', null]);
  });

  it('of another App is none of ours, whatever it is called', async () => {
    const { thread: _, ...github } = environment.github({ token: async () => app() });
    await github.checks.create({
      head,
      name: 'crew/verify',
      externalId: about().name,
      details: '',
      title: 't',
      summary: 's',
    });
    await startCheck(job(), about());
    expect(standing()).toHaveLength(2);
  });

  it('says nothing that must not leave', async () => {
    await concludeEndedRun(job(), about(), { endedRun: over(), verifyJob: left() });
    const [check] = (environment.embedded.repository(REPO).checks.suites.get(head) ?? []).flatMap(({ runs }) => runs);
    expect(check?.summary).toContain('[redacted: secret]');
    expect(check?.summary).not.toContain('hunter2');
  });
});

const app = () => {
  const permissions = { checks: 'write', metadata: 'read' } as const;
  return environment.embedded.tokenFor({ app: 'crew', on: 'ann', permissions });
};

const post: Pick<Fault, 'method' | 'path'> = { method: 'POST', path: '/check-runs$' };
const patch: Pick<Fault, 'method' | 'path'> = { method: 'PATCH', path: '/check-runs/' };

describe('with a line that breaks', () => {
  it.each<[string, Fault[]]>([
    ['the reply to its making was lost', [{ kind: 'drop', when: 'after', ...post }]],
    ['two replies to its making were lost', [{ kind: 'drop', when: 'after', times: 2, ...post }]],
    ['its making was lost', [{ kind: 'drop', when: 'before', ...post }]],
    ['its making was answered 502, though it was done', [{ kind: 'status', status: 502, when: 'after', ...post }]],
    ['the reply to its end was lost', [{ kind: 'drop', when: 'after', ...patch }]],
    ['its end was lost', [{ kind: 'drop', when: 'before', ...patch }]],
    [
      'looks are half a minute behind',
      [
        { kind: 'stale', method: 'GET', forMs: 30_000 },
        { kind: 'drop', when: 'after', ...post },
      ],
    ],
  ])('there is one, concluded, when %s', async (_, faults) => {
    for (const fault of faults) environment.embedded.faults.add(fault);
    await concludeEndedRun(job(), about(), { endedRun: over(), verifyJob: left() });
    environment.embedded.faults.clear();
    const [first, ...doubles] = standing();
    expect(first).toMatchObject(concluded);
    // What came about twice cannot be removed; nobody waits for it under its other name.
    for (const double of doubles)
      expect(double).toMatchObject({ name: 'crew/verify (made twice)', status: 'completed' });
  });

  it('two that were begun at once leave one that counts when it is concluded', async () => {
    const opened = { head, name: 'crew/verify', externalId: about().name, details: '', title: 't', summary: 's' };
    for (let n = 0; n < 2; n += 1) await job().checks.create(opened);
    await concludeCheck(job(), about(), { commit: subject(), verifyJob: left() });
    expect(standing()).toMatchObject([concluded, { name: 'crew/verify (made twice)', status: 'completed' }]);
  });
});

describe('annotations', () => {
  const some = (count: number): readonly Annotation[] =>
    Array.from({ length: count }, (_, n) => ({
      path: 'a.js',
      line: n + 1,
      level: 'failure',
      title: 't',
      message: 'm',
    }));
  const sent: number[] = [];
  beforeAll(() => {
    environment.embedded.observe(({ method, requestBody }) => {
      if (method !== 'PATCH') return;
      const { output = {} } = JSON.parse(requestBody.toString()) as { output?: { annotations?: unknown[] } };
      sent.push(output.annotations?.length ?? 0);
    });
  });
  beforeEach(() => {
    sent.length = 0;
  });
  const page = { title: 't', summary: 's', conclusion: 'failure' } as const;
  const opened = () => ({ head, name: 'crew/verify', externalId: 'x', details: '', title: 't', summary: 's' });

  it('go fifty at a time, and the verdict goes with the last', async () => {
    const { checks } = job();
    const check = await checks.create(opened());
    await checks.conclude(check, { ...page, annotations: some(120) });
    expect(sent).toEqual([50, 50, 20]);
    expect(standing()).toMatchObject([concluded]);
  });

  it('go on where an earlier try had stopped', async () => {
    const { checks } = job();
    const check = await checks.create(opened());
    await checks.conclude({ ...check, annotationCount: 50 }, { ...page, annotations: some(120) });
    expect(sent).toEqual([50, 20]);
  });

  it('that GitHub does not take keep the verdict from nobody', async () => {
    const { checks } = job();
    const check = await checks.create(opened());
    environment.embedded.faults.add({ kind: 'status', status: 422, when: 'before', ...patch });
    await checks.conclude(check, { ...page, annotations: some(3) });
    expect(standing()).toMatchObject([concluded]);
  });

  it('of a check that is made when all is known go with it, in one request', async () => {
    const { checks } = job();
    const check = await checks.create({ ...opened(), end: { ...page, annotations: some(50) } });
    expect(check).toMatchObject({ conclusion: 'failure', annotationCount: 50 });
    expect(sent).toEqual([]);
    expect(standing()).toMatchObject([concluded]);
  });

  it('of such a check that are too many for one request come after it, and the verdict with the last', async () => {
    const { checks } = job();
    await checks.create({ ...opened(), end: { ...page, annotations: some(51) } });
    expect(sent).toEqual([50, 1]);
    expect(standing()).toMatchObject([concluded]);
  });

  it('of such a check that GitHub does not take leave it whole, and once', async () => {
    const { checks } = job();
    environment.embedded.faults.add({
      kind: 'status',
      status: 422,
      when: 'before',
      method: 'POST',
      path: '/check-runs$',
    });
    const check = await checks.create({ ...opened(), end: { ...page, annotations: some(3) } });
    expect(check).toMatchObject({ conclusion: 'failure', annotationCount: 0 });
    expect(standing()).toMatchObject([concluded]);
  });
});
