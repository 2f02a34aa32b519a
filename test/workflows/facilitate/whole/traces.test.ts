// What a facilitation leaves on GitHub, over the labelled corpus: only what it may, and nothing that changes what it sees.
import { describe, expect, it } from '@jest/globals';
import type { Report } from '../../../../src/ports/report.js';
import { cannotSeed, seedOf } from '../../../build/seed-world.js';
import { boardOf, type World } from '../../../build/world.js';
import { corpus } from '../looking.js';
import { type Board, closeBoard, ME, MINUTE, openBoard } from './board.js';
import { agents } from './thousand.js';

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
    issues: issues.map((issue) => ({ ...plain(issue), parts: issue.subIssues.length, waits: issue.blockedBy.length })),
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

describe('a whole facilitation', () => {
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
