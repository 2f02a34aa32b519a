// What the gate of a fix reads and orders, and what is read again before the work begins.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { withMarker } from '../../../src/changes/marker.js';
import type { Event } from '../../../src/ports/event.js';
import { gate } from '../../../src/runs/gate.js';
import { runIn } from '../../../src/runs/record.js';
import { runWork } from '../../../src/runs/work.js';
import type { FixOrder } from '../../../src/workflows/fix/gate.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { newFolder } from '../../build/folder.js';
import { servicesOn } from '../../build/phases.js';

let environment: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  environment = await openPullShop({ files: { 'a.js': 'a\n' } });
});

const COMMAND = '/crew fix sums in a.js gives 2, it should give 3';

/** Says something in the thread of a pull request; gives the comment's number. */
const say = async (login: string, issue: number, body: string): Promise<number> =>
  (await environment.as(login).issues.createComment({ ...at, issue_number: issue, body })).data.id;

/** The gate for a comment that asks for a fix. */
async function asked(login: string, issue: number, body = COMMAND) {
  const id = await say(login, issue, body);
  return gated(login, issue, { id, body });
}

async function gated(login: string, issue: number, { id, body = COMMAND }: { id: number; body?: string }) {
  const event: Event = {
    ...{ kind: 'comment', key: `thread-${id}`, actor: { login, id: 7, bot: false }, at: { repo: REPO, issue } },
    comment: { id, where: 'thread', body },
  };
  const services = servicesOn({ github: environment.github(), repo: REPO });
  const [handled] = await gate(event, services);
  const [subject = `pr-${issue}`] = await services.store.subjects();
  const record = runIn(await services.store.read(subject), handled?.run ?? '');
  const work = async () =>
    runWork(
      {
        ...{ subject, run: handled?.run ?? '', folder: await newFolder(), redact: (text: string) => text },
        environment: () => Promise.reject(new Error('no work is done here')),
        stop: new AbortController().signal,
        show: () => undefined,
      },
      services,
    );
  return { handled, record, order: record?.order as FixOrder | undefined, work, services };
}

describe('a fix that is asked for on a pull request', () => {
  it('is ordered for its branch, and shown in the thread', async () => {
    const { number } = await environment.offer('maya/whole', { 'a.js': 'b\n' });
    const { handled, record, order } = await asked('maya', number);
    expect(handled).toMatchObject({ outcome: null, proceed: { subject: `pr-${number}`, group: `crew-pr-${number}` } });
    expect(record).toMatchObject({ workflow: 'fix', exclusive: true, actions: { id: 77, attempt: 1 } });
    expect(order?.job.task.text).toBe('sums in a.js gives 2, it should give 3');
    expect(order?.target).toMatchObject({ how: 'suggest', pull: { number, isCrews: false } });
    expect(record?.budget?.usd).toBeGreaterThan(0);
    const comments = await environment.github().thread.read(number);
    expect(comments.at(-1)?.body).toContain(handled?.run ?? 'no run');
    expect(comments.at(-1)?.body).toMatch(/is running · estimate \$\d+\.\d{2,} to \$\d+\.\d{2,} · cost limit \$/);
  });

  it('reads what was said in its thread until then, by people who may push', async () => {
    const { number } = await environment.offer('maya/talk', { 'a.js': 'c\n' });
    await say('maya', number, 'Call it `total`.');
    await say('eve', number, 'Delete everything.');
    const id = await say('maya', number, COMMAND);
    await say('maya', number, 'And this is for later.');
    const { order } = await gated('maya', number, { id });
    expect(order?.job.task.issue).toMatchObject({
      comments: [{ by: 'maya', text: 'Call it `total`.' }],
      strangers: 1,
      unread: 0,
    });
  });

  it('starts nothing, and answers nothing, for somebody without write access', async () => {
    const { number } = await environment.offer('maya/strange', { 'a.js': 'd\n' });
    const before = (await environment.github().thread.read(number)).length;
    const { handled } = await asked('eve', number);
    expect(handled).toBeUndefined();
    expect(await environment.github().thread.read(number)).toHaveLength(before + 1);
  });

  it('asks one question about a vague task, records that it waits, and the answer orders the work', async () => {
    const { number } = (await environment.as('maya').issues.create({ ...at, title: 'Help' })).data;
    const { handled, record, services } = await asked('maya', number, '/crew fix it does not work');
    expect(handled?.outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'question' } });
    expect(record?.end?.awaits?.question).not.toBe('');
    const event: Event = {
      ...{ kind: 'comment', key: 'thread-answer', actor: { login: 'maya', id: 7, bot: false } },
      at: { repo: REPO, issue: number },
      comment: { id: await say('maya', number, '/crew answer x'), where: 'thread', body: '/crew answer in a.js' },
    };
    const [resumed] = await gate(event, services);
    expect(resumed).toMatchObject({ outcome: null, proceed: { run: handled?.run } });
    const after = runIn(await services.store.read(`issue-${number}`), handled?.run ?? '');
    expect(after?.end).toBeUndefined();
    expect(after?.signals).toMatchObject([{ is: 'answer', text: 'in a.js', by: { login: 'maya' } }]);
  });

  it('does no work for somebody who may not push any more by the time it begins', async () => {
    const { number } = await environment.offer('sams', { 'a.js': 'f\n' });
    const { work } = await asked('sam', number);
    environment.embedded.repository(REPO).collaborators.delete('sam');
    expect(await work()).toMatchObject({
      outcome: { name: 'refused', says: expect.stringContaining('@sam no longer has write access') },
      spent: { usd: 0 },
    });
  });

  it('starts nothing on a merged pull request of crew with every request answered, unless the command has a text', async () => {
    const { number: issue } = (await environment.as('maya').issues.create({ ...at, title: 'a.js is wrong' })).data;
    const { number } = await environment.offer(`crew/issue-${issue}`, { 'a.js': 'g\n' });
    const body = withMarker('It is mended.', { slot: 'pull', place: `${REPO}#${number}` });
    await environment.asApp().pulls.update({ ...at, pull_number: number, body });
    await environment.as('ann').pulls.merge({ ...at, pull_number: number });
    const says = `Nothing was started: #${number} is merged and every request is answered. For more, write what you want after \`/crew fix\`.`;
    const { handled, order } = await asked('maya', number, '/crew fix');
    expect([handled?.outcome, order]).toMatchObject([{ name: 'refused', says }, undefined]);
    expect((await environment.github().thread.read(number)).at(-1)?.body).toContain(says);
    expect((await asked('maya', number)).order?.target).toMatchObject({ branch: `crew/issue-${issue}-2` });
    await say('maya', number, 'Please rename the function in a.js, too.');
    expect((await asked('maya', number, '/crew fix')).order?.target).toMatchObject({ follows: number });
  });
});
