// A look at a world, and what a board is like after a look's writes have reached it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { bodyDigest, withMarker } from '../../../src/changes/marker.js';
import { type Config, defaults } from '../../../src/config/index.js';
import type { IssueRecord, ScanRecord } from '../../../src/ports/board.js';
import type { BoardSnapshot, IssueFacts, Ref } from '../../../src/ports/board-snapshot.js';
import { inLanguage, type Language } from '../../../src/text/lang/index.js';
import { en } from '../../../src/workflows/facilitate/messages.en.js';
import { ja } from '../../../src/workflows/facilitate/messages.ja.js';
import { type AgentRegistry, discover } from '../../../src/workflows/facilitate/rules/agents.js';
import type { PreviousScan } from '../../../src/workflows/facilitate/rules/blockers.js';
import { type BoardFacts, boardFactsOf } from '../../../src/workflows/facilitate/rules/board-facts.js';
import { judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { type Maintained, maintain } from '../../../src/workflows/facilitate/rules/maintain.js';
import { identityOf } from '../../../src/workflows/facilitate/rules/people.js';
import { recommend } from '../../../src/workflows/facilitate/rules/recommend.js';
import type { Rules } from '../../../src/workflows/facilitate/rules/rule-settings.js';
import type { Planned } from '../../../src/workflows/facilitate/rules/writes.js';
import { boardOf, type World } from '../../build/world.js';

export const ME = 'crew[bot]';

type Context = Parameters<typeof maintain>[1];
export type Standing = Context['ownComments'];
type Settings = Partial<Config['facilitate']> & { readonly lang?: Language };

export interface Looking {
  readonly settings?: Settings;
  readonly previous?: ScanRecord | undefined;
  readonly me?: string;
  readonly digestIssue?: Ref;
}

/** The facts of a board. */
export function boardFactsAt(
  board: BoardSnapshot,
  rules: Rules,
  of: Looking & { memory?: PreviousScan | undefined } = {},
): BoardFacts {
  const { lang = 'en', ...facilitate } = of.settings ?? {};
  const config: Config = { ...defaults, lang, facilitate: { ...defaults.facilitate, ...facilitate } };
  const { previous } = of;
  const memory = previous ?? of.memory;
  const say = inLanguage(lang, { en, ja });
  const judged = judge(board, rules, memory);
  const identity = identityOf(of.me ?? ME, { config, earlier: previous?.identities });
  return boardFactsOf({
    board,
    judged,
    rules,
    config,
    say,
    identity,
    previous,
    digestIssues: of.digestIssue === undefined ? [] : [of.digestIssue],
  });
}

/** The facts of a world. */
export function lookAt(world: Partial<World> & Pick<World, 'issues'>, of: Looking = {}): BoardFacts {
  // An issue without a description is suggested to nobody.
  const issues = world.issues.map((issue) => ({ body: 'What is wrong, in a sentence.', ...issue }));
  const { board, rules, memory } = boardOf({ name: '', expect: {}, ...world, issues });
  return boardFactsAt(board, rules, { ...of, memory });
}

export const quietly = (of: Partial<Context> = {}): Context => ({
  ownComments: new Map(),
  quiet: new Set(),
  outgoing: (text) => text,
  room: 400,
  ...of,
});

/** What a look leaves. */
export const observed = (boardFacts: BoardFacts, issues: Readonly<Record<Ref, IssueRecord>>): ScanRecord => ({
  format: 2,
  at: boardFacts.board.observedAt,
  identities: boardFacts.identity.logins,
  texts: textsOf(boardFacts),
  issues,
});

/** What stands after these writes. */
export function standingAfter(before: Standing, planned: readonly Planned[]): Standing {
  const after = new Map(before);
  for (const { ref, change } of planned)
    if (change.kind === 'comment' && change.slot === 'facilitate') after.set(ref, { digest: bodyDigest(change.body) });
  return after;
}

/** The board after these writes, as the next look finds it: labels and comments by crew, and the acts that GitHub tells of. */
export function boardAfter(board: BoardSnapshot, planned: readonly Planned[], me = ME): BoardSnapshot {
  const issues = board.issues.map((issue) => {
    let then = issue;
    for (const { ref, change } of planned)
      if (ref === issue.ref) then = issueAfter(then, { change, me, at: board.observedAt });
    return then;
  });
  return { ...board, issues };
}

function issueAfter(
  issue: IssueFacts,
  { change, me, at }: { change: Planned['change']; me: string; at: string },
): IssueFacts {
  const by = { login: me, ...(me.endsWith('[bot]') ? { bot: true } : {}) };
  if (change.kind === 'comment') {
    const body = withMarker(change.body, { slot: change.slot, place: issue.ref });
    return { ...issue, comments: [...issue.comments, { at, by, body }] };
  }
  const others = issue.labels.filter(({ name }) => name !== change.label);
  const isAdd = change.action === 'add';
  const labels = isAdd ? [...others, { name: change.label, by, at }] : others;
  return {
    ...issue,
    labels,
    events: [...issue.events, { type: isAdd ? 'labeled' : 'unlabeled', at, by, what: change.label }],
  };
}

export const labelsOf = ({ planned }: Maintained): readonly string[] =>
  planned.flatMap(({ change, ref }) =>
    change.kind === 'label' ? [`${change.action === 'add' ? '+' : '-'}${change.label} ${ref.split('#')[1]}`] : [],
  );

export const commentsOf = ({ planned }: Maintained): Readonly<Record<string, string>> =>
  Object.fromEntries(
    planned.flatMap(({ change, ref }) =>
      change.kind === 'comment' && change.slot === 'facilitate' ? [[ref.split('#')[1] ?? '', change.body]] : [],
    ),
  );

/** Two looks: the second with what the first left and wrote. */
export function twice(
  boardFacts: BoardFacts,
  hand: Context = quietly(),
): { first: Maintained; second: Maintained; then: BoardFacts } {
  const first = maintain(boardFacts, hand);
  const then = boardFactsAt(boardAfter(boardFacts.board, first.planned, boardFacts.identity.me), boardFacts.rules, {
    ...lookingOf(boardFacts),
    previous: observed(boardFacts, first.next),
  });
  const second = maintain(then, { ...hand, ownComments: standingAfter(hand.ownComments, first.planned) });
  return { first, second, then };
}

export const lookingOf = ({ config, identity }: BoardFacts): Looking => ({
  settings: { ...config.facilitate, lang: config.lang },
  me: identity.me,
});

/** Text blockers with the times from which they count, as a look remembers them. */
export const textsOf = ({ verdicts }: BoardFacts): ScanRecord['texts'] =>
  Object.fromEntries(verdicts.map(({ issue, case: { issueBlockers: waiting } }) => [issue, waiting.texts]));

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/facilitate');

/** Every world of the labelled corpus. */
export const corpus: readonly World[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yml'))
  .flatMap((file): readonly World[] => parse(readFileSync(path.join(FOLDER, file), 'utf8')));

const agent = (name: string, types: readonly string[], more: object = {}) => ({
  path: `.agent/${name}/agent.json`,
  text: JSON.stringify({
    name,
    description: `${name} works on issues`,
    parameters: { issue: { type: 'number', required: true, cli: '--issue' } },
    actions: { types },
    command: `agents run ${name} --issue {issue}`,
    ...more,
  }),
});

/** A registry of one who works and one who reviews; others on top. */
export const registryOf = (...more: readonly ReturnType<typeof agent>[]): AgentRegistry =>
  discover(
    [agent('iterator', ['issue-action']), agent('reviewer', ['review-action']), ...more],
    '2026-11-18T12:00:00.000Z',
  );

export { agent };

/** The suggestions for a board. */
export const suggestionsOf = (boardFacts: BoardFacts, registry = registryOf()) =>
  recommend(boardFacts, registry).recommendation.suggestions;
