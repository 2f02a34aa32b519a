import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { at, growBranch, type Stage, withActions } from 'github-sandbox/testing';
import { publishedCrew } from '../../build/published.js';
import { ROOT } from '../../build/root.js';

let stage: Stage;

/** The template as a user takes it over, and crew itself as it was built: no App, no server, only Actions. */
beforeEach(async () => {
  const template = await readFile(join(ROOT, 'templates/workflows/crew.yml'), 'utf8');
  stage = await withActions({
    workflows: { 'crew.yml': template.replace('OWNER/', 'crew-sandbox/') },
    actions: { 'crew-sandbox/crew': await publishedCrew() },
  });
});
afterEach(() => stage.close());

const say = (user: string, body: string) => stage.as(user).issues.createComment({ ...at, issue_number: 1, body });

const answers = () =>
  (stage.github.repository('ann/shop').issues[0]?.comments ?? []).filter(({ author }) => author.kind === 'Bot');

/** What happened in the repository besides runs that began and ended. */
const deeds = () =>
  stage.github.effects.filter(({ kind }) => !kind.startsWith('run.')).map(({ actor, kind }) => `${actor}: ${kind}`);

describe('crew on GitHub Actions alone', () => {
  it('answers /crew help of somebody who writes, once, as the bot of Actions', async () => {
    await say('maya', '/crew help');
    const [run, ...others] = await stage.runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ conclusion: 'success', event: 'issue_comment', actor: 'maya' });
    const ran = run?.jobs.filter(({ conclusion }) => conclusion !== 'skipped');
    expect(ran?.map(({ name, conclusion }) => [name, conclusion])).toEqual([['crew / read the request', 'success']]);
    const [answer, ...more] = answers();
    expect(more).toEqual([]);
    expect(answer?.author.login).toBe('github-actions[bot]');
    expect(answer?.body).toContain('/crew status');
    const [summary] = stage.actions.runs.pages(run?.id ?? 0).summaries;
    expect(summary).toMatchObject({
      job: 'crew / read the request',
      markdown: expect.stringContaining('/crew status'),
    });
  });

  it('runs its own code at its own place, not the code of the repository it serves', async () => {
    await say('maya', '/crew help');
    const [run] = await stage.runs();
    expect(stage.log(run)).toMatch(/copied crew from this machine: .*action\.yml.*dist/);
    expect(stage.github.requests.filter(({ api }) => api === 'git')).toEqual([]);
  });

  it('writes nothing for a stranger, not even a refusal', async () => {
    await say('sam', '/crew fix the cart');
    const [run] = await stage.runs();
    expect(run).toMatchObject({ conclusion: 'success', actor: 'sam' });
    expect(deeds()).toEqual(['sam: comment.created']);
  });

  it('starts no machine for a comment that is not for crew', async () => {
    await say('maya', 'I had the same.');
    const [run] = await stage.runs();
    expect(run).toMatchObject({ conclusion: 'skipped' });
    expect(run?.jobs.map(({ conclusion, steps }) => [conclusion, steps])).toEqual([['skipped', []]]);
    expect(deeds()).toEqual(['maya: comment.created']);
  });

  it('is asked for its status by workflow_dispatch, and the run is named after the issue', async () => {
    const id = await stage.dispatch('crew.yml', { inputs: { command: 'status', issue: '1' } });
    const [run] = await stage.runs();
    expect(run).toMatchObject({ id, title: 'Started by hand for #1 (workflow_dispatch)', conclusion: 'success' });
  });

  it('reads commands in the text of a new pull request, and begins no check there', async () => {
    await growBranch(stage.as('maya'), { ...at, branch: 'work', files: { 'a.js': 'export const a = 1;\n' } });
    const pull = { ...at, title: 'A thing', head: 'work', base: 'main' };
    const { data } = await stage.as('maya').pulls.create({ ...pull, body: 'See.\n\n/crew help' });
    const [run] = await stage.runs();
    expect(run).toMatchObject({ event: 'pull_request', conclusion: 'success' });
    const { pulls } = stage.github.repository('ann/shop');
    const said = pulls.find(({ number }) => number === data.number)?.comments ?? [];
    expect(said.map(({ body }) => body)).toEqual([expect.stringContaining('/crew status')]);
    expect(stage.github.repository('ann/shop').checks.suites.size).toBe(0);
  });

  it('does not answer its own answer', async () => {
    await say('maya', '/crew help');
    await stage.runs();
    const heard = stage.events.filter(({ name }) => name === 'issue_comment');
    expect(heard.map(({ startsWorkflows }) => startsWorkflows)).toEqual([true, false]);
    expect(await stage.runs()).toHaveLength(1);
  });
});
