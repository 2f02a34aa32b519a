import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../../src/runs/outcome.js';
import type { CheckEnding } from '../../../src/view/check/index.js';
import { changedCheckFiles, conclusionOf, isTrusted, outcomeOf } from '../../../src/workflows/check/rules/check-run.js';
import { commitToVerify, endedCheckRunOf } from '../../../src/workflows/check/rules/events.js';
import { BASE, bent, document, failed, HEAD, passed, proof, step } from '../../verify/proofs.js';

const pull = (action: string, more: object = {}) => ({
  action,
  pull_request: { number: 7, head: { sha: HEAD }, base: { sha: BASE }, ...more },
});

describe('what an event asks to be verified', () => {
  it.each(['opened', 'synchronize', 'reopened', 'ready_for_review'])(
    'a pull request that was %s: its head',
    (action) => {
      expect(commitToVerify('pull_request', pull(action))).toEqual({ head: HEAD, base: BASE, pull: 7 });
    },
  );

  it('a pull request that has another base now: its head, against that one', () => {
    const edited = { ...pull('edited'), changes: { base: { ref: { from: 'main' }, sha: { from: HEAD } } } };
    expect(commitToVerify('pull_request', edited)).toEqual({ head: HEAD, base: BASE, pull: 7 });
  });

  it('a group that waits to be merged: the head of the group', () => {
    const group = { head_sha: HEAD, base_sha: BASE };
    expect(commitToVerify('merge_group', { action: 'checks_requested', merge_group: group })).toEqual({
      head: HEAD,
      base: BASE,
    });
  });

  it.each([
    ['pull_request', pull('labeled')],
    ['pull_request', pull('closed')],
    ['pull_request', pull('edited')],
    ['pull_request', { ...pull('edited'), changes: { title: { from: 'Sums' } } }],
    ['pull_request', pull('opened', { head: { sha: 'main; rm -rf /' } })],
    ['pull_request', pull('opened', { number: '7' })],
    ['merge_group', { action: 'destroyed', merge_group: { head_sha: HEAD, base_sha: BASE } }],
    ['issue_comment', pull('opened')],
    ['pull_request', null],
  ])('nothing: %s %j', (name, payload) => expect(commitToVerify(name, payload)).toBeNull());
});

const over = (more: object = {}) => ({
  action: 'completed',
  repository: { full_name: 'ann/shop' },
  workflow_run: {
    id: 77,
    run_attempt: 2,
    event: 'pull_request',
    head_sha: HEAD,
    head_branch: 'patch',
    head_repository: { full_name: 'ann/shop' },
    conclusion: 'success',
    ...more,
  },
});

describe('a run that is over', () => {
  it('is known by its id and its attempt', () => {
    expect(endedCheckRunOf(over())).toEqual({
      run: { id: '77', attempt: '2' },
      head: HEAD,
      conclusion: 'success',
      fork: undefined,
    });
  });

  it.each([
    [{ full_name: 'sam/shop' }, { owner: 'sam', branch: 'patch' }],
    [null, { owner: '', branch: 'patch' }],
  ])('from %j is from elsewhere', (head_repository, fork) => {
    expect(endedCheckRunOf(over({ head_repository }))).toMatchObject({ fork });
  });

  it.each([
    [{ event: 'issue_comment' }],
    [{ head_sha: 'x' }],
    // Somebody has to let it begin: that is no verdict, not even an empty one.
    [{ conclusion: 'action_required' }],
    [{ conclusion: 'skipped' }],
  ])('has no check: %j', (more) => expect(endedCheckRunOf(over(more))).toBeNull());
});

const green = [step([passed('a')])];
const red = [step([failed('a')])];
const broken = step(undefined, { status: 'INFRA_ERROR', exit: 127, reason: { is: 'no-tool', name: 'go' } });
const told = (sides: Parameters<typeof proof>[0]): CheckEnding => ({ is: 'told', document: proof(sides) });

describe('the conclusion', () => {
  it.each<[string, CheckEnding, string]>([
    ['nothing broke', told({ base: green, head: green }), 'success'],
    ['something was fixed', told({ base: red, head: green }), 'success'],
    ['what fails failed before', told({ base: red, head: red }), 'success'],
    ['something broke', told({ base: green, head: red }), 'failure'],
    ['a test is gone', told({ base: green, head: [step([passed('b is another one')])] }), 'neutral'],
    ['no tool for it', told({ base: green, head: [...green, broken] }), 'neutral'],
    ['nothing was found to run', told({ base: [], head: [] }), 'neutral'],
    ['its judges were bent', told({ base: green, head: green, tamper: [bent('blocks')] }), 'failure'],
    ['a person should look', told({ base: green, head: green, tamper: [bent('ask')] }), 'neutral'],
    ['it broke, and a person should look', told({ base: green, head: red, tamper: [bent('ask')] }), 'failure'],
    [
      'documentation alone',
      { is: 'told', document: document({ is: 'nothing', files: ['README.md'], total: 1 }) },
      'success',
    ],
    [
      'it could not be begun',
      { is: 'told', document: document({ is: 'unable', expected: 'a', found: 'b', remedy: 'c' }) },
      'neutral',
    ],
    ['a fault of crew', { is: 'told', document: document({ is: 'fault', id: '1234' }) }, 'neutral'],
    ['a newer commit', { is: 'superseded', by: BASE }, 'cancelled'],
    ['cancelled', { is: 'cancelled' }, 'cancelled'],
    ['the job died', { is: 'died' }, 'neutral'],
    ['a document of another commit', { is: 'unusable', flaw: 'another commit' }, 'neutral'],
    ['it changes its own workflows', { is: 'unjudged', files: ['.github/workflows/crew.yml'] }, 'failure'],
    ['it cannot be told whether it does', { is: 'unjudged', files: null }, 'failure'],
  ])('%s', (_, ending, conclusion) => {
    expect(conclusionOf(ending)).toBe(conclusion);
    expect(outcomes[outcomeOf(ending)].conclusion).toBe(conclusion);
  });
});

describe('a pull request from elsewhere', () => {
  it('is judged when it leaves alone what checks it', () => {
    expect(
      isTrusted(changedCheckFiles(['src/a.js', 'docs/.github/workflows/x.yml', '.github/ISSUE_TEMPLATE.md'])),
    ).toBe(true);
  });

  it.each([
    [['.github/workflows/crew.yml', 'src/a.js'], ['.github/workflows/crew.yml']],
    [['.github/actions/test/action.yml'], ['.github/actions/test/action.yml']],
    [null, null],
  ])('is not judged: %j', (changed, judges) => {
    expect(changedCheckFiles(changed)).toEqual(judges);
    expect(isTrusted(judges)).toBe(false);
  });
});
