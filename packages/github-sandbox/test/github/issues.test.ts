import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const as = (user: string) => octokit(github, github.tokenFor({ user }));
const effectsOf = (subject: string) => github.effects.filter((one) => one.subject === subject).map(({ kind }) => kind);

beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
});
afterAll(() => github.close());

describe('issues', () => {
  it('are listed open ones first asked, newest first', async () => {
    const { data } = await as('ann').issues.listForRepo(inRepository);
    expect(data.map(({ title }) => title)).toEqual(['Heated', 'The cart forgets']);
  });

  it('are listed by state and label', async () => {
    const { data } = await as('ann').issues.listForRepo({ ...inRepository, state: 'all', labels: 'BUG' });
    expect(data.map(({ number }) => number)).toEqual([1]);
  });

  it('open with labels and assignees for whoever may triage, each told once', async () => {
    const { data } = await as('tia').issues.create({
      ...inRepository,
      title: 'New',
      labels: ['bug'],
      assignees: ['bob'],
    });
    expect(data.labels).toMatchObject([{ name: 'bug' }]);
    expect(data.assignees).toMatchObject([{ login: 'bob' }]);
    expect(effectsOf(`#${data.number}`)).toEqual(['issue.opened', 'label.added', 'issue.assigned']);
  });

  it('open for a stranger without the labels, which are dropped in silence', async () => {
    const { data } = await as('eve').issues.create({ ...inRepository, title: 'From outside', labels: ['bug'] });
    expect(data.labels).toEqual([]);
    expect(data.author_association).toBe('NONE');
  });

  it('open with a milestone for callers with triage access only', async () => {
    const seeded = {
      ...sampleSeed,
      repositories: (sampleSeed.repositories ?? []).map((each) => ({ ...each, milestones: [{ title: '1.0' }] })),
    };
    const own = await startEmbeddedGitHub({ seed: seeded });
    const create = (user: string, milestone: number) =>
      octokit(own, own.tokenFor({ user })).issues.create({ ...inRepository, title: 'Planned', milestone });
    try {
      const { data } = await create('tia', 1);
      expect(data.milestone).toMatchObject({ number: 1, title: '1.0' });
      const effects = own.effects.filter(({ subject }) => subject === `#${data.number}`);
      expect(effects.map(({ kind }) => kind)).toEqual(['issue.opened', 'issue.milestoned']);
      expect((await create('eve', 1)).data.milestone).toBeNull();
      expect(await refusal(create('tia', 7))).toMatchObject({ status: 422, errors: [{ field: 'milestone' }] });
    } finally {
      await own.close();
    }
  });

  it('close with a reason and open again', async () => {
    const closed = await as('bob').issues.update({
      ...inRepository,
      issue_number: 1,
      state: 'closed',
      state_reason: 'not_planned',
    });
    expect(closed.data).toMatchObject({ state: 'closed', state_reason: 'not_planned', closed_by: { login: 'bob' } });
    const opened = await as('bob').issues.update({ ...inRepository, issue_number: 1, state: 'open' });
    expect(opened.data).toMatchObject({ state: 'open', state_reason: 'reopened', closed_at: null });
  });

  it('tell nothing when an update changes nothing', async () => {
    const before = github.effects.length;
    await as('bob').issues.update({ ...inRepository, issue_number: 1, title: 'The cart forgets', state: 'open' });
    expect(github.effects.length).toBe(before);
  });

  it('are changed only by their author and by those who triage', async () => {
    expect(await refusal(as('eve').issues.update({ ...inRepository, issue_number: 1, title: 'Mine' }))).toMatchObject({
      status: 403,
      message: 'Must have admin rights to Repository.',
    });
  });

  it('refuse a body that is too long, naming the field', async () => {
    const body = 'x'.repeat(65_537);
    expect(await refusal(as('ann').issues.create({ ...inRepository, title: 'Long', body }))).toMatchObject({
      status: 422,
      message: 'Validation Failed',
      errors: [{ resource: 'Issue', code: 'custom', field: 'body' }],
    });
  });

  it('refuse to be opened without a title', async () => {
    const call = as('ann').request('POST /repos/{owner}/{repo}/issues', { ...inRepository, title: '' });
    expect(await refusal(call)).toMatchObject({ status: 422, errors: [{ code: 'missing_field', field: 'title' }] });
  });

  it('refuse an assignee nobody knows', async () => {
    const call = as('ann').issues.create({ ...inRepository, title: 'Whose?', assignees: ['nobody'] });
    expect(await refusal(call)).toMatchObject({ status: 422, errors: [{ field: 'assignees', value: 'nobody' }] });
  });
});

describe('labels', () => {
  it('are made, changed, found and taken away', async () => {
    const ann = as('ann');
    await ann.issues.createLabel({ ...inRepository, name: 'crew:fix', color: '00ff00', description: 'Let crew try' });
    await ann.issues.updateLabel({ ...inRepository, name: 'crew:fix', new_name: 'crew:build' });
    expect((await ann.issues.getLabel({ ...inRepository, name: 'crew:build' })).data).toMatchObject({
      color: '00ff00',
    });
    await ann.issues.deleteLabel({ ...inRepository, name: 'crew:build' });
    expect(await refusal(ann.issues.getLabel({ ...inRepository, name: 'crew:build' }))).toMatchObject({ status: 404 });
  });

  it('are refused a second time', async () => {
    expect(await refusal(as('ann').issues.createLabel({ ...inRepository, name: 'Bug' }))).toMatchObject({
      status: 422,
      errors: [{ resource: 'Label', code: 'already_exists', field: 'name' }],
    });
  });

  it('are made by being put on an issue, and put there once', async () => {
    const tia = as('tia');
    await tia.issues.addLabels({ ...inRepository, issue_number: 1, labels: ['blocked'] });
    const { data } = await tia.issues.addLabels({ ...inRepository, issue_number: 1, labels: ['blocked'] });
    expect(data.map(({ name }) => name)).toEqual(['bug', 'blocked']);
    expect(
      github.effects.filter(({ kind, detail }) => kind === 'label.added' && detail.label === 'blocked'),
    ).toHaveLength(1);
  });

  it('are replaced as a whole and taken off one by one', async () => {
    const tia = as('tia');
    await tia.issues.setLabels({ ...inRepository, issue_number: 1, labels: ['bug'] });
    await tia.issues.removeLabel({ ...inRepository, issue_number: 1, name: 'bug' });
    expect((await tia.issues.listLabelsOnIssue({ ...inRepository, issue_number: 1 })).data).toEqual([]);
    expect(await refusal(tia.issues.removeLabel({ ...inRepository, issue_number: 1, name: 'bug' }))).toMatchObject({
      status: 404,
      message: 'Label does not exist',
    });
  });

  it('are not for readers', async () => {
    const call = as('rex').issues.addLabels({ ...inRepository, issue_number: 1, labels: ['bug'] });
    expect(await refusal(call)).toMatchObject({ status: 403 });
  });
});
