// The titles of Actions runs: the `run-name` of the template, as crew-settle.yml reads it back.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { resolve } from '../../packages/github-sandbox/src/runner/expressions/resolve.js';
import { parseWorkflow } from '../../packages/github-sandbox/src/runner/parse/parse-workflow.js';
import { settleRuns } from '../../src/runs/settle.js';
import { workflowNames } from '../../src/workflows/index.js';
import { servicesOn } from '../build/phases.js';
import { openShop, REPO } from '../build/shop.js';

const FILE = 'templates/workflows/crew.yml';

/** The title of a run that the template gets for this event. */
async function titleOf(name: string, event: object, inputs: object = {}): Promise<string> {
  const { runName } = await parseWorkflow(FILE, await readFile(FILE, 'utf8'));
  const contexts = { github: { event_name: name, event }, inputs } as never;
  // The embedded GitHub trims it too: the parser keeps the line break at the end of the block.
  return String(resolve(runName, { where: FILE, contexts, functions: {} })).trim();
}

const dispatched = (run: string) => titleOf('workflow_dispatch', {}, { command: '', issue: '1', run });
const events = [
  [
    'a comment',
    () => titleOf('issue_comment', { issue: { number: 1 }, comment: { id: 345 }, action: 'created' }),
    'Comment on #1 (345)',
  ],
  [
    'a comment on a line',
    () => titleOf('pull_request_review_comment', { pull_request: { number: 1 }, comment: { id: 346 } }),
    'Comment on #1 (346)',
  ],
  [
    'a review',
    () => titleOf('pull_request_review', { pull_request: { number: 1 }, review: { id: 347 } }),
    'Review of #1 (347)',
  ],
  ['a label', () => titleOf('issues', { issue: { number: 1 }, action: 'labeled' }), 'Issue #1 (labeled)'],
  [
    'a new pull request',
    () => titleOf('pull_request', { pull_request: { number: 1 }, action: 'opened' }),
    'Pull request #1 (opened)',
  ],
  [
    'somebody on the Actions page',
    () => titleOf('workflow_dispatch', {}, { command: 'status', issue: '1', run: '' }),
    'Started by hand for #1 (workflow_dispatch)',
  ],
  ['crew', () => dispatched('fix-1-552b312bd2'), '/crew fix on #1 (fix-1-552b312bd2)'],
  ['crew, for a further round', () => dispatched('fix-1-552b312bd2.r2'), '/crew fix on #1 (fix-1-552b312bd2.r2)'],
] as const;

describe('the title of an Actions run', () => {
  it.each(events)('started by %s says what started it, and settle finds the issue in it', async (_, title, says) => {
    expect(await title()).toBe(says);
    const shop = await openShop();
    const services = servicesOn({ github: shop.github(), repo: REPO, clock: shop.clock });
    await settleRuns({ id: 9, title: await title(), url: 'https://github.test/run', isCancelled: false }, services);
    const notices = shop.comments().filter(({ body }) => body.includes('before it could record anything'));
    expect(notices).toHaveLength(1);
  });

  it.each(workflowNames)('names the command of a run of %s', async (name) => {
    expect(await dispatched(`${name}-1-552b312bd2`)).toBe(`/crew ${name} on #1 (${name}-1-552b312bd2)`);
  });
});
