// A second scan of the same thousand issues writes nothing, and a later one only what is new by then.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '../../../../src/ports/report.js';
import { fromWebhook } from '../../../../src/services/event.js';
import { cannotSeed, seedOf } from '../../../build/seed-world.js';
import { boardOf, type World } from '../../../build/world.js';
import { corpus } from '../looking.js';
import { ago, type Board, closeBoard, DAY, isContent, ME, MINUTE, openBoard, REPO, type Seen } from './board.js';
import { AIM, agents, openThousand } from './thousand.js';

describe('a second scan', () => {
  /** More orders, not only one. */
  const LONG = process.env.CREW_LONG === '1';
  const HOUR = 60 * MINUTE;

  let board: Board;
  let settled: Seen;

  /** Scans, an hour apart, until nothing is planned. */
  async function settle(): Promise<Seen> {
    for (let looks = 1; ; looks += 1) {
      const seen = await board.look({ aim: AIM });
      board.clock.pass(HOUR);
      if (seen.report.changes.planned === 0) return seen;
      expect(looks).toBeLessThan(6);
    }
  }

  beforeAll(async () => {
    board = await openThousand();
    settled = await settle();
    board.happened();
  }, 60_000);

  /** The verdict of each issue, without its dates. */
  const judgedIn = ({ assessments }: Report) =>
    new Map(assessments.map(({ issue, state, rule, freshness }) => [`#${issue}`, { state, rule, freshness }]));

  describe('a scan of a thousand issues with nothing new', () => {
    it('reads all of them, with some in every state', () => {
      const { coverage, assessments } = settled.report;
      expect(coverage).toMatchObject({ issues: 1000, seen: 1000, missing: [] });
      const states = [...new Set(assessments.map(({ state }) => state))].sort();
      expect(states).toEqual(['blocked', 'done', 'in_progress', 'incomplete', 'review_pending']);
      expect(settled.outcome.name).toBe('done');
    });

    it('writes nothing, also in another process with only the data on GitHub', async () => {
      board.requested();
      const { report } = await board.look({ aim: AIM });
      expect(report.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
      expect(board.happened()).toEqual([]);
      expect(report.assessments).toEqual(settled.report.assessments);
      expect(board.requested()).toBeLessThanOrEqual(12);
    });
  });

  describe('a scan that reads the board in another order', () => {
    it('gets its lists in another order from the embedded GitHub', async () => {
      const cards = async () => {
        const query = '{ organization(login: "acme") { projectV2(number: 1) { items(first: 20) { nodes { id } } } } }';
        const ask = () =>
          fetch(board.embedded.graphqlUrl, {
            method: 'POST',
            headers: { authorization: `token ${board.embedded.tokenFor({ user: 'maya' })}` },
            body: JSON.stringify({ query }),
          });
        // The server may have closed the idle connection that is reused here.
        const answer = await ask().catch(ask);
        return JSON.stringify(await answer.json());
      };
      const inOrder = await cards();
      board.embedded.faults.add({ kind: 'shuffle', seed: 1, times: 2 });
      const shuffled = await cards();
      expect(shuffled).not.toBe(inOrder);
      expect(await cards()).toBe(shuffled);
      expect(await cards()).toBe(inOrder);
    });

    it.each(LONG ? [1, 2] : [1])(
      'writes nothing if only the order changed (%d)',
      async (seed) => {
        board.clock.pass(DAY);
        const before = await settle();
        board.clock.pass(DAY);
        board.happened();
        board.embedded.faults.add({ kind: 'shuffle', seed, times: 'all' });
        const after = await board.look({ aim: AIM });
        board.embedded.faults.clear();
        expect(after.report.changes.planned).toBe(0);
        expect(after.report.coverage).toMatchObject({ issues: 1000, seen: 1000, missing: [] });
        expect(board.happened().filter(isContent)).toEqual([]);
        expect(judgedIn(after.report)).toEqual(judgedIn(before.report));
        expect(after.report.recommendation).toEqual(before.report.recommendation);
      },
      120_000,
    );
  });

  describe('a scan eight days later', () => {
    it('writes only on issues whose state or freshness changed', async () => {
      const before = judgedIn((await settle()).report);
      board.clock.pass(8 * DAY);
      board.happened();
      const { report } = await board.look({ aim: AIM });
      const moved = [...judgedIn(report)].flatMap(([issue, { state, freshness }]) => {
        const then = before.get(issue);
        return then?.state === state && then.freshness === freshness ? [] : [issue];
      });
      const written = board.happened().filter((effect) => isContent(effect) && effect.kind !== 'label.created');
      expect(written.length).toBeGreaterThan(10);
      expect([...new Set(written.map(({ subject }) => subject))].filter((subject) => !moved.includes(subject))).toEqual(
        [],
      );
    }, 120_000);
  });
});

const ISSUES = [
  { number: 1, title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'ann', createdAt: ago(20) },
  { number: 2, title: 'Pay by card', body: 'Blocked by #1', author: 'maya', createdAt: ago(19) },
];

async function request(board: Board, method: string, path: string, body: object) {
  const answer = await fetch(`${board.embedded.apiUrl}/repos/${REPO}/${path}`, {
    method,
    headers: {
      authorization: `token ${board.embedded.tokenFor({ user: 'maya' })}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { readonly user?: unknown };
}

/** A later scan, after something happened. */
async function scanLater(board: Board) {
  board.clock.pass(10 * MINUTE);
  return board.look();
}

/** maya writes a comment, and crew is told of it. Returns what crew answers. */
async function say(board: Board, issue: number, body: string): Promise<string> {
  board.clock.pass(10 * MINUTE);
  const comment = await request(board, 'POST', `issues/${issue}/comments`, { body });
  const found = board.embedded.repository(REPO).issues.find(({ number }) => number === issue);
  const event = fromWebhook('issue_comment', {
    action: 'created',
    repository: { full_name: REPO },
    issue: { number: issue, title: found?.title, body: found?.body },
    comment,
    sender: comment.user,
  });
  if (!event) throw new Error('the comment was no event');
  return (await board.ends({ event })).says ?? '';
}

/** crew's comments on an issue without their markers. */
const said = (board: Board, issue: number): readonly string[] =>
  (board.embedded.repository(REPO).issues.find(({ number }) => number === issue)?.comments ?? []).flatMap(
    ({ author, body }) => (author.login === ME ? [body.replace(/\n*<!-- crew:[^>]*-->$/, '')] : []),
  );

describe('the comment of an issue', () => {
  it('names the blocker, is followed by a new comment when the last blocker is gone, and is edited when the issue is closed', async () => {
    const board = await openBoard({ issues: ISSUES });
    await board.look();
    expect(said(board, 2)).toEqual([expect.stringMatching(/^\*\*Blocked\.\*\* It waits for #1/)]);
    await request(board, 'PATCH', 'issues/1', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)).toEqual([
      expect.stringMatching(/^\*\*Ready to start\.\*\*/),
      '@maya: #1 is done; this issue can start.',
    ]);
    await request(board, 'PATCH', 'issues/2', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)[0]).toBe('**Done.** Closed as completed.');
  });

  it('says "ready to merge" of an approved pull request, and "done" only after the merge', async () => {
    const board = await openBoard({
      issues: ISSUES.slice(0, 1),
      pulls: [
        {
          number: 10,
          title: 'Keep both',
          body: 'Part of #1',
          author: 'maya',
          createdAt: ago(3),
          closes: [1],
          reviews: [{ by: 'noah', state: 'APPROVED', at: ago(1) }],
        },
      ],
    });
    await board.look();
    expect(said(board, 1)).toEqual([expect.stringMatching(/^\*\*Ready to merge\.\*\*.*\n\n@/)]);
    await request(board, 'PUT', 'pulls/10/merge', {});
    await scanLater(board);
    expect(said(board, 1)).toEqual([expect.stringMatching(/^\*\*Done(?:, not closed yet)?\.\*\*/)]);
  });
});

describe('/crew quiet and /crew wake', () => {
  it('get an answer of one line, and in between crew updates its labels but not its comment', async () => {
    const board = await openBoard({ issues: ISSUES });
    await board.look();
    const [before] = said(board, 2);
    expect(await say(board, 2, '/crew quiet')).toBe(
      'crew no longer comments on this issue and still updates its labels. `/crew wake` turns comments on again.',
    );
    await request(board, 'PATCH', 'issues/1', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)[0]).toBe(before);
    expect(board.stands()[`${REPO}#2`]?.labels).toContain('crew:ready');
    expect(await say(board, 2, '/crew wake')).toBe('crew comments on this issue again.');
    expect(said(board, 2)[0]).toMatch(/Ready to start\./);
  });
});

describe('a whole facilitation', () => {
  const LONG = process.env.CREW_LONG === '1';

  /** Those that a seed alone can make: no work logs, which lie in clones, and no runs, which lie in refs. */
  const worlds = corpus.filter(
    (world) => cannotSeed(world) === null && boardOf(world).board.logs.length + boardOf(world).board.runs.length === 0,
  );
  const some = worlds.filter((_, n) => LONG || n % 20 === 4);

  /** The world, on a board with a column for each of its issues. */
  function open(world: World): Promise<Board> {
    const { repository, more, now } = seedOf(world);
    const items = (repository.issues ?? []).map(({ number }) => ({ of: `acme/app#${number}`, status: 'Todo' }));
    const files = { ...agents, '.github/crew.yml': settingsOf(world) };
    const projects = [{ owner: 'acme', number: 1, title: 'All', items }];
    return openBoard({ ...repository, files }, { ...more, projects }, Date.parse(now));
  }

  const settingsOf = ({ config = {} }: World): string =>
    JSON.stringify({
      facilitate: {
        comments: 'all',
        ...(config['done-branches'] ? { 'done-branches': config['done-branches'] } : {}),
        ...(config['blocked-labels'] ? { 'blocked-labels': config['blocked-labels'] } : {}),
      },
      ...(config['ignore-authors'] ? { 'ignore-authors': config['ignore-authors'] } : {}),
    });

  const AIM = { project: 1, projectOwner: 'acme' };

  const LABELS = /^(?:crew:(?:ready|review|stale|close-due|merge-due)|blocked|needs-attention)$/;

  /** Everything that is not crew's to touch. */
  function untouched({ embedded }: Board): unknown {
    const { issues, pulls } = embedded.repository('acme/app');
    const plain = ({
      number,
      title,
      body,
      state,
      locked,
      assignees,
      milestone,
    }: (typeof issues)[number] | (typeof pulls)[number]) => ({
      ...{ number, title, body, state, locked },
      assignees: assignees.map(({ login }) => login),
      milestone: milestone?.title,
    });
    return {
      issues: issues.map((issue) => ({
        ...plain(issue),
        parts: issue.subIssues.length,
        waits: issue.blockedBy.length,
      })),
      pulls: pulls.map((pull) => ({
        ...plain(pull),
        draft: pull.draft,
        base: pull.base.ref,
        merged: pull.merge !== null,
        head: pull.head.sha,
      })),
      cards: embedded.state.projects.flatMap(({ items }) =>
        items.map(({ nodeId, archived, values }) => [nodeId, archived, [...values].map(String)]),
      ),
      theirs: issues.flatMap(({ comments }) =>
        comments.filter(({ author }) => author.login !== ME).map(({ body }) => body),
      ),
      foreign: issues.map(({ labels }) => labels.map(({ name }) => name).filter((name) => !LABELS.test(name))),
    };
  }

  function expectOnlyWhatItMay(board: Board): void {
    for (const { actor, kind, subject, detail } of board.happened()) {
      expect(actor).toBe(ME);
      if (kind.startsWith('ref.')) expect(`${kind} ${subject}`).toMatch(/^ref\.(?:created|updated) refs\/crew\/board$/);
      else if (kind === 'label.created') expect(subject).toMatch(LABELS);
      else if (kind.startsWith('label.'))
        expect(`${kind} ${String(detail.label)}`).toMatch(
          /^label\.(?:added|removed) (?:crew:[\w-]+|blocked|needs-attention)$/,
        );
      else expect(['comment.created', 'comment.edited']).toContain(kind);
    }
  }

  /** What it thinks of everything, but for whether that is new to it. */
  const thoughts = ({ assessments, recommendation, drift, cycles, health }: Report) => ({
    assessments,
    scores: recommendation.suggestions.map(({ command, issue, score, addends }) => [
      command,
      issue,
      Math.round((score - addends.change) * 1000) / 1000,
      { ...addends, change: undefined },
    ]),
    ...{ drift, cycles, health },
  });

  it.each(some.map((world) => [world.name, world] as const))(
    'leaves only its allowed traces and the rest of the board unchanged: %s',
    async (_, world) => {
      const board = await open(world);
      const before = untouched(board);
      const first = await board.look({ aim: AIM });
      expectOnlyWhatItMay(board);
      board.clock.pass(MINUTE);
      const second = await board.look({ aim: AIM });
      expect(second.report.changes.planned).toBe(0);
      expect(thoughts(second.report)).toEqual(thoughts(first.report));
      expectOnlyWhatItMay(board);
      expect(untouched(board)).toEqual(before);
      await closeBoard(board);
    },
  );

  it('was tried on enough boards', () => {
    expect(worlds.length).toBeGreaterThan(180);
    expect(some.length).toBeGreaterThan(10);
  });
});
