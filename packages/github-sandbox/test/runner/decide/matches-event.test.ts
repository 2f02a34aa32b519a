import { describe, expect, it } from '@jest/globals';
import { matchesEvent, matchesFilter } from '../../../src/runner/decide/matches-event.js';
import { placeOfEvent } from '../../../src/runner/decide/place-of-event.js';
import type { JsonObject } from '../../../src/runner/json.js';
import { parseWorkflow } from '../../../src/runner/parse/parse-workflow.js';

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
