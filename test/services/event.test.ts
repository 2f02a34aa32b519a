import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandsIn } from '../../src/commands/event-commands.js';
import { fromAction, fromWebhook } from '../../src/services/event.js';
import { sweep } from '../build/sweep.js';

const ada = { login: 'ada', id: 1, type: 'User' };
const eve = { login: 'eve', id: 2, type: 'User' };
const app = { login: 'crew[bot]', id: 77, type: 'Bot' };
const repository = { full_name: 'octo/shop' };
const issue = { number: 12, updated_at: '2030-01-02T03:04:05Z' };

const asAda = { login: 'ada', id: 1, bot: false };
const at = { repo: 'octo/shop', issue: 12 };

const said = (field: 'comment' | 'review', more: object = {}) => ({
  [field]: { id: 500, user: ada, body: '/crew fix', ...more },
  sender: ada,
  repository,
});

describe('a webhook becomes an event', () => {
  it('of a new comment on an issue or a pull request', () => {
    expect(fromWebhook('issue_comment', { action: 'created', issue, ...said('comment') })).toEqual({
      kind: 'comment',
      key: 'thread-500',
      actor: asAda,
      at,
      comment: { id: 500, where: 'thread', body: '/crew fix' },
    });
  });

  it('of a review that was handed in', () => {
    expect(fromWebhook('pull_request_review', { action: 'submitted', pull_request: issue, ...said('review') })).toEqual(
      {
        kind: 'comment',
        key: 'review-500',
        actor: asAda,
        at,
        comment: { id: 500, where: 'review', body: '/crew fix' },
      },
    );
  });

  it('of a review without words, which asks for nothing', () => {
    const review = { action: 'submitted', pull_request: issue, ...said('review', { body: null }) };
    expect(fromWebhook('pull_request_review', review)).toMatchObject({ comment: { body: '' } });
  });

  it('of a new remark on a line', () => {
    const remark = { action: 'created', pull_request: issue, ...said('comment') };
    expect(fromWebhook('pull_request_review_comment', remark)).toMatchObject({
      key: 'inline-500',
      comment: { where: 'inline' },
    });
  });

  it.each(['issues', 'pull_request'])('of a label on one of %s', (name) => {
    const subject = name === 'issues' ? { issue } : { pull_request: issue };
    expect(
      fromWebhook(name, { action: 'labeled', label: { name: 'crew:fix' }, sender: ada, repository, ...subject }),
    ).toEqual({ kind: 'labelled', key: 'label-12-crew:fix-2030-01-02T03:04:05Z', label: 'crew:fix', actor: asAda, at });
  });

  it('of an assignment, with who was assigned and who did it', () => {
    expect(fromWebhook('issues', { action: 'assigned', assignee: app, sender: ada, repository, issue })).toEqual({
      kind: 'assigned',
      key: 'assign-12-77-2030-01-02T03:04:05Z',
      assignee: { login: 'crew[bot]', id: 77, bot: true },
      actor: asAda,
      at,
    });
  });

  it('with the issue as it was seen then, where that is told', () => {
    const written = { ...issue, title: 'The sum', body: 'It should give 3.' };
    const seen = { title: 'The sum', body: 'It should give 3.' };
    const at = '2030-01-02T03:00:00Z';
    expect(
      fromWebhook('issue_comment', { action: 'created', issue: written, ...said('comment', { created_at: at }) }),
    ).toMatchObject({ seen: { ...seen, at } });
    expect(
      fromWebhook('pull_request_review', {
        ...{ action: 'submitted', pull_request: { ...written, body: null } },
        ...said('review', { submitted_at: at }),
      }),
    ).toMatchObject({ seen: { at, title: 'The sum', body: '' } });
    // A remark of a review was begun before the others could read it.
    expect(
      fromWebhook('pull_request_review_comment', {
        ...{ action: 'created', pull_request: written },
        ...said('comment', { created_at: '2030-01-02T02:00:00Z', updated_at: at }),
      }),
    ).toMatchObject({ seen: { ...seen, at } });
    expect(
      fromWebhook('issues', { action: 'labeled', label: { name: 'x' }, sender: ada, repository, issue: written }),
    ).toMatchObject({ seen: { ...seen, at: issue.updated_at } });
  });

  it('that is the same however often it is delivered', () => {
    const delivery = { action: 'created', issue, ...said('comment') };
    expect(fromWebhook('issue_comment', delivery)).toEqual(fromWebhook('issue_comment', structuredClone(delivery)));
  });

  it('that is another when a label is set again', () => {
    const set = (updated_at: string) =>
      fromWebhook('issues', {
        action: 'labeled',
        label: { name: 'crew:fix' },
        sender: ada,
        repository,
        issue: { number: 12, updated_at },
      });
    expect(set('2030-01-02T03:04:05Z')?.key).not.toBe(set('2030-01-02T03:05:00Z')?.key);
  });

  it.each([
    ['a person', ada, false],
    ['an app', app, true],
    ['an app that calls itself a person', { ...app, type: 'User' }, true],
    ['an organisation', { login: 'octo', id: 5, type: 'Organization' }, true],
    ['somebody of whom nothing is known', { login: 'x', id: 6 }, true],
  ])('whose actor is %s', (_who, sender, bot) => {
    const event = fromWebhook('issues', { action: 'labeled', label: { name: 'x' }, sender, repository, issue });
    expect(event).toMatchObject({ actor: { id: sender.id, bot } });
  });
});

describe('a webhook starts nothing', () => {
  it.each<[why: string, name: string, payload: object]>([
    ['when a comment was edited', 'issue_comment', { action: 'edited', issue, ...said('comment') }],
    ['when a comment was deleted', 'issue_comment', { action: 'deleted', issue, ...said('comment') }],
    ['when a review was edited', 'pull_request_review', { action: 'edited', pull_request: issue, ...said('review') }],
    [
      'when a review was dismissed',
      'pull_request_review',
      { action: 'dismissed', pull_request: issue, ...said('review') },
    ],
    [
      'when a remark on a line was edited',
      'pull_request_review_comment',
      { action: 'edited', pull_request: issue, ...said('comment') },
    ],
    [
      'when somebody else than the writer sent it',
      'issue_comment',
      { action: 'created', issue, ...said('comment'), sender: eve },
    ],
    ['when it has no writer', 'issue_comment', { action: 'created', issue, ...said('comment', { user: null }) }],
    ['when it has no id', 'issue_comment', { action: 'created', issue, ...said('comment', { id: undefined }) }],
    ['when it stands nowhere', 'issue_comment', { action: 'created', ...said('comment') }],
    ['when it is of no repository', 'issue_comment', { action: 'created', issue, ...said('comment'), repository: {} }],
    ['when an issue was opened', 'issues', { action: 'opened', issue, sender: ada, repository }],
    [
      'when a label was removed',
      'issues',
      { action: 'unlabeled', label: { name: 'crew:fix' }, issue, sender: ada, repository },
    ],
    ['when somebody was unassigned', 'issues', { action: 'unassigned', assignee: app, issue, sender: ada, repository }],
    ['when it is of a kind crew does not know', 'push', { action: 'created', issue, ...said('comment') }],
    [
      'when its kind is the name of something else',
      'constructor',
      { issue, undefined: said('comment'), ...said('comment') },
    ],
  ])('%s', (_why, name, payload) => {
    expect(fromWebhook(name, payload)).toBeNull();
  });
});

describe('a run of Actions becomes an event', () => {
  const run = { repo: 'octo/shop', id: '901', command: '' };
  const named = { ...run, command: 'status' };

  it('of the schedule, which nobody typed', () => {
    expect(fromAction('schedule', { schedule: '*/30 * * * *' }, run)).toEqual({
      kind: 'scheduled',
      key: 'schedule-901',
      repo: 'octo/shop',
      command: 'facilitate',
    });
  });

  it('of anything, when the workflow file names a command: its own word, whoever caused it', () => {
    const payload = { action: 'created', issue, ...said('comment') };
    expect(fromAction('issue_comment', payload, named)).toEqual({
      kind: 'scheduled',
      key: 'schedule-901',
      repo: 'octo/shop',
      command: 'status',
    });
  });

  it('of a form, with who sent it', () => {
    expect(fromAction('workflow_dispatch', { sender: ada, repository }, named)).toEqual({
      kind: 'dispatched',
      key: 'dispatch-901',
      actor: asAda,
      repo: 'octo/shop',
      command: 'status',
    });
  });

  it('of a form with an issue, and nothing of an input that crew does not know', () => {
    const payload = { sender: app, repository, inputs: { issue: '12', nonce: 'fix-12-0a1b2c3d4e' } };
    expect(fromAction('workflow_dispatch', payload, named)).toEqual({
      kind: 'dispatched',
      key: 'dispatch-901',
      actor: { login: 'crew[bot]', id: 77, bot: true },
      repo: 'octo/shop',
      issue: 12,
      command: 'status',
    });
  });

  it('of a run that was recorded before', () => {
    const inputs = { run: 'fix-12-0a1b2c3d4e', issue: '12' };
    expect(fromAction('workflow_dispatch', { sender: app, inputs }, named)).toEqual({
      kind: 'dispatched-run',
      key: 'turn-901',
      repo: 'octo/shop',
      run: 'fix-12-0a1b2c3d4e',
      issue: 12,
    });
  });

  it('of a comment, the same as its webhook', () => {
    const payload = { action: 'created', issue, ...said('comment') };
    expect(fromAction('issue_comment', payload, run)).toEqual(fromWebhook('issue_comment', payload));
  });
});

describe('garbage', () => {
  const names = fc.constantFrom(
    ...['issue_comment', 'pull_request_review', 'pull_request_review_comment', 'issues', 'pull_request'],
    ...['schedule', 'workflow_dispatch', 'push', '', '__proto__', 'constructor', 'toString'],
  );
  const shaped = fc.record(
    Object.fromEntries(
      ['action', 'issue', 'pull_request', 'comment', 'review', 'label', 'assignee', 'sender', 'repository'].map(
        (key) => [
          key,
          fc.oneof(
            fc.anything(),
            fc.constantFrom('created', 'submitted', 'labeled', 'assigned'),
            fc.record({ id: fc.anything(), number: fc.anything(), full_name: fc.anything(), user: fc.anything() }),
          ),
        ],
      ),
    ),
    { requiredKeys: [] },
  );

  it('never throws', () => {
    fc.assert(
      fc.property(names, fc.oneof(fc.anything(), shaped), (name, payload) => {
        const event = fromAction(name, payload, { repo: 'octo/shop', id: '1', command: '' });
        return event === null || typeof event.key === 'string';
      }),
      { numRuns: sweep(1000) },
    );
  });

  it('never names an issue that cannot be', () => {
    const number = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constantFrom(null, Number.NaN, 2 ** 60));
    fc.assert(
      fc.property(number, (odd) => {
        const event = fromWebhook('issue_comment', { action: 'created', issue: { number: odd }, ...said('comment') });
        const possible = typeof odd === 'number' && Number.isSafeInteger(odd) && odd > 0;
        expect(event !== null).toBe(possible);
      }),
    );
  });
});

describe('a box of the digest issue that was ticked', () => {
  const line = (mark: string, issue: number, command: string) =>
    `- [${mark}] [#${issue}](https://example.org) **Start on it** · editor · high <!-- crew:box ${issue} ${command} -->`;
  const edited = (from: string, to: string) => ({
    action: 'edited',
    sender: { login: 'maya', id: 7, type: 'User' },
    repository: { full_name: 'o/r' },
    changes: { body: { from } },
    issue: {
      number: 40,
      title: 'Board digest',
      body: to,
      updated_at: '2026-11-18T12:00:00Z',
      user: { login: 'crew[bot]', id: 99, type: 'Bot' },
    },
  });

  it('asks for its command on the issue that it names, in the name of whoever ticked it', () => {
    const event = fromWebhook('issues', edited(line(' ', 12, '/crew fix'), line('x', 12, '/crew fix')));
    expect(event).toMatchObject({
      kind: 'ticked',
      at: { repo: 'o/r', issue: 12 },
      command: '/crew fix',
      actor: { id: 7 },
    });
    if (!event) throw new Error('an event was expected');
    expect(commandsIn(event, { labelPrefix: 'crew:', me: 99 })).toMatchObject([{ command: { name: 'fix' } }]);
    // The same line in an issue of somebody else's asks for nothing.
    expect(commandsIn(event, { labelPrefix: 'crew:', me: 98 })).toEqual([]);
  });

  it.each([
    ['was ticked before', line('x', 12, '/crew fix'), line('x', 12, '/crew fix')],
    ['was unticked', line('x', 12, '/crew fix'), line(' ', 12, '/crew fix')],
    ['came into being ticked', 'nothing', line('x', 12, '/crew fix')],
    ['asks for anything else', line(' ', 12, '/crew forget'), line('x', 12, '/crew forget')],
    ['is about text only', 'one', 'two'],
  ])('that %s asks for nothing', (_, from, to) => {
    expect(fromWebhook('issues', edited(from, to))).toBeNull();
  });
});
