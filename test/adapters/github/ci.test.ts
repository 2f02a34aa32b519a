import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changeRun, createRun, type RunConclusion, type WorkflowJob, type WorkflowRun } from 'github-sandbox';
import { failedLines } from '../../../src/adapters/github/ci/failures.js';
import { type CiCheckState, checkState, ciState, newestRuns } from '../../../src/adapters/github/ci/state.js';
import { UserError } from '../../../src/ports/errors.js';
import { at, openPullShop, REPO } from './pull-shop.js';

describe('the checks of a commit', () => {
  let environment: Awaited<ReturnType<typeof openPullShop>>;
  beforeAll(async () => {
    environment = await openPullShop({ files: { 'README.md': '# shop\n' }, private: true });
  });
  afterEach(() => environment.embedded.faults.clear());

  let count = 0;
  /** A commit that nobody has checked yet. */
  const newHead = () => environment.push(`topic-${++count}`, { 'a.md': `${count}\n` });
  const on = (head: string) => environment.github().ci.read(head);

  const check = (head: string, name: string, conclusion: 'success' | 'failure' | 'skipped' | null, output?: object) =>
    environment.asApp().checks.create({
      ...at,
      head_sha: head,
      name,
      ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
      ...(output ? { output: { title: '', summary: '', ...output } } : {}),
    });
  const status = (
    head: string,
    context: string,
    state: 'success' | 'pending' | 'failure' | 'error',
    more: object = {},
  ) => environment.as('maya').repos.createCommitStatus({ ...at, sha: head, context, state, ...more });

  interface RunOf {
    readonly file?: string;
    readonly jobs?: readonly Pick<WorkflowJob, 'name' | 'conclusion'>[];
    readonly ends?: RunConclusion;
  }

  /** A run of a workflow on a commit, as a runner would have left it. */
  async function run(head: string, { file = 'test.yml', jobs = [], ends }: RunOf = {}): Promise<WorkflowRun> {
    const repository = environment.embedded.repository(REPO);
    const { world } = environment.embedded;
    const act = { world, by: { account: repository.owner, app: null, isWorkflow: false } };
    const path = `.github/workflows/${file}`;
    const id = [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const headCommit = await repository.commits.read(head);
    const workflow = { id, path, name: file };
    const made = createRun(act, { repository, workflow, event: 'push', headBranch: 'topic', headCommit, payload: {} });
    made.jobs = jobs.map(({ name, conclusion }) => ({
      id: world.ids.next(),
      name,
      status: conclusion === null ? 'in_progress' : 'completed',
      conclusion,
      startedAt: made.createdAt,
      completedAt: conclusion === null ? null : made.createdAt,
      steps: [],
    }));
    if (ends !== undefined) changeRun(act, made, { status: 'completed', conclusion: ends });
    return made;
  }

  const LOG = [
    '2026-11-18T12:00:00.0000000Z ##[group]Run npm ci',
    '2026-11-18T12:00:01.0000000Z ##[endgroup]',
    '2026-11-18T12:00:02.0000000Z added 3 packages',
    '2026-11-18T12:00:03.0000000Z ##[group]Run npm test',
    '2026-11-18T12:00:03.0000000Z npm test',
    '2026-11-18T12:00:03.0000000Z ##[endgroup]',
    '2026-11-18T12:00:04.0000000Z \u001B[31mexpected 2, got 3\u001B[0m',
    '2026-11-18T12:00:05.0000000Z ##[error]Process completed with exit code 1.',
    '2026-11-18T12:00:06.0000000Z Post job cleanup.',
  ].join('\r\n');

  describe('what the repository’s checks say of a commit', () => {
    it('is none where nobody says anything', async () => {
      expect(await on(await newHead())).toEqual({ state: 'none', stateOfOthers: 'none', names: [], failures: [] });
    });

    it('is green where all of both kinds are', async () => {
      const head = await newHead();
      await check(head, 'lint', 'success');
      await check(head, 'docs', 'skipped');
      await status(head, 'deploy', 'success');
      await run(head, { jobs: [{ name: 'test', conclusion: 'success' }], ends: 'success' });
      expect(await on(head)).toMatchObject({ state: 'green', stateOfOthers: 'green', failures: [] });
      expect((await on(head)).names).toEqual(expect.arrayContaining(['lint', 'docs', 'deploy', 'test']));
    });

    it('is pending while one goes on: a check, a status, or a run that has no job yet', async () => {
      const [one, two, three] = [await newHead(), await newHead(), await newHead()];
      await check(one, 'lint', null);
      await status(two, 'deploy', 'pending');
      await run(three);
      for (const head of [one, two, three]) expect((await on(head)).state).toBe('pending');
    });

    it('is red with what each that failed has to say, and beside which lines', async () => {
      const head = await newHead();
      const remark = {
        path: 'src/cart.js',
        start_line: 7,
        end_line: 9,
        annotation_level: 'failure',
        title: 'cart',
        message: 'Expected 2, got 3.',
      };
      const noise = { ...remark, path: '.github', message: 'Process completed with exit code 1.' };
      await check(head, 'test', 'failure', { summary: '1 of 20 failed', annotations: [remark, noise] });
      await check(head, 'lint', 'success');
      await status(head, 'deploy', 'error', { description: 'No room', target_url: 'https://ci.example/7' });
      const { state, failures } = await on(head);
      expect(state).toBe('red');
      expect(failures).toMatchObject([
        {
          name: 'test',
          summary: '1 of 20 failed',
          annotations: [
            { path: 'src/cart.js', line: 7, level: 'failure', title: 'cart', message: 'Expected 2, got 3.' },
          ],
        },
        { name: 'deploy', summary: 'No room', url: 'https://ci.example/7', annotations: [] },
      ]);
      expect(failures[0]?.annotations).toHaveLength(1);
    });

    it('tells where it was not read what one remarks: whoever has it may not be asked, or too many failed', async () => {
      const remark = {
        path: 'src/cart.js',
        start_line: 7,
        end_line: 7,
        annotation_level: 'failure',
        message: 'Too long.',
      };
      const [head, many] = [await newHead(), await newHead()];
      await check(head, 'lint', 'failure', { annotations: [remark] });
      await check(head, 'docs', 'failure');
      environment.embedded.faults.add({
        kind: 'status',
        status: 403,
        when: 'before',
        times: 'all',
        path: /annotations/,
      });
      const unread = async (of: string) =>
        new Map((await on(of)).failures.map((each) => [each.name, [each.unread ?? false, each.annotations.length]]));
      expect(await unread(head)).toEqual(
        new Map([
          ['lint', [true, 0]],
          ['docs', [false, 0]],
        ]),
      );
      environment.embedded.faults.clear();
      for (let n = 0; n < 11; n += 1) await check(many, `part ${n}`, 'failure', { annotations: [remark] });
      const read = [...(await unread(many)).values()];
      expect(read.filter(([isUnread]) => isUnread)).toEqual([[true, 0]]);
      expect(read.filter(([isUnread]) => !isUnread)).toEqual(Array(10).fill([false, 1]));
    });

    it('is red with the last words of a job: the step that failed, without what came before and after', async () => {
      const head = await newHead();
      const job = { name: 'test', conclusion: 'failure' } as const;
      await run(head, { jobs: [job, { ...job, name: 'lint' }], ends: 'failure' });
      environment.embedded.plugExecutor({
        start: () => undefined,
        cancel: () => undefined,
        log: (_, { name }) => (name === 'test' ? LOG : null),
      });
      const { failures } = await on(head);
      expect(failures.map(({ name, summary }) => [name, summary])).toEqual([
        ['test', 'npm test\nexpected 2, got 3\n##[error]Process completed with exit code 1.'],
        ['lint', ''],
      ]);
    });

    it('counts only the newest of what was said again', async () => {
      const head = await newHead();
      await status(head, 'deploy', 'failure');
      await status(head, 'deploy', 'success');
      await run(head, { jobs: [{ name: 'old', conclusion: 'failure' }], ends: 'failure' });
      await run(head, { jobs: [{ name: 'new', conclusion: 'success' }], ends: 'success' });
      expect(await on(head)).toMatchObject({ state: 'green', stateOfOthers: 'green', failures: [] });
    });

    it('leaves out what is crew’s own: its check, and the jobs it is itself in the middle of', async () => {
      const head = await newHead();
      await check(head, 'crew/verify', 'failure');
      await run(head, { file: 'crew.yml', jobs: [{ name: 'crew / publish', conclusion: null }] });
      expect(await on(head)).toMatchObject({ state: 'none', stateOfOthers: 'none', failures: [] });
      await check(head, 'lint', 'success');
      expect((await on(head)).state).toBe('green');
    });

    it('leaves out what is called its own where that is said', async () => {
      const head = await newHead();
      await run(head, { file: 'helper.yml', jobs: [{ name: 'work', conclusion: null }] });
      const own = { checks: [], workflows: ['.github/workflows/helper.yml'] };
      expect((await environment.github({ own }).ci.read(head)).state).toBe('none');
      expect((await on(head)).state).toBe('pending');
    });

    it('waits for a person where a run has to be let in first', async () => {
      const [one, two] = [await newHead(), await newHead()];
      await run(one, { ends: 'action_required' });
      await check(one, 'lint', null);
      (await run(two)).status = 'waiting';
      for (const head of [one, two]) expect((await on(head)).state).toBe('waits');
    });

    it('is not green where somebody stopped it', async () => {
      const head = await newHead();
      await run(head, { jobs: [{ name: 'test', conclusion: 'cancelled' }], ends: 'cancelled' });
      await check(head, 'lint', 'success');
      expect(await on(head)).toMatchObject({ state: 'unknown', stateOfOthers: 'unknown', failures: [] });
    });

    it('names a workflow that made no job at all, and names no job twice', async () => {
      const head = await newHead();
      await run(head, { file: 'broken.yml', ends: 'startup_failure' });
      await run(head, { jobs: [{ name: 'test', conclusion: 'failure' }], ends: 'failure' });
      const { state, failures } = await on(head);
      expect(state).toBe('red');
      expect(failures.map(({ name }) => name)).toEqual(['test', 'broken.yml']);
    });

    it('is read over all pages', async () => {
      const head = await newHead();
      for (let n = 1; n <= 101; n += 1) await check(head, `part ${n}`, n === 1 ? 'failure' : 'success');
      expect((await on(head)).failures.map(({ name }) => name)).toEqual(['part 1']);
    });
  });

  describe('what may not be read', () => {
    const github = (permissions: object) =>
      environment.github({
        token: async () =>
          environment.embedded.tokenFor({
            workflow: REPO,
            permissions: { contents: 'read', metadata: 'read', ...permissions },
          }),
      });

    it('is not known, and never green', async () => {
      const head = await newHead();
      await check(head, 'lint', 'success');
      expect((await github({}).ci.read(head)).state).toBe('unknown');
      expect((await github({ checks: 'read', statuses: 'read' }).ci.read(head)).state).toBe('unknown');
      expect((await github({ checks: 'read', statuses: 'read', actions: 'read' }).ci.read(head)).state).toBe('green');
    });

    it('hides no failure that can be seen', async () => {
      const head = await newHead();
      await check(head, 'lint', 'failure');
      const { state, failures } = await github({ checks: 'read' }).ci.read(head);
      expect([state, failures.map(({ name }) => name)]).toEqual(['red', ['lint']]);
    });

    it('is not known of a commit that is not there', async () => {
      expect((await on('0'.repeat(40))).state).toBe('unknown');
    });

    it('is an error where GitHub cannot be reached: that says nothing of a commit', async () => {
      const head = await newHead();
      environment.embedded.faults.add({
        kind: 'status',
        when: 'before',
        status: 502,
        path: '/check-runs',
        times: 'all',
      });
      await expect(on(head)).rejects.toThrow(UserError);
    });
  });

  describe('what else can be there', () => {
    it('says how it stands without what is red', async () => {
      const head = await newHead();
      await check(head, 'lint', 'failure');
      expect(await on(head)).toMatchObject({ state: 'red', stateOfOthers: 'none' });
      await check(head, 'docs', 'success');
      expect(await on(head)).toMatchObject({ state: 'red', stateOfOthers: 'green' });
      await status(head, 'deploy', 'pending');
      expect(await on(head)).toMatchObject({ state: 'red', stateOfOthers: 'pending' });
    });

    it('is none where an App was told of the commit and has nothing to say: its empty suite stays queued for ever', async () => {
      const head = await newHead();
      const other = await newHead();
      await check(other, 'lint', 'success');
      const { suites } = environment.embedded.repository(REPO).checks;
      suites.set(
        head,
        (suites.get(other) ?? []).map((suite) => ({ ...suite, sha: head, runs: [] })),
      );
      const { data } = await environment.asApp().checks.listSuitesForRef({ ...at, ref: head });
      expect(data.check_suites.map((suite) => suite.status)).toEqual(['queued']);
      expect((await on(head)).state).toBe('none');
    });
  });

  describe('what a branch asks of a change', () => {
    const on = (branch: string) => environment.github().ci.readBase(branch);
    const newBranch = async () =>
      [`topic-${++count}`, await environment.push(`topic-${count}`, { 'a.md': `${count}\n` })] as const;
    const remark = { start_line: 7, end_line: 7, annotation_level: 'failure', title: 'cart', message: 'Expected 2.' };

    it('is told in one request, with what is red on it: checks with what they say, and statuses', async () => {
      const [branch, head] = await newBranch();
      await check(head, 'test', 'failure', { annotations: [{ ...remark, path: 'src/cart.js' }] });
      await check(head, 'docs', 'success');
      await status(head, 'deploy', 'error');
      await status(head, 'slow', 'pending');
      const github = environment.github();
      const { failed } = await github.ci.readBase(branch);
      expect(github.spent().requests).toBe(1);
      expect(failed).toEqual([
        {
          name: 'test',
          annotations: [expect.objectContaining({ path: 'src/cart.js', line: 7, message: 'Expected 2.' })],
        },
        { name: 'deploy', annotations: [] },
      ]);
    });

    it('is not red under a name that is green elsewhere, or is still going on there', async () => {
      const [branch, head] = await newBranch();
      await check(head, 'test', 'failure');
      await run(head, { jobs: [{ name: 'test', conclusion: 'success' }], ends: 'success' });
      await check(head, 'lint', 'failure');
      await run(head, { file: 'lint.yml', jobs: [{ name: 'lint', conclusion: null }] });
      expect((await on(branch)).failed).toEqual([]);
    });

    it('is nothing where nobody says anything, and where there is no such branch', async () => {
      expect(await on((await newBranch())[0])).toEqual({ required: [], failed: [] });
      expect(await on('nowhere')).toEqual({ required: [], failed: [] });
    });

    it('names what has to pass', async () => {
      const [branch] = await newBranch();
      environment.embedded.repository(REPO).rules.set(branch, { requiredChecks: ['build', 'test'] });
      expect((await on(branch)).required).toEqual(['build', 'test']);
    });
  });
});

const ended = (conclusion: string | null) => ({ status: 'completed', conclusion });
const goesOn = (status: string | null) => ({ status, conclusion: null });

describe('what one check says', () => {
  it.each([
    [ended('success'), 'green'],
    [ended('neutral'), 'green'],
    [ended('skipped'), 'green'],
    [ended('failure'), 'red'],
    [ended('error'), 'red'],
    [ended('timed_out'), 'red'],
    [ended('startup_failure'), 'red'],
    [ended('action_required'), 'waits'],
    [ended('cancelled'), 'unknown'],
    [ended('stale'), 'unknown'],
    [ended('a word of next year'), 'unknown'],
    [ended(null), 'unknown'],
    [goesOn('queued'), 'pending'],
    [goesOn('in_progress'), 'pending'],
    [goesOn('pending'), 'pending'],
    [goesOn('requested'), 'pending'],
    [goesOn('waiting'), 'waits'],
    [goesOn('action_required'), 'waits'],
    [goesOn('another word'), 'unknown'],
    [goesOn(null), 'unknown'],
  ] as const)('%j is %s', (seen, word) => {
    expect(checkState(seen)).toBe(word);
  });
});

const word = fc.constantFrom<CiCheckState>('red', 'waits', 'pending', 'unknown', 'green');

describe('what they come to', () => {
  it.each([
    [[], true, 'none'],
    [[], false, 'unknown'],
    [['green'], true, 'green'],
    [['green'], false, 'unknown'],
    [['green', 'unknown'], true, 'unknown'],
    [['green', 'pending', 'unknown'], true, 'pending'],
    [['pending'], false, 'pending'],
    [['green', 'pending', 'waits'], true, 'waits'],
    [['waits', 'red', 'pending'], true, 'red'],
    [['red'], false, 'red'],
  ] as const)('%j, all of them known: %s, is %s', (words, whole, state) => {
    expect(ciState(words, { isComplete: whole })).toBe(state);
  });

  it('is green only where every single one is, and nothing is missing; and the order does not matter', () => {
    fc.assert(
      fc.property(fc.array(word), fc.boolean(), (words, whole) => {
        const state = ciState(words, { isComplete: whole });
        expect(state === 'green').toBe(whole && words.length > 0 && words.every((one) => one === 'green'));
        expect(ciState(words.toReversed(), { isComplete: whole })).toBe(state);
      }),
    );
  });
});

describe('the runs that count', () => {
  const run = (id: number, conclusion: string | null, more: object = {}) => ({
    id,
    conclusion,
    status: 'completed',
    path: '.github/workflows/test.yml',
    event: 'pull_request',
    workflow_id: 1,
    html_url: '',
    ...more,
  });
  const idsOf = (runs: readonly ReturnType<typeof run>[]) => newestRuns(runs).map(({ id }) => id);

  it('are the last of each workflow and event', () => {
    const runs = [run(4, 'success'), run(2, 'cancelled'), run(3, 'failure', { event: 'push' })];
    expect(idsOf(runs).toSorted()).toEqual([3, 4]);
    expect(idsOf([run(1, 'failure'), run(2, 'failure', { workflow_id: 2 })])).toEqual([1, 2]);
  });

  it('are not those that skipped everything, where one before them did something', () => {
    expect(idsOf([run(1, 'failure'), run(2, 'skipped')])).toEqual([1]);
    expect(idsOf([run(1, 'skipped'), run(2, null)])).toEqual([2]);
    expect(idsOf([run(1, 'skipped')])).toEqual([1]);
  });
});

describe('the last words of a job', () => {
  it('are the end of a log that does not say where it failed', () => {
    expect(failedLines('one\ntwo\nthree\n')).toBe('one\ntwo\nthree');
    expect(failedLines('')).toBe('');
  });

  it('are those of the last step that failed', () => {
    const log = '##[group]Run a\n##[error]no a\n##[group]Run b\nb says so\n##[error]no b\nafter it';
    expect(failedLines(log)).toBe('b says so\n##[error]no b');
  });

  it('are no more than somebody reads', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}`);
    expect(failedLines(lines.join('\n')).split('\n')).toEqual(lines.slice(-80));
    const long = failedLines('x'.repeat(100_000));
    expect(long).toHaveLength(8001);
    expect(long.startsWith('…')).toBe(true);
  });
});
