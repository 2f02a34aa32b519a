import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PullRequest } from 'github-sandbox';
import { bodyWithOutsideRemarks, splitByDiff } from '../../../src/adapters/github/reviews.js';
import { UnansweredWrite } from '../../../src/ports/errors.js';
import { at, openPullShop } from './pull-shop.js';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}\n`).join('');

let environment: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  environment = await openPullShop({ files: { 'long.txt': lines(1, 80) } });
});
afterEach(() => environment.embedded.faults.clear());

let count = 0;
/** A pull request that adds a file of ten lines. */
const offer = () => environment.offer(`topic-${++count}`, { 'list.txt': lines(1, 10) });

/** What a person says beside a line. */
const beside = async (pull: PullRequest, line: number, body: string, login = 'sam') => {
  const ask = { ...at, pull_number: pull.number, commit_id: pull.head.sha, path: 'list.txt', line, body };
  return (await environment.as(login).pulls.createReviewComment({ ...ask, side: 'RIGHT' })).data;
};
const review = async (pull: PullRequest, event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT', body = '', login = 'sam') =>
  (await environment.as(login).pulls.createReview({ ...at, pull_number: pull.number, event, body })).data;

const reviews = () => environment.github().reviews;

describe('what people say of a change', () => {
  it('is nothing at first', async () => {
    const { number } = await offer();
    expect(await reviews().read(number)).toEqual({ reviews: [], threads: [] });
  });

  it('is read with its words, who said it of which commit, and what was answered beside which line', async () => {
    const pull = await offer();
    const said = await review(pull, 'REQUEST_CHANGES', 'Sort it, please.');
    const first = await beside(pull, 3, 'Why three?');
    await environment.as('maya').pulls.createReplyForReviewComment({
      ...at,
      pull_number: pull.number,
      comment_id: first.id,
      body: 'Because two is taken.',
    });
    const sam = { login: 'sam', id: said.user?.id };
    expect(await reviews().read(pull.number)).toMatchObject({
      reviews: [
        { id: said.id, body: 'Sort it, please.', author: sam, wantsChanges: true, asks: true, head: pull.head.sha },
      ],
      threads: [
        {
          id: first.id,
          path: 'list.txt',
          line: 3,
          resolved: false,
          comments: [
            { id: first.id, body: 'Why three?', author: sam, url: first.html_url },
            { body: 'Because two is taken.', author: { login: 'maya' } },
          ],
        },
      ],
    });
  });

  it('holds as a wish for changes until the same person says otherwise, or it is set aside', async () => {
    const pull = await offer();
    const wishes = async () => (await reviews().read(pull.number)).reviews.map((one) => one.wantsChanges);
    await review(pull, 'REQUEST_CHANGES', 'No.');
    await review(pull, 'COMMENT', 'By the way.');
    expect(await wishes()).toEqual([true, false]);
    await review(pull, 'APPROVE');
    expect(await wishes()).toEqual([false, false]);
    const again = await review(pull, 'REQUEST_CHANGES', 'On second thought, no.', 'ann');
    expect(await wishes()).toEqual([false, false, true]);
    await environment.as('ann').pulls.dismissReview({
      ...at,
      pull_number: pull.number,
      review_id: again.id,
      message: 'It was about something else.',
    });
    expect(await wishes()).toEqual([false, false, false]);
  });

  it('does not show what somebody is still writing', async () => {
    const pull = await offer();
    await environment.as('sam').pulls.createReview({
      ...at,
      pull_number: pull.number,
      body: 'Not yet',
      comments: [{ path: 'list.txt', line: 1, side: 'RIGHT', body: 'Hm' }],
    });
    expect(await reviews().read(pull.number)).toEqual({ reviews: [], threads: [] });
  });

  it('was said when others could read it, however long before that somebody had begun it', async () => {
    const pull = await offer();
    await environment.as('sam').pulls.createReview({
      ...{ ...at, pull_number: pull.number, body: 'At last' },
      comments: [{ path: 'list.txt', line: 1, side: 'RIGHT', body: 'Hm' }],
    });
    const submittedAt = '2090-01-01T12:06:00Z';
    for (const each of pull.reviews) Object.assign(each, { state: 'COMMENTED', submittedAt });
    const read = await reviews().read(pull.number);
    expect(read).toMatchObject({ reviews: [{ at: submittedAt }], threads: [{ comments: [{ at: submittedAt }] }] });
  });

  it('goes along with its line, and has none once the line was changed; a thread that was settled says so', async () => {
    const pull = await offer();
    await beside(pull, 2, 'This line');
    await beside(pull, 9, 'That line');
    await environment.push(pull.head.ref, { 'list.txt': `a new one\nanother\n${lines(1, 8)}line nine\nline 10\n` });
    const [, settled] = pull.threads;
    if (settled) settled.resolvedBy = pull.author;
    const { threads } = await reviews().read(pull.number);
    expect(threads.map(({ line, resolved }) => ({ line, resolved }))).toEqual([
      { line: 4, resolved: false },
      { line: null, resolved: true },
    ]);
  });

  it('is read whole, over all pages of reviews, threads and answers, with what is asked once asked once', async () => {
    const pull = await environment.offer(`topic-${++count}`, { 'long.txt': lines(101, 180) });
    const comments = Array.from({ length: 60 }, (_, n) => ({
      path: 'long.txt',
      line: n + 1,
      side: 'RIGHT',
      body: `about ${n + 1}`,
    }));
    const ask = { ...at, pull_number: pull.number };
    await environment.as('sam').pulls.createReview({ ...ask, event: 'COMMENT', body: 'Much to say.', comments });
    const first = pull.threads[0]?.comments[0]?.id ?? 0;
    for (let n = 1; n <= 55; n += 1) {
      await environment
        .as('maya')
        .pulls.createReplyForReviewComment({ ...ask, comment_id: first, body: `answer ${n}` });
    }
    await review(pull, 'COMMENT', 'And one more thing.');
    const github = environment.github();
    const read = await github.reviews.read(pull.number);
    expect(read.reviews.map(({ body }) => body)).toEqual(['Much to say.', 'And one more thing.']);
    expect(read.threads.map(({ line }) => line)).toEqual(comments.map(({ line }) => line));
    expect(read.threads[0]?.comments.map(({ body }) => body).at(-1)).toBe('answer 55');
    expect(read.threads[0]?.comments).toHaveLength(56);
    expect(github.spent().requests).toBe(3);
  });
});

describe('an answer', () => {
  it('stands in the thread, as crew', async () => {
    const pull = await offer();
    const { id } = await beside(pull, 3, 'Why three?');
    const made = await reviews().reply(pull.number, { thread: id, body: 'It is two now.' });
    expect(made).toMatchObject({ body: 'It is two now.', author: { login: 'crew[bot]' } });
    const [thread] = (await reviews().read(pull.number)).threads;
    expect(thread?.comments.at(-1)).toEqual(made);
  });

  it('whose reply was lost is not sent again: who looks finds it once', async () => {
    const pull = await offer();
    const { id } = await beside(pull, 3, 'Why three?');
    environment.embedded.faults.add({ kind: 'drop', when: 'after', path: '/replies$' });
    await expect(reviews().reply(pull.number, { thread: id, body: 'Done.' })).rejects.toThrow(UnansweredWrite);
    const [thread] = (await reviews().read(pull.number)).threads;
    expect(thread?.comments.map(({ body }) => body)).toEqual(['Why three?', 'Done.']);
  });
});

describe('a review of crew’s own', () => {
  it('stands beside its lines, and neither approves nor blocks', async () => {
    const pull = await offer();
    const made = await reviews().create(pull.number, {
      head: pull.head.sha,
      body: 'Two things.',
      remarks: [
        { path: 'list.txt', line: 2, body: 'One.' },
        { path: 'list.txt', startLine: 4, line: 6, body: '```suggestion\nline 4\n```' },
      ],
    });
    expect(made).toMatchObject({ body: 'Two things.', author: { login: 'crew[bot]' } });
    expect(pull.reviews.map(({ state, commit }) => [state, commit])).toEqual([['COMMENTED', pull.head.sha]]);
    expect(pull.threads.map(({ origin: { startLine, line, side } }) => [startLine, line, side])).toEqual([
      [null, 2, 'RIGHT'],
      [4, 6, 'RIGHT'],
    ]);
    expect((await reviews().read(pull.number)).reviews).toMatchObject([{ id: made.id, wantsChanges: false }]);
  });

  it('says in its words what has no place beside the difference, instead of being refused', async () => {
    const pull = await offer();
    await reviews().create(pull.number, {
      head: pull.head.sha,
      body: 'Two things.',
      remarks: [
        { path: 'list.txt', line: 2, body: 'One.' },
        { path: 'long.txt', line: 7, body: 'Look here, too.' },
      ],
    });
    expect(pull.threads).toHaveLength(1);
    expect(pull.reviews[0]?.body).toBe('Two things.\n\n`long.txt:7`\n\nLook here, too.');
  });

  it('whose reply was lost is there once', async () => {
    const pull = await offer();
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/reviews$' });
    const said = { head: pull.head.sha, body: 'Fine.', remarks: [] };
    await expect(reviews().create(pull.number, said)).rejects.toThrow(UnansweredWrite);
    expect((await reviews().read(pull.number)).reviews.map(({ body }) => body)).toEqual(['Fine.']);
  });
});

const patch = '@@ -1,3 +1,4 @@ head\n one\n+two\n three\n four\n@@ -20 +21,0 @@\n-gone\n@@ -30,2 +30,2 @@\n-a\n+b\n c';
const files = [{ filename: 'a.js', patch }, { filename: 'logo.png' }];
const remark = (path: string, line: number, startLine?: number) => ({ path, line, startLine, body: `about ${line}` });

describe('a remark', () => {
  it.each([
    ['beside the first line of a part', remark('a.js', 1), true],
    ['beside its last', remark('a.js', 4), true],
    ['after it', remark('a.js', 5), false],
    ['where something was only taken away', remark('a.js', 21), false],
    ['from one line to another of the same part', remark('a.js', 31, 30), true],
    ['from one part into the next', remark('a.js', 30, 3), false],
    ['from a line to one before it', remark('a.js', 2, 3), false],
    ['in a file that shows no text', remark('logo.png', 1), false],
    ['in a file that was not changed', remark('b.js', 1), false],
  ])('%s has a place or has none', (_, one, fits) => {
    expect(splitByDiff([one], files)).toEqual(fits ? { inside: [one], outside: [] } : { inside: [], outside: [one] });
  });

  it('is never lost and never said twice', () => {
    const any = fc.record({
      path: fc.constantFrom('a.js', 'b.js', 'logo.png'),
      line: fc.integer({ min: 1, max: 40 }),
      startLine: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      body: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(any), (remarks) => {
        const { inside, outside } = splitByDiff(remarks, files);
        expect(new Set([...inside, ...outside])).toEqual(new Set(remarks));
        expect(inside.length + outside.length).toBe(remarks.length);
      }),
    );
  });
});

describe('the words of a review', () => {
  it('are followed by what has no place beside the difference, with its lines', () => {
    expect(bodyWithOutsideRemarks('Two things.', [remark('a.js', 5), remark('b.js', 9, 7)])).toBe(
      'Two things.\n\n`a.js:5`\n\nabout 5\n\n`b.js:7-9`\n\nabout 9',
    );
    expect(bodyWithOutsideRemarks('Nothing.', [])).toBe('Nothing.');
  });

  it('keep what is hidden at their end there: by that a review is known again', () => {
    const hidden = '\n\n<!-- crew:review:0a1b2c3d4e5f 0123456789abcdef -->';
    expect(bodyWithOutsideRemarks(`One thing.${hidden}`, [remark('a.js', 5)])).toBe(
      `One thing.\n\n\`a.js:5\`\n\nabout 5${hidden}`,
    );
    expect(bodyWithOutsideRemarks(`<!-- not at the end -->\n\nOne thing.`, [])).toBe(
      '<!-- not at the end -->\n\nOne thing.',
    );
  });

  it('hold a name as one piece of code, whatever stands in it', () => {
    expect(bodyWithOutsideRemarks('One.', [remark('a`@maya`.js', 5)])).toContain("`a'@maya'.js:5`");
  });
});
