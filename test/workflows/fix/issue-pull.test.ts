// What a fix is told that is asked for on a pull request, in a review of it.
import { expect, it } from '@jest/globals';
import type { GateContext } from '../../../src/ports/workflow.js';
import { fromWebhook } from '../../../src/services/event.js';
import { targetForPull } from '../../../src/workflows/fix/rules/target.js';
import { readSubject } from '../../../src/workflows/fix/subject.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';

it('is the whole review in which somebody asks, and how much of it says something else by now', async () => {
  const environment = await openPullShop();
  const made = await environment.offer('topic', { 'list.txt': 'one\ntwo\nthree\n' });
  const beside = (line: number, body: string) => ({ path: 'list.txt', line, side: 'RIGHT', body });
  await environment.as('sam').pulls.createReview({
    ...{ ...at, pull_number: made.number, event: 'COMMENT' },
    comments: [beside(1, '/crew fix'), beside(2, 'And handle null here.'), beside(3, 'And this.')],
  });
  const remarks = made.threads.flatMap(({ comments }) => comments);
  const [asks, , changed] = remarks;
  const [begun, submitted, later] = ['12:00', '12:06', '12:30'].map((time) => `2030-01-02T${time}:00Z`);
  for (const each of remarks) Object.assign(each, { createdAt: begun, updatedAt: begun });
  for (const each of made.reviews) Object.assign(each, { createdAt: begun, submittedAt: submitted });
  Object.assign(changed ?? {}, { updatedAt: later });
  const sam = { login: 'sam', id: asks?.author.id, type: 'User' };
  const event = fromWebhook('pull_request_review_comment', {
    ...{ action: 'created', sender: sam, repository: { full_name: REPO } },
    pull_request: { number: made.number, title: 'Then', body: '' },
    comment: { id: asks?.id, body: '/crew fix', user: sam, created_at: begun, updated_at: begun },
  });
  const hub = environment.github();
  const pull = await hub.pulls.read(made.number);
  if (!event || !pull) throw new Error('nothing to ask on');
  const target = targetForPull(pull, { repo: REPO, isCrews: true, mayCommit: false });
  const history: GateContext['history'] = { list: async () => [], load: async () => null, ofSubject: async () => [] };
  const of: Pick<GateContext, 'github' | 'issue' | 'history'> = { github: hub, issue: made.number, history };
  const seen = await readSubject(of as GateContext, event, target);
  expect(
    seen?.review?.requests.map(({ from, line, comments: said }) => [from, line, said.map(({ text }) => text)]),
  ).toEqual([['thread', 2, ['And handle null here.']]]);
  expect(seen?.text).toMatchObject({ title: 'Then', edited: 1 });
});
