import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { at, type Stage, withActions } from 'github-sandbox/testing';
import { publishedCrew } from '../../build/published.js';
import { ROOT } from '../../build/root.js';

let stage: Stage;

/** The template copied into a repository that has a board, with a token that may read the board. */
beforeEach(async () => {
  const template = await readFile(join(ROOT, 'templates/workflows/facilitate.yml'), 'utf8');
  const commands = await readFile(join(ROOT, 'templates/workflows/crew.yml'), 'utf8');
  const secrets = { CREW_PROJECT_TOKEN: '' };
  stage = await withActions({
    workflows: {
      'facilitate.yml': template.replace('OWNER/', 'crew-sandbox/'),
      'crew.yml': commands.replace('OWNER/', 'crew-sandbox/'),
    },
    actions: { 'crew-sandbox/crew': await publishedCrew() },
    repository: {
      secrets,
      files: { '.github/crew.yml': 'facilitate:\n  project: 1\n  project-owner: ann\n' },
      issues: [
        { title: 'The cart forgets', author: 'sam', body: 'Put two in, one is gone.' },
        { title: 'Pay by card', author: 'maya', body: 'Blocked by #1' },
        { title: 'Not on the board', author: 'maya', body: 'Blocked by #1' },
      ],
    },
  });
  secrets.CREW_PROJECT_TOKEN = stage.github.tokenFor({ user: 'ann' });
  const items = [
    { of: 'ann/shop#1', status: 'Todo' },
    { of: 'ann/shop#2', status: 'Done' },
  ];
  await stage.github.seed({ projects: [{ owner: 'ann', number: 1, title: 'Shop', items }] });
});
afterEach(() => stage.close());

const issue = (number: number) => stage.github.repository('ann/shop').issues.find((each) => each.number === number);
const labels = (number: number) => [...(issue(number)?.labels ?? [])].map(({ name }) => name);

describe('facilitate.yml, copied into a repository', () => {
  it('started by hand judges the board, writes, and leaves the report as the summary of the job', async () => {
    const id = await stage.dispatch('facilitate.yml', { inputs: {} });
    const run = (await stage.runs()).find((each) => each.id === id);
    expect(stage.log(run)).not.toMatch(/::error/);
    expect(run?.conclusion).toBe('success');
    expect(labels(1)).toEqual(['crew:ready']);
    expect(labels(2)).toEqual(['blocked']);
    expect(labels(3)).toEqual([]);
    const [summary] = stage.actions.runs.pages(id).summaries;
    expect(summary?.markdown).toContain('Pay by card');
    expect(summary?.markdown).toContain('flowchart LR');
    expect(summary?.markdown).not.toContain('Not on the board');
  });

  it('hears of a closed blocker, and the freed issue says so', async () => {
    await stage.dispatch('facilitate.yml', { inputs: {} });
    await stage.runs();
    await stage.as('maya').issues.update({ ...at, issue_number: 1, state: 'closed' });
    const runs = await stage.runs();
    expect(runs.map(({ event, conclusion }) => [event, conclusion])).toContainEqual(['issues', 'success']);
    expect(labels(2)).toEqual(['crew:ready']);
  });

  it('asked for a dry run writes nothing', async () => {
    const id = await stage.dispatch('facilitate.yml', { inputs: { 'dry-run': 'true' } });
    const run = (await stage.runs()).find((each) => each.id === id);
    expect(run?.conclusion).toBe('success');
    expect(stage.github.effects.filter(({ kind }) => /^(comment|label|ref)\./.test(kind))).toEqual([]);
    expect(stage.actions.runs.pages(id).summaries[0]?.markdown).toContain('Pay by card');
  });

  it('and /crew facilitate in a comment read the configured board with the same token', async () => {
    await stage.as('maya').issues.createComment({ ...at, issue_number: 3, body: '/crew facilitate' });
    const [run] = await stage.runs();
    expect({ workflow: run?.workflow, conclusion: run?.conclusion }).toEqual({
      workflow: 'crew',
      conclusion: 'success',
    });
    expect([labels(1), labels(2), labels(3)]).toEqual([['crew:ready'], ['blocked'], []]);
    expect(issue(3)?.comments.at(-1)?.body).toContain('2 issues');
  });

  it('its own labels and comments start no further look', async () => {
    await stage.dispatch('facilitate.yml', { inputs: {} });
    expect((await stage.runs()).map(({ event }) => event)).toEqual(['workflow_dispatch']);
  });
});
