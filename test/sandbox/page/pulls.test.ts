import { describe, expect, it } from '@jest/globals';
import { type GitHub, type PullRequest, tipOf } from 'github-sandbox';
import { Visitor, withPages } from './with-pages.js';

const home = '/sample/tidy-dates';

function pullOf(github: GitHub, number: number): PullRequest {
  const pull = github.repository('sample/tidy-dates').pulls.find((one) => one.number === number);
  if (pull === undefined) throw new Error(`no pull request ${number}`);
  return pull;
}

const issueOf = (github: GitHub, number: number) =>
  github.repository('sample/tidy-dates').issues.find((one) => one.number === number);

const lineFields = (fields: { path: string; line: number; commit: string; body: string }) =>
  Object.entries(fields).map(([name, value]) => [name, String(value)] as const);

/** What a person reads, without the markup. */
const read = (page: string): string => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the list of pull requests', () => {
  it('says of each what its reviews and its checks come to', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const page = read(await maya.see(`${home}/pulls`));
    expect(page).toContain(
      'Add startOfMonth and endOfMonth #27 · noah · 5 days ago · approved by maya · all checks have passed',
    );
    expect(page).toContain('changes requested by maya');
    expect(page).toContain('review required · some checks were not successful');
    expect(page).toContain('ines · 6 days ago · draft ·');
    expect(page).not.toContain('Compare dates');
    expect(read(await maya.see(`${home}/pulls?state=closed`))).toContain('merged by maya');
  });
});

describe('a pull request', () => {
  it('tells its story: text, commits, reviews, and what happened between them', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const page = read(await maya.see(`${home}/pull/27`));
    const story = [
      'noah wants to merge 2 commits into main from ends-of-a-month',
      'Closes #21',
      'Tell of them in the README',
      'noah requested a review from maya',
      'The comment about day 0 saved me a search',
      'Lovely. Merge it when you like.',
      'test passed',
      'Merge pull request',
    ];
    const places = story.map((part) => page.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('names what must pass, also a check that has not come yet', async () => {
    const pages = await withPages();
    pages.repository('sample/tidy-dates').rules.set('main', { requiredChecks: ['test', 'build'] });
    const page = read(await new Visitor(pages, 'maya').see(`${home}/pull/27`));
    expect(page).toContain('test passed Required');
    expect(page).toContain('build expected, waiting for its status Required');
    expect(page).toContain('Merging is blocked: the required check build has not passed.');
    pages.repository('sample/tidy-dates').rules.set('main', { requiredChecks: ['build', 'proof'], requiredReviews: 3 });
    expect(read(await new Visitor(pages, 'maya').see(`${home}/pull/27`))).toContain(
      'blocked: the required checks build and proof have not passed; at least 2 more approving reviews are required by reviewers with write access.',
    );
    const refusal = [
      ['then', 'refuse'],
      ['body', 'Not so.'],
    ] as const;
    await new Visitor(pages, 'maya').send(`${home}/pull/27/comments`, refusal);
    expect(read(await new Visitor(pages, 'maya').see(`${home}/pull/27`))).toContain(
      'have not passed; changes requested by maya.',
    );
  });

  it.each(['skipped', 'neutral'])('shows a %s check in grey, not as passed', async (conclusion) => {
    const github = await withPages();
    const permissions = { checks: 'write', metadata: 'read' } as const;
    await fetch(`${github.apiUrl}/repos/sample/tidy-dates/check-runs`, {
      method: 'POST',
      headers: { authorization: `token ${github.tokenFor({ workflow: 'sample/tidy-dates', permissions })}` },
      body: JSON.stringify({ name: 'proof', head_sha: pullOf(github, 27).head.sha, status: 'completed', conclusion }),
    });
    const page = await new Visitor(github, 'maya').see(`${home}/pull/27`);
    const mark = new RegExp(
      `<li class="step"><svg class="icon ([\\w-]+)"[^>]*>.{0,200}<code>proof</code> ${conclusion}`,
    );
    expect(mark.exec(page)?.[1]).toBe('is-blocked');
  });

  it('says what became of it, and by what it was mentioned', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect(read(await maya.see(`${home}/pull/11`))).toMatch(/successfully merged into main by \w+ and closed/);
    await maya.send(`${home}/pull/28/comments`, [
      ['then', 'close'],
      ['body', ''],
    ]);
    expect(read(await maya.see(`${home}/pull/28`))).toContain('closed with unmerged commits');
    const issue = await maya.see(`${home}/issues/2`);
    expect(issue).toContain(`mentioned this in <a class="reference" href="${home}/issues/3">Add addYears #3</a>`);
  });

  it('folds skipped checks, counts all, and leads from each check to its page or its job', async () => {
    const github = await withPages();
    const pull = pullOf(github, 30);
    const job = (id: number, name: string, conclusion: 'success' | 'skipped') =>
      ({ id, name, status: 'completed', conclusion, startedAt: null, completedAt: null, steps: [] }) as const;
    const jobs = [job(71, 'crew / begin the check', 'success'), job(72, 'crew / write the check', 'skipped')];
    const run = { id: 7, headCommit: { sha: pull.head.sha }, jobs };
    github.repository('sample/tidy-dates').runs.push(run as never);
    const maya = new Visitor(github, 'maya');
    const page = await maya.see(`${home}/pull/30`);
    expect(read(page)).toContain('some checks were not successful · 1 failing, 1 successful, 1 skipped');
    const [shown = '', skipped = ''] = page.split('<details class="skipped">');
    expect(read(skipped)).toMatch(/^ ?1 skipped check crew \/ write the check skipped Details/);
    expect(shown).not.toContain('crew / write the check');
    expect(shown).toContain(`<a href="${home}/runs/7#job-71">Details</a>`);
    const id = new RegExp(`<code>test</code> failed <a href="${home}/pull/30/checks#(check-\\d+)">Details</a>`).exec(
      shown,
    );
    const checks = await maya.see(`${home}/pull/30/checks`);
    expect(checks).toContain(`id="${id?.[1]}"`);
    expect(read(checks)).toContain('test failed This check has no output.');
    expect(checks).toContain(`<a href="${home}/runs/7#job-71">Steps and log of this job</a>`);
    expect(read(checks.split('<details class="skipped">')[1] ?? '')).toMatch(
      /^ ?1 skipped check crew \/ write the check/,
    );
  });

  it('shows its commits, and what they change line by line', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect(read(await maya.see(`${home}/pull/11/commits`))).toContain('Add isLeapYear … Fixes #10 ines');
    const files = await maya.see(`${home}/pull/28/files`);
    expect(files).toContain('<code>src/format.js</code>');
    expect(files).toMatch(/class="is-removed"><td class="n">\d+<\/td><td class="n"><\/td>/);
    expect(files).toContain('dddd: (date) =&gt; weekdays[(date.getDay() + 6) % 7],');
    const sha = /\/commit\/([0-9a-f]{40})/.exec(await maya.see(`${home}/pull/28/commits`))?.[1];
    expect(read(await maya.see(`${home}/commit/${sha}`))).toContain('format() knows dddd, the name of the weekday');
    expect((await maya.get(`${home}/commit/${sha?.slice(0, 7)}`)).headers.get('location')).toBe(
      `${home}/commit/${sha}`,
    );
  });

  it('takes a comment on a line, with the events of a review comment made by the API', async () => {
    const github = await withPages();
    const heard: string[] = [];
    github.on('event', ({ name, action }) => heard.push(`${name}.${action}`));
    const [maya, pull] = [new Visitor(github, 'maya'), pullOf(github, 28)];
    const path = 'src/format.js';
    const line = 13;
    const commit = pull.head.sha;
    const files = `${home}/pull/28/files`;
    expect(await maya.see(files)).toContain(`<a href="${files}?path=src%2Fformat.js&amp;line=${line}"`);
    expect(await maya.see(`${files}?path=src%2Fformat.js&line=${line}`)).toContain(
      `<input type="hidden" name="commit" value="${commit}">`,
    );
    const said = 'Is <b>Monday</b> first?';
    const reply = await maya.send(`${home}/pull/28/review-comments`, lineFields({ path, line, commit, body: said }));
    const byForm = pull.threads[0];
    expect(byForm).toMatchObject({ line, origin: { path, line, side: 'RIGHT', startLine: null, commit } });
    expect(byForm?.comments).toMatchObject([{ body: said, author: { login: 'maya' } }]);
    expect(byForm?.comments[0]?.review).toMatchObject({ state: 'COMMENTED', body: '' });
    expect(reply.headers.get('location')).toBe(`${files}#discussion_r${byForm?.comments[0]?.id}`);

    const heardOfForm = heard.splice(0);
    const byApi = await fetch(`${github.apiUrl}/repos/sample/tidy-dates/pulls/28/comments`, {
      method: 'POST',
      headers: { authorization: `token ${github.tokenFor({ user: 'maya' })}` },
      body: JSON.stringify({ path, line, commit_id: commit, body: said }),
    });
    expect(byApi.status).toBe(201);
    expect(heardOfForm).toEqual(['pull_request_review.submitted', 'pull_request_review_comment.created']);
    expect(heardOfForm).toEqual(heard);
    expect(byForm?.origin).toEqual(pull.threads[1]?.origin);

    const id = `id="discussion_r${byForm?.comments[0]?.id}"`;
    const below = new RegExp(
      `title="Comment on line ${line}">${line}</a>.*</tr><tr><td colspan="4"><div class="beside">[^]{0,80}${id}`,
    );
    expect(await maya.see(files)).toMatch(below);
    expect(await maya.see(`${home}/pull/28`)).toContain(id);
    if (byForm !== undefined) byForm.line = null;
    expect(await maya.see(files)).not.toContain(id);
  });

  it('refuses a comment on a line that it does not change, on an earlier commit, without text, or when locked', async () => {
    const github = await withPages();
    const pull = pullOf(github, 28);
    const fields = { path: 'src/format.js', line: 13, commit: pull.head.sha, body: 'Why?' };
    const send = (login: string, change: Partial<typeof fields>) =>
      new Visitor(github, login).send(`${home}/pull/28/review-comments`, lineFields({ ...fields, ...change }));
    expect((await send('maya', { line: 9000 })).status).toBe(422);
    expect((await send('maya', { path: 'src/none.js' })).status).toBe(422);
    expect((await send('maya', { line: 0 })).status).toBe(404);
    expect((await send('maya', { commit: pull.base.sha })).status).toBe(409);
    const empty = await send('maya', { body: ' ' });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toMatch(/id="line-problem" role="alert">The comment cannot be blank/);
    pull.locked = true;
    expect((await send('sam', {})).status).toBe(403);
    expect(await new Visitor(github, 'sam').see(`${home}/pull/28/files`)).not.toContain('?path=');
    expect(github.effects).toEqual([]);
  });

  it('collects line comments in a review that nobody else sees until it is submitted', async () => {
    const github = await withPages();
    const heard: string[] = [];
    github.on('event', ({ name, action }) => heard.push(`${name}.${action}`));
    const [maya, ines, pull] = [new Visitor(github, 'maya'), new Visitor(github, 'ines'), pullOf(github, 28)];
    const files = `${home}/pull/28/files`;
    const add = (line: number, body: string) =>
      maya.send(`${home}/pull/28/review-comments`, [
        ...lineFields({ path: 'src/format.js', line, commit: pull.head.sha, body }),
        ['as', 'review'],
      ]);
    expect(await maya.see(`${files}?path=src%2Fformat.js&line=13`)).toContain('Start a review');
    await add(13, 'Is Monday first?');
    expect(await maya.see(`${files}?path=src%2Fformat.js&line=16`)).toContain('Add review comment');
    await add(16, 'A blank line, please.');
    expect(heard).toEqual([]);
    expect(read(await maya.see(files))).toContain('Finish your review: 2 pending comments');
    expect(read(await maya.see(files))).toContain('pending just now Is Monday first?');
    expect(read(await ines.see(files))).not.toContain('Is Monday first?');
    expect(await maya.see(`${home}/pull/28`)).not.toContain('Is Monday first?');
    const api = await fetch(`${github.apiUrl}/repos/sample/tidy-dates/pulls/28/comments`);
    expect(await api.json()).toEqual([]);

    const sent = await maya.send(`${home}/pull/28/reviews`, [
      ['body', 'Two questions.'],
      ['then', 'refuse'],
    ]);
    const review = pull.reviews.at(-1);
    expect(review).toMatchObject({ state: 'CHANGES_REQUESTED', body: 'Two questions.', author: { login: 'maya' } });
    expect(review?.submittedAt).not.toBeNull();
    expect(sent.headers.get('location')).toBe(`${home}/pull/28#pullrequestreview-${review?.id}`);
    expect(heard).toEqual([
      'pull_request_review.submitted',
      'pull_request_review_comment.created',
      'pull_request_review_comment.created',
    ]);
    expect(read(await ines.see(files))).toContain('Is Monday first?');
    const talk = read(await ines.see(`${home}/pull/28`));
    for (const said of ['Two questions.', 'Is Monday first?', 'A blank line, please.']) expect(talk).toContain(said);
    expect(read(await maya.see(files))).toContain('Review changes');
  });

  it('discards a pending review with its comments, and refuses an empty one or the judgement of its author', async () => {
    const github = await withPages();
    const [maya, noah, pull] = [new Visitor(github, 'maya'), new Visitor(github, 'noah'), pullOf(github, 28)];
    const before = pull.reviews.length;
    await maya.send(`${home}/pull/28/review-comments`, [
      ...lineFields({ path: 'src/format.js', line: 13, commit: pull.head.sha, body: 'Why?' }),
      ['as', 'review'],
    ]);
    expect(pull.reviews).toHaveLength(before + 1);
    await maya.send(`${home}/pull/28/reviews`, [['then', 'discard']]);
    expect([pull.reviews.length, pull.threads]).toEqual([before, []]);
    expect((await maya.send(`${home}/pull/28/reviews`, [['then', 'comment']])).status).toBe(422);
    const author = new Visitor(github, pull.author.login);
    expect((await author.send(`${home}/pull/28/reviews`, [['then', 'approve']])).status).toBe(403);
    expect((await noah.send(`${home}/pull/28/reviews`, [['then', 'nonsense']])).status).toBe(404);
    expect(github.effects).toEqual([]);
  });

  it('takes a reply to a line comment, in the conversation and beside the line', async () => {
    const github = await withPages();
    const [maya, ines, pull] = [new Visitor(github, 'maya'), new Visitor(github, 'ines'), pullOf(github, 28)];
    await maya.send(
      `${home}/pull/28/review-comments`,
      lineFields({ path: 'src/format.js', line: 13, commit: pull.head.sha, body: 'Why?' }),
    );
    const id = String(pull.threads[0]?.id);
    const reply = (fields: readonly (readonly [string, string])[]) =>
      ines.send(`${home}/pull/28/replies`, [['thread', id], ...fields]);
    expect(await ines.see(`${home}/pull/28`)).toContain(`name="thread" value="${id}"`);
    expect(await ines.see(`${home}/pull/28/files`)).toContain(`name="thread" value="${id}"`);
    const sent = await reply([['body', 'Because ISO says so.']]);
    const made = pull.threads[0]?.comments[1];
    expect(made).toMatchObject({ body: 'Because ISO says so.', author: { login: 'ines' } });
    expect(sent.headers.get('location')).toBe(`${home}/pull/28#discussion_r${made?.id}`);
    expect(read(await maya.see(`${home}/pull/28/files`))).toContain('Because ISO says so.');
    expect((await reply([['body', ' ']])).status).toBe(422);
    expect(
      (
        await ines.send(`${home}/pull/28/replies`, [
          ['thread', '1'],
          ['body', 'x'],
        ])
      ).status,
    ).toBe(404);
    pull.locked = true;
    expect(
      (
        await new Visitor(github, 'sam').send(`${home}/pull/28/replies`, [
          ['thread', id],
          ['body', 'x'],
        ])
      ).status,
    ).toBe(403);
  });

  it('has a button that resolves a conversation, for its author and people with write access', async () => {
    const github = await withPages();
    const [maya, pull] = [new Visitor(github, 'maya'), pullOf(github, 28)];
    const comment = { path: 'src/format.js', line: 13, commit: pull.head.sha, body: 'Why?' };
    await maya.send(`${home}/pull/28/review-comments`, lineFields(comment));
    const [thread] = pull.threads;
    const press = (who: string, then: string) =>
      new Visitor(github, who).send(`${home}/pull/28/resolutions`, [
        ['thread', String(thread?.id)],
        ['then', then],
      ]);
    expect(await new Visitor(github, 'sam').see(`${home}/pull/28`)).not.toContain('Resolve conversation');
    expect((await press('sam', 'resolve')).status).toBe(403);
    expect(thread?.resolvedBy).toBeNull();
    expect(await maya.see(`${home}/pull/28`)).toContain('Resolve conversation');
    await press('maya', 'resolve');
    expect(thread?.resolvedBy?.login).toBe('maya');
    expect(read(await maya.see(`${home}/pull/28`))).toContain('resolved by maya');
    await press('maya', 'unresolve');
    expect(thread?.resolvedBy).toBeNull();
  });

  it('shows what its checks say, and beside which lines', async () => {
    const github = await withPages();
    const { head } = pullOf(github, 28);
    const permissions = { checks: 'write', metadata: 'read' } as const;
    const annotation = {
      path: 'src/format.js',
      start_line: 13,
      end_line: 13,
      annotation_level: 'failure',
      message: 'not so',
      title: 'Fails',
    };
    const post = await fetch(`${github.apiUrl}/repos/sample/tidy-dates/check-runs`, {
      method: 'POST',
      headers: { authorization: `token ${github.tokenFor({ workflow: 'sample/tidy-dates', permissions })}` },
      body: JSON.stringify({
        name: 'proof',
        head_sha: head.sha,
        status: 'completed',
        conclusion: 'failure',
        output: { title: 'One broke', summary: '**Broken** <b>now</b>', annotations: [annotation] },
      }),
    });
    expect(await post.json()).toMatchObject({ output: { annotations_count: 1 } });
    const maya = new Visitor(github, 'maya');
    expect(await maya.see(`${home}/pull/28`)).toMatch(/<a href="[^"]*\/pull\/28\/checks#check-\d+">One broke<\/a>/);
    const page = await maya.see(`${home}/pull/28/checks`);
    expect(page).toContain('<strong>Broken</strong> &lt;b&gt;now&lt;/b&gt;');
    expect(read(page)).toContain('src/format.js:13 Fails not so');
    expect(read(await maya.see(`${home}/pull/28/files`))).toContain('Fails not so');
  });

  it('is found under the address of an issue, and an issue under its own', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect((await maya.get(`${home}/issues/27`)).headers.get('location')).toBe(`${home}/pull/27`);
    expect((await maya.get(`${home}/pull/2`)).headers.get('location')).toBe(`${home}/issues/2`);
    for (const path of [
      'pull/27/talk',
      'pull/27/files/x',
      'pull/99',
      'pull',
      'commit/zzz',
      `commit/${'0'.repeat(40)}`,
    ]) {
      expect([path, (await maya.get(`${home}/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('is merged by who may write, when nothing is missing, and closes what it closes', async () => {
    const github = await withPages();
    const path = `${home}/pull/27`;
    const merge = (login: string) => new Visitor(github, login).send(`${path}/merge`, [['method', 'squash']]);
    expect((await merge('sam')).status).toBe(403);
    expect(pullOf(github, 27).merge).toBeNull();
    expect((await merge('noah')).headers.get('location')).toBe(path);
    const { repository, merge: merged } = pullOf(github, 27);
    expect(merged).toMatchObject({ by: { login: 'noah' }, sha: await tipOf(repository, 'main') });
    expect(issueOf(github, 21)).toMatchObject({ state: 'closed', stateReason: 'completed' });
    const page = read(await new Visitor(github, 'maya').see(path));
    expect(page).toContain('noah merged 2 commits into main');
    expect(page).not.toContain('Squash and merge');
    expect((await merge('noah')).status).toBe(409);
  });

  it('is put into the queue of a branch that has one, and merged from there', async () => {
    const github = await withPages();
    github.repository('sample/tidy-dates').rules.set('main', { requiredChecks: ['test'], mergeQueue: true });
    const path = `${home}/pull/27`;
    const noah = new Visitor(github, 'noah');
    expect(read(await noah.see(path))).toContain('Merge when ready');
    expect((await noah.send(`${path}/merge`, [])).status).toBe(303);
    expect(pullOf(github, 27)).toMatchObject({ queueEntry: { by: { login: 'noah' } }, merge: null });
    expect(read(await noah.see(path))).toContain('This pull request is in the merge queue.');
  });

  it('is not merged while its base asks for something', async () => {
    const github = await withPages();
    const noah = new Visitor(github, 'noah');
    for (const [number, why] of [
      [26, 'Draft pull requests cannot be merged.'],
      [28, 'Merging is blocked'],
      [30, 'Merging is blocked'],
    ] as const) {
      const reply = await noah.send(`${home}/pull/${number}/merge`, [['method', 'merge']]);
      expect([number, reply.status]).toEqual([number, 409]);
      expect(await reply.text()).toContain(why);
      expect(await noah.see(`${home}/pull/${number}`)).not.toContain('Merge pull request');
    }
  });

  it('is reviewed by anybody but its author, and may then be merged', async () => {
    const github = await withPages();
    const path = `${home}/pull/32/comments`;
    const approve = (login: string) => new Visitor(github, login).send(path, [['then', 'approve']]);
    expect((await approve('noah')).status).toBe(403);
    await approve('sam');
    expect(await new Visitor(github, 'maya').see(`${home}/pull/32`)).not.toContain('Merge pull request');
    await approve('ines');
    expect(await new Visitor(github, 'maya').see(`${home}/pull/32`)).toContain('Merge pull request');
    const empty = await new Visitor(github, 'maya').send(path, [['then', 'refuse']]);
    expect(empty.status).toBe(422);
    await new Visitor(github, 'maya').send(path, [
      ['then', 'refuse'],
      ['body', 'A hyphen is no dash.'],
    ]);
    const page = read(await new Visitor(github, 'maya').see(`${home}/pull/32`));
    expect(page).toContain('A hyphen is no dash.');
    expect(page).not.toContain('Merge pull request');
  });

  it('is no draft any more when its author says so, is closed and opened again', async () => {
    const github = await withPages();
    expect((await new Visitor(github, 'sam').send(`${home}/pull/26/ready`, [])).status).toBe(403);
    await new Visitor(github, 'ines').send(`${home}/pull/26/ready`, []);
    expect(pullOf(github, 26).draft).toBe(false);
    await new Visitor(github, 'ines').send(`${home}/pull/26/comments`, [['then', 'close']]);
    expect(pullOf(github, 26)).toMatchObject({ state: 'closed', merge: null });
    await new Visitor(github, 'ines').send(`${home}/pull/26/comments`, [['then', 'reopen']]);
    expect(pullOf(github, 26).state).toBe('open');
  });

  it('takes comments, labels and reactions as an issue does', async () => {
    const github = await withPages();
    const maya = new Visitor(github, 'maya');
    await maya.send(`${home}/pull/35/comments`, [['body', 'Thank you!']]);
    await maya.send(`${home}/pull/35/labels`, [['label', 'enhancement']]);
    await maya.send(`${home}/pull/35/reactions`, [
      ['subject', String(pullOf(github, 35).id)],
      ['content', 'heart'],
    ]);
    expect(pullOf(github, 35)).toMatchObject({
      comments: [{}, { body: 'Thank you!' }],
      labels: [{ name: 'enhancement' }],
      reactions: [{ content: 'heart' }],
    });
  });
});
