// A further round on crew's pull request: a review with a text and two line comments, answered by three models. The right one answers every
// request, an unhelpful one makes the change and answers none, and a third one answers only the first request.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import type { RecordedRequest } from '../../../src/workflows/fix/rules/rounds.js';
import { answer, type Bug, edit, type Fixes, issueOf, LONG, mended, turn, withFixes } from './with-fixes.js';

const WRONG = { add: 'a - b', less: 'a + b', times: 'a + b' } as const;
const RIGHT = { add: 'a + b', less: 'a - b', times: 'a * b' } as const;
type Name = keyof typeof WRONG;

/** Line 1 is mended in the first round; line 3 stands beside it in the diff. */
const fileOf = (name: Name, body: string) =>
  `export const ${name} = (a, b) => ${body};\n\nexport const ${name}Two = (a) => ${name}(a, 2);\n`;

/** What the review asks for: the arguments under other names, and another name for the second function. */
const renamed = (name: Name) =>
  edit(
    `${name}.js`,
    `(a, b) => ${RIGHT[name]}`,
    `(one, two) => ${RIGHT[name].replace('a', 'one').replace('b', 'two')}`,
  );
const second = (name: Name) => edit(`${name}.js`, `${name}Two`, `${name}ByTwo`);

const reviewed = (name: Name, of: Readonly<Record<string, unknown>>) =>
  answer({
    ...{ kind: 'other', approach: 'Other names.', what: `The names in ${name}.js.`, why: 'The review asks for it.' },
    ...{ shownBy: [], ...of },
  });

const part = (name: Name, isReview: boolean, turns: readonly unknown[]) => ({
  name: `editor ${name} ${isReview}`,
  when: {
    system: 'You are the Editor',
    first: isReview ? `Call it ${name}ByTwo` : `${name} is wrong`,
  },
  turns,
});

const ALL = {
  title: 'add: name the arguments',
  pullTitle: 'add: add its arguments, and name them',
  pullWhat: 'add now adds its arguments, which have names.',
  requests: [
    { number: 1, result: 'done', text: 'They are one and two.' },
    { number: 2, result: 'done', text: 'It is addByTwo.' },
    { number: 3, result: 'no-change', text: 'No caller exists in this repository.' },
  ],
};
const ONE = { requests: [{ number: 1, result: 'done', text: 'They are one and two.' }] };

const NOT_BOTH = {
  requests: [...ONE.requests, { number: 2, result: 'not-done', text: 'It would change the type that callers get.' }],
};

/** The answers to a review of questions alone; the first attempt leaves one of them open. */
const QUESTIONS = {
  ...{ result: 'no-change', what: 'Nothing.', why: 'Both are questions.' },
  requests: [
    { number: 1, result: 'no-change', text: 'It is the number that is added.' },
    { number: 2, result: 'no-change', text: 'One of them is for callers with one argument.' },
  ],
};
const DECLINED = {
  ...{ result: 'no-change', what: 'Nothing.', why: 'Temporal is missing here.' },
  requests: [{ number: 1, result: 'not-done', text: 'This version of Node has no Temporal.' }],
};
const EARLY = { ...QUESTIONS, requests: QUESTIONS.requests.slice(0, 1) };

let environment: Fixes;
beforeAll(async () => {
  const names = Object.keys(WRONG) as Name[];
  environment = await withFixes({
    issues: names.map((name) => issueOf(name as Bug)),
    repository: { files: Object.fromEntries(names.map((name) => [`${name}.js`, fileOf(name, WRONG[name])])) },
    parts: [
      {
        name: 'editor declines',
        when: { system: 'You are the Editor', first: 'Port it to Temporal.' },
        turns: [turn(reviewed('add', DECLINED))],
      },
      {
        name: 'editor questions',
        when: { system: 'You are the Editor', first: 'What is the 2 for?' },
        turns: [turn(reviewed('add', EARLY)), turn(reviewed('add', QUESTIONS))],
      },
      {
        name: 'editor plusTwo',
        when: { system: 'You are the Editor', first: 'Call it plusTwo.' },
        turns: [turn(edit('add.js', 'addByTwo', 'plusTwo')), turn(reviewed('add', NOT_BOTH))],
      },
      {
        name: 'editor incrementByTwo',
        when: { system: 'You are the Editor', first: 'Call it incrementByTwo.' },
        turns: [turn(edit('add.js', 'plusTwo', 'incrementByTwo')), turn(reviewed('add', ONE))],
      },
      {
        name: 'editor nextButOne',
        when: { system: 'You are the Editor', first: 'Call it nextButOne.' },
        turns: [turn(edit('add.js', 'incrementByTwo', 'nextButOne')), turn(reviewed('add', ONE))],
      },
      part('add', true, [turn(renamed('add'), second('add')), turn(reviewed('add', ALL))]),
      part('less', true, [
        turn(renamed('less'), second('less')),
        turn(reviewed('less', {})),
        turn(reviewed('less', {})),
        turn(reviewed('less', {})),
      ]),
      part('times', true, [
        turn(renamed('times')),
        turn(reviewed('times', ONE)),
        turn(reviewed('times', ONE)),
        turn(reviewed('times', ONE)),
      ]),
      ...names.map((name) => part(name, false, mended(name as Bug))),
    ],
  });
  for (const [n, name] of names.entries()) await reviewRound(n + 1, name);
}, LONG);
afterAll(() => environment.close());

const pullOf = async (issue: number) => {
  const found = (await environment.pulls()).find(({ head }) => head === `crew/issue-${issue}`);
  if (!found) throw new Error(`no pull request of #${issue}`);
  return found;
};

/** The fix of an issue, a review of its pull request, and `/crew fix` there. */
async function reviewRound(issue: number, name: Name): Promise<void> {
  await environment.say('maya', '/crew fix', issue);
  await environment.runs();
  const { number } = await pullOf(issue);
  const beside = (line: number, body: string) => ({ path: `${name}.js`, line, side: 'RIGHT', body });
  await environment.as('maya').pulls.createReview({
    ...{ ...at, pull_number: number, event: 'REQUEST_CHANGES', body: `Who else calls ${name}Two?` },
    comments: [beside(1, 'Name the arguments.'), beside(3, `Call it ${name}ByTwo.`)],
  });
  await environment.say('maya', '/crew fix', number);
  await environment.runs();
}

/** The state of each request in the record of the last round. */
async function states(issue: number): Promise<readonly string[]> {
  const last = (await environment.records(`issue-${issue}`)).at(-1);
  const { requests = [] } = (last?.end?.result ?? {}) as { requests?: readonly RecordedRequest[] };
  return requests.map(({ from, is }) => `${from} ${is}`);
}

const replies = async (issue: number) => {
  const { number } = await pullOf(issue);
  const { data } = await environment.as('maya').pulls.listReviewComments({ ...at, pull_number: number });
  return data
    .slice(2)
    .map(({ body }) =>
      body
        .replace(/\n*<!-- crew:[^>]*-->$/, '')
        .replaceAll(/\[`[0-9a-f]{7}`\]\(http\S+\/commit\/[0-9a-f]{40}\)/g, 'SHA'),
    );
};

const subjects = async (issue: number) => {
  const { number } = await pullOf(issue);
  const { data } = await environment.as('maya').pulls.listCommits({ ...at, pull_number: number });
  return data.map(({ commit }) => commit.message.split('\n')[0]);
};

const check = async (issue: number) =>
  (await environment.as('maya').checks.listForRef({ ...at, ref: `crew/issue-${issue}` })).data.check_runs.map(
    ({ name, conclusion, output }) => [name, conclusion, output.title?.replace(/^.*?(?:; |$)/, '')],
  );

const outcome = async (issue: number) => (await environment.records(`issue-${issue}`)).at(-1)?.end?.outcome;

describe('a model that answers every request of the review', () => {
  it('ends done, and the pull request describes the whole change', async () => {
    expect(await outcome(1)).toBe('done');
    expect(await states(1)).toEqual(['thread done', 'thread done', 'review no-change']);
    const { title, body, draft } = await pullOf(1);
    expect([title, draft]).toEqual(['add: add its arguments, and name them', false]);
    expect(body.split('\n')[0]).toBe('add now adds its arguments, which have names.');
    expect(body).toContain('| `test/add.test.js › add` | fails | passes |');
    expect(body).toContain('| `maya` on `add.js:1`: Name the arguments. | done: They are one and two. |');
    expect(body).toContain('| `maya`: Who else calls addTwo? | answered: No caller exists in this repository. |');
    expect(body).toMatch(/\$\d+\.\d\d in 2 runs/);
    expect(await check(1)).toEqual([['crew/verify', 'success', '']]);
  });

  it('says above each comparison in the log of the verify job with what it compares', async () => {
    const runs = await environment.runsOf();
    const logs = runs.map(({ id }) =>
      environment.actions.runs
        .pages(id)
        .logs.map(({ text }) => text)
        .join('\n'),
    );
    const [log = ''] = logs.filter((each) => each.includes('Compared with'));
    const headings = log.match(/Compared with .*/g);
    expect(headings).toEqual([
      'Compared with the pull request before this change',
      'Compared with the base branch main',
    ]);
    expect(logs.join('\n')).not.toMatch(/artifacts\/tree-/);
  });

  it('gives each round its own commit subject, and each thread one reply', async () => {
    expect(await subjects(1)).toEqual(['The operator in add.js', 'add: name the arguments']);
    expect(await replies(1)).toEqual(['Done in SHA.\n\n> They are one and two.', 'Done in SHA.\n\n> It is addByTwo.']);
  });

  it('tells the requester what became of each request', async () => {
    const said = environment.said((await pullOf(1)).number).at(-1) ?? '';
    expect(said).toMatch(/^@maya\n\n#\d+ has a new commit, \[`[0-9a-f]{7}`\]\(\S+\): `add: name the arguments`\./);
    expect(said).toContain('Review requests: 2 changes made, 1 question answered.');
    // The pull request has the table; the comment names only what is left.
    expect(said).not.toContain('|---|');
    expect((await pullOf(1)).body).toContain(
      '<summary>Review requests: 2 changes made, 1 question answered.</summary>',
    );
    expect(said).not.toContain('not answered');
  });

  it('gets the requests as a numbered list', () => {
    const [first] = environment.model.requests
      .map((each) => JSON.stringify(each))
      .filter((text) => text.includes('Request 1') && text.includes('addTwo'));
    expect(first).toContain('Request 1 (review thread at \\"add.js\\", line 1)');
    expect(first).toContain('Request 2 (review thread at \\"add.js\\", line 3)');
    expect(first).toContain('Request 3 (text of a review)');
  });
});

/** `/crew fix` without a text: how often the model is asked, and what crew says. */
const fixAgain = async (number: number) => {
  const before = { heard: environment.model.requests.length, said: environment.said(number).length };
  await environment.say('maya', '/crew fix', number);
  await environment.runs();
  return {
    heard: environment.model.requests.length - before.heard,
    said: environment.said(number).slice(before.said),
  };
};

/** Resolves the thread with this comment, as a reviewer does on the page. */
async function resolveThread(number: number, text: string): Promise<void> {
  const THREADS = `query ($number: Int!) { repository(owner: "ann", name: "shop") { pullRequest(number: $number) {
    reviewThreads(first: 50) { nodes { id comments(first: 1) { nodes { body } } } } } } }`;
  const found = await graphql(THREADS, { number });
  const nodes: readonly { id: string; comments: { nodes: readonly { body: string }[] } }[] =
    found.repository.pullRequest.reviewThreads.nodes;
  const threadId = nodes.find(({ comments }) => comments.nodes[0]?.body.includes(text))?.id;
  await graphql(
    'mutation ($threadId: ID!) { resolveReviewThread(input: { threadId: $threadId }) { clientMutationId } }',
    {
      threadId,
    },
  );
}

async function graphql(query: string, variables: object) {
  const { data } = await environment.as('maya').request('POST /graphql', { query, variables });
  if (data.errors) throw new Error(JSON.stringify(data.errors));
  return data.data;
}

describe('/crew fix without a text', () => {
  const NOTHING = expect.stringMatching(/^Nothing is open on #\d+: .* Write what to change after `\/crew fix`\.$/);

  it(
    'where nothing is open, is answered in one comment and asks no model',
    async () => {
      expect(await fixAgain((await pullOf(1)).number)).toEqual({ heard: 0, said: [NOTHING] });
    },
    LONG,
  );

  it(
    'after a review of questions alone, answers each one, changes nothing, and does not say stuck',
    async () => {
      const { number } = await pullOf(1);
      const before = { replies: (await replies(1)).length, subjects: await subjects(1), text: await pullOf(1) };
      await environment.as('maya').pulls.createReview({
        ...{ ...at, pull_number: number, event: 'COMMENT', body: 'Why are there two functions?' },
        comments: [{ path: 'add.js', line: 3, side: 'RIGHT', body: 'What is the 2 for?' }],
      });
      const { said } = await fixAgain(number);
      expect(await outcome(1)).toBe('refused');
      expect(await states(1)).toEqual(['thread no-change', 'review no-change']);
      expect((await replies(1)).slice(before.replies)).toEqual([
        'What is the 2 for?',
        '> It is the number that is added.\n\nNo change.',
      ]);
      const notice = said.at(-1) ?? '';
      expect(notice).toContain('no review request asks for a change');
      expect(notice).toContain('One of them is for callers with one argument.');
      expect(said.join('\n')).not.toMatch(/stuck/i);
      expect([await subjects(1), await pullOf(1)]).toEqual([before.subjects, before.text]);
      expect(await fixAgain(number)).toEqual({ heard: 0, said: [NOTHING] });
    },
    LONG,
  );
});

describe('a model that carries out no request and says why', () => {
  it(
    'answers in the thread, changes nothing, and the next /crew fix names what was not done',
    async () => {
      const { number } = await pullOf(1);
      const before = await replies(1);
      await environment.as('maya').pulls.createReview({
        ...{ ...at, pull_number: number, event: 'COMMENT', body: 'Thanks! Please look at my comments.' },
        comments: [{ path: 'add.js', line: 3, side: 'RIGHT', body: 'Port it to Temporal.' }],
      });
      const { said } = await fixAgain(number);
      expect(await outcome(1)).toBe('refused');
      expect(await states(1)).toEqual(['thread declined']);
      expect((await replies(1)).slice(before.length + 1)).toEqual([
        'Not done:\n\n> This version of Node has no Temporal.',
      ]);
      expect(said.at(-1)).toContain('**Not done: 1 review request.** Nothing was changed.');
      const { said: again, heard } = await fixAgain(number);
      expect(heard).toBe(0);
      expect(again).toEqual([
        expect.stringMatching(
          /^Nothing new is open on #\d+\. crew does not retry a review request that it answered with “not done”: \[`add\.js:3`\]\(\S+\/pull\/\d+#discussion_r\d+\)\. To try again, write `\/crew fix` and, on the same line, what you want instead\. If the request is a review thread, also resolve it\.$/,
        ),
      ]);
    },
    LONG,
  );

  /** A review with line comments, and the fix that it leads to. Returns the last comment of crew. */
  const anotherRound = async (number: number, bodies: readonly string[]) => {
    await environment.as('maya').pulls.createReview({
      ...{ ...at, pull_number: number, event: 'COMMENT', body: '' },
      comments: bodies.map((body) => ({ path: 'add.js', line: 3, side: 'RIGHT', body })),
    });
    return (await fixAgain(number)).said.at(-1) ?? '';
  };

  it(
    'after a round that left a request undone, says above the fold what to write',
    async () => {
      const { number } = await pullOf(1);
      const said = await anotherRound(number, ['Call it plusTwo.', 'Use BigInt.']);
      expect([await outcome(1), await states(1)]).toEqual(['partial', ['thread done', 'thread declined']]);
      const [shown] = said.split('<details>');
      expect(shown).toContain(
        'Review requests: 1 change made, 1 not done. For what was not done, write `/crew fix` and, on the same line, what you want instead. If the request is a review thread, also resolve it.',
      );
      expect(await check(1)).toEqual([['crew/verify', 'neutral', '2 review requests not done']]);
    },
    LONG,
  );

  it(
    'keeps the check neutral in later rounds, until the threads are resolved',
    async () => {
      const { number } = await pullOf(1);
      await resolveThread(number, 'Port it to Temporal.');
      const said = await anotherRound(number, ['Call it incrementByTwo.']);
      expect([await outcome(1), await states(1)]).toEqual(['partial', ['thread done']]);
      expect(said).toMatch(
        /Review requests: 1 change made\.\n\nThis round is done, but 1 earlier review request is still not done: \[`add\.js:3`\]\(\S+#discussion_r\d+\)\./,
      );
      expect(await check(1)).toEqual([['crew/verify', 'neutral', '1 review request not done']]);
      await resolveThread(number, 'Use BigInt.');
      expect(await anotherRound(number, ['Call it nextButOne.'])).not.toContain('still not done');
      expect([await outcome(1), await check(1)]).toEqual(['done', [['crew/verify', 'success', '']]]);
    },
    LONG,
  );
});

describe('an unhelpful model, which makes the change and answers no request', () => {
  it('ends partial: the lines show two requests, and the text of the review is not answered', async () => {
    expect(await outcome(2)).toBe('partial');
    expect(await states(2)).toEqual(['thread changed', 'thread changed', 'review unanswered']);
    const { title, body } = await pullOf(2);
    expect(title).toBe('The operator in less.js');
    expect(body).toContain('Later commits: `The names in less.js`.');
    expect(body).toContain('| `maya`: Who else calls lessTwo? | **not answered** |');
    expect(await check(2)).toEqual([['crew/verify', 'neutral', '1 review request not done']]);
    expect(await replies(2)).toEqual(['Changed in SHA.', 'Changed in SHA.']);
  });

  it('is asked once for the answers', () => {
    const last = environment.model.requests
      .map((each) => JSON.stringify(each))
      .findLast((text) => text.includes('Call it lessByTwo'));
    expect(last?.split('The review requests 1, 2, 3 have no answer')).toHaveLength(2);
  });
});

describe('a model that answers only one request', () => {
  it('ends partial, and says in each place what is open', async () => {
    expect(await outcome(3)).toBe('partial');
    expect(await states(3)).toEqual(['thread done', 'thread unanswered', 'review unanswered']);
    expect(await replies(3)).toEqual([
      'Done in SHA.\n\n> They are one and two.',
      'SHA does not answer this. Write `/crew fix` again: crew then works on it.',
    ]);
    const said = environment.said((await pullOf(3)).number).at(-1) ?? '';
    expect(said).toContain(
      'Review requests: 1 change made, 2 not answered. Write `/crew fix` again: crew then works on the 2 requests without an answer.',
    );
  });

  it(
    'gets only the open requests in the next round',
    async () => {
      const { number } = await pullOf(3);
      const before = environment.model.requests.length;
      await environment.say('maya', '/crew fix', number);
      await environment.runs();
      const next = environment.model.requests.slice(before).map((each) => JSON.stringify(each))[0] ?? '';
      expect(next).toContain('Request 1 (review thread at \\"times.js\\", line 3)');
      expect(next).toContain('Request 2 (text of a review)');
      expect(next).not.toContain('Request 3');
    },
    LONG,
  );
});
