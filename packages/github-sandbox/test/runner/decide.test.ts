import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenPermissions } from '../../src/actions/runner-host.js';
import { EMPTY_GROUP, enter, type Group, leave } from '../../src/runner/decide/concurrency.js';
import { matchesEvent, matchesFilter } from '../../src/runner/decide/matches-event.js';
import { expandMatrix, matrixJobName } from '../../src/runner/decide/matrix.js';
import {
  DEFAULT_PERMISSIONS,
  readOnlyPermissions,
  readPermissions,
  requestedPermissions,
  scopesBeyondCaller,
} from '../../src/runner/decide/permissions.js';
import { placeOfEvent } from '../../src/runner/decide/place-of-event.js';
import { jobStatusFunctions, mergedConclusion, stepStatusFunctions } from '../../src/runner/decide/status-functions.js';
import type { Template } from '../../src/runner/expressions/template.js';
import type { JsonObject } from '../../src/runner/json.js';
import type { Conclusion } from '../../src/runner/model.js';
import { parseWorkflow } from '../../src/runner/parse/parse-workflow.js';

async function starts(on: string, event: { name: string; ref?: string; payload?: JsonObject }): Promise<boolean> {
  const workflow = await parseWorkflow('w.yml', `on: ${on}\njobs:\n  a:\n    runs-on: x\n    steps: [{ uses: ./a }]\n`);
  expect(workflow.problems).toEqual([]);
  return matchesEvent(workflow.on, { repo: 'o/r', actor: 'mona', payload: {}, ...event });
}

describe('an event starts a workflow', () => {
  it.each([
    ['{ issues: { types: [labeled] } }', 'issues', { action: 'labeled' }, true],
    ['{ issues: { types: [labeled] } }', 'issues', { action: 'opened' }, false],
    ['issues', 'issues', { action: 'whatever' }, true],
    ['pull_request', 'pull_request', { action: 'synchronize' }, true],
    ['pull_request', 'pull_request', { action: 'labeled' }, false],
    [
      '{ pull_request: { branches: [main] } }',
      'pull_request',
      { action: 'opened', pull_request: { base: { ref: 'main' } } },
      true,
    ],
    [
      '{ pull_request: { branches: [main] } }',
      'pull_request',
      { action: 'opened', pull_request: { base: { ref: 'dev' } } },
      false,
    ],
    [
      '{ merge_group: { types: [checks_requested] } }',
      'merge_group',
      { action: 'checks_requested', merge_group: { base_ref: 'refs/heads/main' } },
      true,
    ],
    ['{ repository_dispatch: { types: [crew-run] } }', 'repository_dispatch', { action: 'crew-run' }, true],
    ['{ repository_dispatch: { types: [crew-run] } }', 'repository_dispatch', { action: 'other' }, false],
    [
      '{ workflow_run: { workflows: [CI], types: [completed] } }',
      'workflow_run',
      { action: 'completed', workflow: { name: 'CI' } },
      true,
    ],
    [
      '{ workflow_run: { workflows: [CI], types: [completed] } }',
      'workflow_run',
      { action: 'completed', workflow: { name: 'Docs' } },
      false,
    ],
  ])('on: %s, %s %j: %s', async (on, name, payload, expected) => {
    expect(await starts(on, { name, payload })).toBe(expected);
  });

  it.each([
    ['push', 'refs/heads/topic', true],
    ['push', 'refs/tags/v1', true],
    ['{ push: { branches: [main, "release/**"] } }', 'refs/heads/release/1/2', true],
    ['{ push: { branches: [main] } }', 'refs/heads/topic', false],
    ['{ push: { branches: [main] } }', 'refs/tags/v1', false],
    ['{ push: { branches-ignore: ["crew/**"] } }', 'refs/heads/crew/issue-1', false],
    ['{ push: { tags: ["v*"] } }', 'refs/tags/v1', true],
    ['{ push: { tags: ["v*"] } }', 'refs/heads/v1', false],
  ])('on: %s, %s: %s', async (on, ref, expected) => {
    expect(await starts(on, { name: 'push', ref })).toBe(expected);
  });
});

describe('a filter pattern', () => {
  it.each([
    [['*'], 'main', true],
    [['*'], 'a/b', false],
    [['**'], 'a/b', true],
    [['feature/*'], 'feature/a', true],
    [['v[12].[0-9]+'], 'v1.10', true],
    [['colou?r'], 'color', true],
    [['**', '!crew/**'], 'crew/x', false],
    [['**', '!crew/**', 'crew/keep'], 'crew/keep', true],
    [['a.b'], 'axb', false],
  ])('%j and %s: %s', (patterns, name, expected) => {
    expect(matchesFilter(patterns, name)).toBe(expected);
  });
});

describe('the place of an event', () => {
  const place = (name: string, payload: JsonObject): { ref: string; sha: string | undefined } =>
    placeOfEvent({ name, repo: 'o/r', actor: 'm', payload }, 'main');

  it('of a merge group is its own branch', () => {
    expect(
      place('merge_group', { merge_group: { head_ref: 'refs/heads/gh-readonly-queue/main/pr-1', head_sha: 'abc' } }),
    ).toMatchObject({
      ref: 'refs/heads/gh-readonly-queue/main/pr-1',
      sha: 'abc',
    });
  });

  it('of a pull request without a merge is its head', () => {
    expect(
      place('pull_request', { pull_request: { number: 3, merge_commit_sha: null, head: { sha: 'def', ref: 't' } } }),
    ).toMatchObject({
      ref: 'refs/pull/3/merge',
      sha: 'def',
    });
  });

  it('of a comment is the default branch, whatever the pull request under it holds', () => {
    expect(place('issue_comment', { issue: { pull_request: {} } })).toMatchObject({
      ref: 'refs/heads/main',
      sha: undefined,
    });
  });
});

const plain = { cancelInProgress: false, queue: 'single' as const };

describe('a concurrency group', () => {
  it('lets the first one start', () => {
    expect(enter(EMPTY_GROUP, { id: 'a', ...plain })).toEqual({
      group: { running: 'a', pending: [] },
      starts: true,
      cancels: [],
    });
  });

  it('lets one wait, and a newer one take its place', () => {
    const busy: Group = { running: 'a', pending: ['b'] };
    expect(enter(busy, { id: 'c', ...plain })).toEqual({
      group: { running: 'a', pending: ['c'] },
      starts: false,
      cancels: ['b'],
    });
  });

  it('with cancel-in-progress puts out the one that runs as well', () => {
    const busy: Group = { running: 'a', pending: ['b'] };
    expect(enter(busy, { id: 'c', queue: 'single', cancelInProgress: true }).cancels).toEqual(['b', 'a']);
  });

  it('with queue: max cancels no run until a hundred wait', () => {
    const pending = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const queued = { cancelInProgress: false, queue: 'max' as const };
    expect(enter({ running: 'a', pending: pending.slice(1) }, { id: 'z', ...queued }).cancels).toEqual([]);
    expect(enter({ running: 'a', pending }, { id: 'z', ...queued }).cancels).toEqual(['z']);
  });

  it('never has two running, never loses one without saying so, and ends free', () => {
    const arrivals = fc.array(
      fc.record({ queue: fc.constantFrom('single' as const, 'max' as const), leaves: fc.boolean() }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(arrivals, (list) => {
        let group = EMPTY_GROUP;
        const received = new Set<string>();
        const ran = new Set<string>();
        const end = (): void => {
          if (group.running === null) return;
          const left = leave(group, group.running);
          group = left.group;
          if (left.starts !== null) ran.add(left.starts);
        };
        list.forEach(({ queue, leaves }, index) => {
          const entered = enter(group, { id: `e${index}`, cancelInProgress: false, queue });
          group = entered.group;
          if (entered.starts) ran.add(`e${index}`);
          for (const id of entered.cancels) received.add(id);
          if (leaves) end();
        });
        while (group.running !== null) end();
        for (const id of list.keys()) expect(ran.has(`e${id}`) !== received.has(`e${id}`)).toBe(true);
      }),
    );
  });
});

describe('a matrix', () => {
  it("follows the example of GitHub's documentation", () => {
    const legs = expandMatrix({
      fruit: ['apple', 'pear'],
      animal: ['cat', 'dog'],
      include: [
        { color: 'green' },
        { color: 'pink', animal: 'cat' },
        { fruit: 'apple', shape: 'circle' },
        { fruit: 'banana' },
        { fruit: 'banana', animal: 'cat' },
      ],
    });
    expect(legs).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ]);
  });

  it('may consist of include alone', () => {
    expect(expandMatrix({ include: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('has as many legs as its axes multiply to, all different', () => {
    const axis = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(axis, axis, axis, (a, b, c) => {
        const legs = expandMatrix({ a, b, c });
        expect(new Set(legs.map((leg) => JSON.stringify(leg))).size).toBe(a.length * b.length * c.length);
      }),
    );
  });

  it.each([
    [{ a: [] }, 'the matrix is empty'],
    [{ a: 'x' }, "the matrix axis 'a' must be a list"],
    [{ a: Array.from({ length: 257 }, (_, index) => index) }, 'the matrix makes 257 jobs, more than 256'],
    ['x', 'the matrix must be a mapping'],
  ])('is refused when it cannot be one (%#)', (matrix, sentence) => {
    expect(() => expandMatrix(matrix)).toThrow(sentence);
  });

  it('names its legs by their values', () => {
    expect(matrixJobName('test', { node: 20, os: { name: 'linux', arch: 'arm' } })).toBe('test (20, linux, arm)');
    expect(matrixJobName('test', {})).toBe('test');
  });
});

const block = (scopes: Record<string, string>): Template => ({ kind: 'mapping', entries: Object.entries(scopes) });
const level = fc.constantFrom('none', 'read', 'write');
const scopes = fc.dictionary(fc.constantFrom('actions', 'checks', 'contents', 'issues', 'pull-requests'), level);

describe('permissions', () => {
  it('are reading the code where no file says anything', () => {
    const granted = Object.entries(DEFAULT_PERMISSIONS).filter(([, access]) => access !== 'none');
    expect(Object.fromEntries(granted)).toEqual({ contents: 'read', packages: 'read', metadata: 'read' });
  });

  it('that name one scope take away the others', () => {
    expect(readPermissions(block({ issues: 'write' }))).toMatchObject({
      issues: 'write',
      contents: 'none',
      metadata: 'read',
    });
  });

  it('read-all reads everything and vouches for no identity; write-all does', () => {
    expect(readPermissions('read-all')).toMatchObject({ contents: 'read', 'id-token': 'none' });
    expect(readPermissions('write-all')).toMatchObject({ contents: 'write', 'id-token': 'write', models: 'read' });
  });

  it('come from the job, else the workflow, else the caller', () => {
    const layers = {
      job: block({ issues: 'read' }),
      workflow: block({ issues: 'write' }),
      callerPermissions: readPermissions('write-all'),
    };
    expect(requestedPermissions(layers).issues).toBe('read');
    expect(requestedPermissions({ ...layers, job: undefined }).contents).toBe('none');
    expect(requestedPermissions({ ...layers, job: undefined, workflow: undefined }).contents).toBe('write');
  });

  it('raise nothing exactly when each scope is at most what the caller has', () => {
    const rank = ['none', 'read', 'write'];
    fc.assert(
      fc.property(scopes, scopes, (asked, allowed) => {
        const raised = scopesBeyondCaller(readPermissions(block(asked)), readPermissions(block(allowed)));
        const expected = Object.entries(asked).filter(
          ([scope, access]) => rank.indexOf(access) > rank.indexOf(allowed[scope] ?? 'none'),
        );
        expect(raised.map(({ scope }) => scope).sort()).toEqual(expected.map(([scope]) => scope).sort());
      }),
    );
  });

  it('of strangers never write', () => {
    fc.assert(
      fc.property(
        scopes,
        (asked) => !Object.values(readOnlyPermissions(readPermissions(block(asked)))).includes('write'),
      ),
    );
  });
});

const received = (before: Record<string, Conclusion>, cancelled = false): Record<string, unknown> =>
  Object.fromEntries(Object.entries(jobStatusFunctions({ before, cancelled })).map(([name, call]) => [name, call()]));

describe('the status of jobs', () => {
  it.each([
    [{}, { success: true, failure: false, cancelled: false, always: true }],
    [
      { a: 'success', b: 'success' },
      { success: true, failure: false },
    ],
    [
      { a: 'success', b: 'failure' },
      { success: false, failure: true },
    ],
    [{ a: 'skipped' }, { success: false, failure: false }],
  ] as [Record<string, Conclusion>, Record<string, boolean>][])('after %j', (before, expected) => {
    expect(received(before)).toMatchObject(expected);
  });

  it('after a cancellation is neither success nor failure', () => {
    expect(received({ a: 'failure' }, true)).toEqual({ always: true, cancelled: true, failure: false, success: false });
  });

  it('can be asked of single jobs', () => {
    const { success } = jobStatusFunctions({ before: { a: 'success', b: 'failure' }, cancelled: false });
    expect([success?.('a'), success?.('b')]).toEqual([true, false]);
  });
});

describe('the status of steps', () => {
  it.each(['success', 'failure', 'cancelled'] as const)('is the job as it stands: %s', (status) => {
    const functions = stepStatusFunctions(status);
    expect(['success', 'failure', 'cancelled'].filter((name) => functions[name]?.())).toEqual([status]);
  });
});

describe('the result of several jobs', () => {
  it.each([
    [['success', 'skipped'], 'success'],
    [['success', 'cancelled'], 'cancelled'],
    [['cancelled', 'failure'], 'failure'],
    [['skipped'], 'skipped'],
  ] as [Conclusion[], Conclusion][])('%j is %s', (conclusions, expected) => {
    expect(mergedConclusion(conclusions)).toBe(expected);
  });
});

describe("a job's permissions as its token has them", () => {
  it('are spelled as the API does, without those it does not have', () => {
    const asked = { 'pull-requests': 'write', contents: 'read', issues: 'none', metadata: 'read' } as const;
    expect(tokenPermissions(asked)).toEqual({ pull_requests: 'write', contents: 'read', metadata: 'read' });
  });

  it('never reach what only an App can be given, whatever a file asks for', () => {
    const all = tokenPermissions(readPermissions('write-all'));
    expect(all).toMatchObject({ contents: 'write', issues: 'write', pull_requests: 'write', actions: 'write' });
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['workflows']));
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['administration']));
  });
});
