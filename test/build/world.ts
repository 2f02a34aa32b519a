// A world of the labelled corpus → a board, as the adapter would have read it. The form is described beside the corpus.

import { defaults } from '../../src/config/index.js';
import type {
  BoardSnapshot,
  CheckState,
  IssueFacts,
  Known,
  Person,
  PullFacts,
  Ref,
} from '../../src/ports/board-snapshot.js';
import type { PreviousScan } from '../../src/workflows/facilitate/rules/blockers.js';
import type { Rules } from '../../src/workflows/facilitate/rules/rule-settings.js';

type Time = string;
type Short = number | string;

export interface World {
  readonly name: string;
  readonly awkward?: boolean;
  readonly now?: Time;
  readonly repo?: string;
  readonly config?: { 'done-branches'?: string[]; 'blocked-labels'?: string[]; 'ignore-authors'?: string[] };
  readonly 'may-push'?: readonly string[];
  readonly bots?: readonly string[];
  readonly previous?: Time | { at: Time; 'text-blockers'?: Readonly<Record<string, readonly Short[]>> };
  readonly unread?: readonly string[];
  readonly issues: readonly WorldIssue[];
  readonly pulls?: readonly WorldPull[];
  readonly commits?: readonly { sha: string; message: string; at: Time; by?: string; branch?: string; repo?: string }[];
  readonly branches?: readonly {
    name: string;
    repo?: string;
    ahead: readonly { sha: string; message: string; at: Time; by?: string }[];
  }[];
  readonly logs?: readonly {
    agent: string;
    issue: Short;
    started: Time;
    last: Time;
    ended?: { at: Time; well: boolean };
  }[];
  readonly runs?: readonly {
    run: string;
    workflow: string;
    issue: Short;
    status: string;
    started: Time;
    ended?: Time;
  }[];
  readonly expect: Readonly<Record<string, Expected>>;
}

export interface Expected {
  readonly state: string;
  readonly rule: string;
  readonly links: readonly { ref: Short; strength: string }[];
  readonly blockers?: readonly { ref?: Short; external?: string; open: boolean }[];
  readonly missing?: readonly string[];
  readonly due?: string;
  readonly attention?: boolean;
}

interface WorldIssue {
  readonly number: number;
  readonly title?: string;
  readonly body?: string;
  readonly author?: string;
  readonly created?: Time;
  readonly closed?: { at: Time; reason: 'completed' | 'not_planned' | 'duplicate' | 'converted' };
  readonly 'duplicate-of'?: Short;
  readonly 'transferred-to'?: Short;
  readonly locked?: boolean;
  readonly labels?: readonly (string | { name: string; by?: string; at?: Time })[];
  readonly assignees?: readonly string[];
  readonly reopened?: readonly Time[];
  readonly children?: readonly Short[];
  readonly parent?: Short;
  readonly 'blocked-by'?: readonly { issue: Short; since: Time }[];
  readonly branches?: readonly string[];
  readonly comments?: readonly { at: Time; by: string; body: string }[];
  readonly acts?: readonly { type: string; at: Time; by: string }[];
  readonly status?: { name: string; at?: Time; by?: string };
}

interface WorldPull {
  readonly number: number;
  readonly title?: string;
  readonly body?: string;
  readonly author?: string;
  readonly state?: 'open' | 'closed' | 'merged';
  readonly draft?: boolean;
  readonly created?: Time;
  readonly 'closed-at'?: Time;
  readonly base?: string;
  readonly head?: { repo?: string; branch?: string; sha?: string };
  readonly commits?: readonly { sha: string; message?: string; at?: Time; by?: string; own?: boolean }[];
  readonly closes?: readonly Short[];
  readonly 'review-decision'?: 'approved' | 'changes_requested' | 'review_required' | 'none';
  readonly reviews?: readonly { by: string; state: string; commit?: string; at: Time }[];
  readonly requests?: readonly { login: string; at: Time }[];
  readonly checks?: readonly { name: string; state: CheckState; required?: boolean | 'unknown' }[];
  readonly mergeable?: boolean | 'yes' | 'conflicts' | 'unknown';
  readonly blocked?: boolean | 'yes' | 'no' | 'unknown';
  readonly 'auto-merge'?: boolean;
  readonly queued?: boolean;
  readonly merge?: { sha?: string; at?: Time; by?: string; reaches?: readonly string[] };
}

const NOW = '2026-11-18T12:00:00Z';
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The world as facts, with what the judgement needs besides. */
export function boardOf(world: World): {
  board: BoardSnapshot;
  rules: Rules;
  memory: PreviousScan | undefined;
  ref: (short: Short) => Ref;
} {
  const tools = toolsOf(world);
  const { time, ref } = tools;
  const issues = world.issues.map((issue) => issueOf(issue, tools));
  const pulls = (world.pulls ?? []).map((pull) => pullOf(pull, tools));
  const known = new Set([...world.issues.map(({ number }) => ref(number)), ...pulls.map((pull) => pull.ref)]);
  const logins = everybody(world);
  const pushers = world['may-push'] ?? ['maya', 'noah'];
  const board: BoardSnapshot = {
    observedAt: time(world.now),
    repo: tools.repo,
    repos: [{ repo: tools.repo, defaultBranch: 'main', private: false }],
    issues,
    pulls,
    commits: (world.commits ?? []).map(({ sha, message, at, by = 'maya', branch = 'main', repo = tools.repo }) => ({
      repo,
      branch,
      sha,
      message,
      at: time(at),
      by: tools.person(by),
    })),
    branches: (world.branches ?? []).map(({ name, repo = tools.repo, ahead }) => ({
      repo,
      name,
      ahead: tools.known(`branch ${name} ahead`, () =>
        ahead.map(({ sha, message, at, by = 'maya' }) => ({ sha, message, at: time(at), by: tools.person(by) })),
      ),
    })),
    logs: (world.logs ?? []).map(({ agent, issue, started, last, ended }) => ({
      path: `tmp/logs/agents/${agent}/session.jsonl`,
      agent,
      issue: ref(issue),
      startedAt: time(started),
      lastAt: time(last),
      ended: ended && { at: time(ended.at), succeeded: ended.well },
    })),
    runs: (world.runs ?? []).map(({ run, workflow, issue, status, started, ended }) => ({
      run,
      workflow,
      issue: ref(issue),
      status,
      startedAt: time(started),
      endedAt: ended && time(ended),
    })),
    mayPush: Object.fromEntries(logins.map((login) => [login, pushers.includes(login)])),
    notIssues: [],
    absent: [...numbersIn(world)].map(ref).filter((each) => !known.has(each)),
    missing: [],
  };
  return { board, rules: rulesOf(world), memory: memoryOf(world, tools), ref };
}

interface Tools {
  readonly repo: string;
  readonly time: (at: Time | undefined, fallback?: Time) => string;
  readonly ref: (short: Short) => Ref;
  readonly person: (login: string) => Person;
  readonly unread: (what: string) => boolean;
  readonly known: <T>(what: string, value: () => T) => Known<T>;
}

function toolsOf({ now = NOW, repo = 'acme/app', bots = [], unread = [] }: World): Tools {
  const base = Date.parse(now);
  const time = (at: Time | undefined, fallback = now) => {
    const said = String(at ?? fallback);
    const found = /^-(\d+(?:\.\d+)?)([mhd])$/.exec(said);
    const ms = found ? base - Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0) : Date.parse(said);
    return new Date(ms).toISOString();
  };
  return {
    repo,
    time,
    ref: (short) => (typeof short === 'number' || /^\d+$/.test(short) ? `${repo}#${short}` : short),
    person: (login) => ({ login, ...(bots.includes(login) || login.endsWith('[bot]') ? { bot: true } : {}) }),
    unread: (what) => unread.includes(what),
    known: (what, value) => (unread.includes(what) ? 'unread' : value()),
  };
}

function issueOf(issue: WorldIssue, { time, ref, person, known, unread }: Tools): IssueFacts {
  const { number } = issue;
  return {
    ref: ref(number),
    ...(unread(`issue ${number}`) ? { unread: true } : {}),
    title: issue.title ?? `Issue ${number}`,
    body: issue.body ?? '',
    author: person(issue.author ?? 'ann'),
    createdAt: time(issue.created, '-20d'),
    closed: issue.closed && { at: time(issue.closed.at), reason: issue.closed.reason },
    duplicateOf: issue['duplicate-of'] === undefined ? undefined : ref(issue['duplicate-of']),
    transferredTo: issue['transferred-to'] === undefined ? undefined : ref(issue['transferred-to']),
    locked: issue.locked ?? false,
    labels: (issue.labels ?? []).map((label) =>
      typeof label === 'string'
        ? { name: label }
        : {
            name: label.name,
            by: label.by === undefined ? undefined : person(label.by),
            at: label.at && time(label.at),
          },
    ),
    assignees: (issue.assignees ?? []).map((login) => ({ login })),
    reopenings: (issue.reopened ?? []).map((at) => time(at)).sort(),
    children: known(`issue ${number} children`, () => (issue.children ?? []).map(ref)),
    parent: issue.parent === undefined ? undefined : ref(issue.parent),
    blockedBy: known(`issue ${number} blockedBy`, () =>
      (issue['blocked-by'] ?? []).map((each) => ({ ref: ref(each.issue), since: time(each.since) })),
    ),
    branches: known(`issue ${number} branches`, () => issue.branches ?? []),
    events: (issue.acts ?? []).map(({ type, at, by }) => ({ type, at: time(at), by: person(by) })),
    comments: (issue.comments ?? []).map(({ at, by, body }) => ({ at: time(at), by: person(by), body })),
    status: issue.status && {
      name: issue.status.name,
      at: issue.status.at && time(issue.status.at),
      by: issue.status.by === undefined ? undefined : person(issue.status.by),
    },
  };
}

const yesNo = (value: boolean | string | undefined, usual: boolean): Known<boolean> => {
  if (value === undefined) return usual;
  return value === 'unknown' ? 'unread' : value === true || value === 'yes';
};

function pullOf(pull: WorldPull, tools: Tools): PullFacts {
  const { time, ref, person, known, repo } = tools;
  const { number, state = 'open', base = 'main' } = pull;
  const createdAt = time(pull.created, '-3d');
  const head = { repo, branch: `pull-${number}`, sha: `h${number}`, ...pull.head };
  const author = pull.author ?? 'maya';
  const title = pull.title ?? `Pull ${number}`;
  const latest = Math.min(Date.parse(createdAt) + 86_400_000, Date.parse(time('-1h')));
  const usual = [{ sha: head.sha, message: title, at: new Date(latest).toISOString(), by: author, own: true }];
  const closedAt = state === 'open' ? undefined : time(pull['closed-at'], '-1d');
  return {
    ref: ref(number),
    title,
    body: pull.body ?? '',
    author: person(author),
    state,
    draft: pull.draft ?? false,
    createdAt,
    closedAt,
    base,
    head,
    commits: known(`pull ${number} commits`, () =>
      (pull.commits ?? usual).map(({ sha, message = title, at, by = author, own = true }) => ({
        sha,
        message,
        at: time(at, createdAt),
        by: person(by),
        own,
      })),
    ),
    closes: known(`pull ${number} closes`, () => (pull.closes ?? []).map(ref)),
    reviewDecision: known(
      `pull ${number} reviewDecision`,
      () => (pull['review-decision'] ?? 'none').toUpperCase() as 'NONE',
    ),
    reviews: known(`pull ${number} reviews`, () =>
      (pull.reviews ?? []).map(({ by, state: said, commit = head.sha, at }) => ({
        by: person(by),
        state: said.toUpperCase() as 'APPROVED',
        commit,
        at: time(at),
      })),
    ),
    requests: (pull.requests ?? []).map(({ login, at }) => ({ login, at: time(at) })),
    checks: known(`pull ${number} checks`, () =>
      (pull.checks ?? []).map(({ name, state: said, required = 'unknown' }) => ({
        name,
        state: said,
        required: required === 'unknown' ? 'unread' : required,
      })),
    ),
    mergeable: known(`pull ${number} mergeable`, () =>
      pull.mergeable === 'unknown'
        ? 'unread'
        : pull.mergeable === 'conflicts' || pull.mergeable === false
          ? 'conflicts'
          : 'yes',
    ),
    blocked: known(`pull ${number} blocked`, () => yesNo(pull.blocked, false)),
    autoMerge: pull['auto-merge'] ?? false,
    queued: pull.queued ?? false,
    merge:
      state === 'merged'
        ? {
            sha: pull.merge?.sha ?? `m${number}`,
            at: time(pull.merge?.at ?? pull['closed-at'], '-1d'),
            by: person(pull.merge?.by ?? 'noah'),
            branches: known(`pull ${number} reaches`, () => pull.merge?.reaches ?? [base]),
          }
        : undefined,
  };
}

function rulesOf({ config = {} }: World): Rules {
  return {
    doneBranches: config['done-branches'] ?? [],
    blockedLabels: config['blocked-labels'] ?? defaults.facilitate['blocked-labels'],
    ignoreAuthors: config['ignore-authors'] ?? defaults['ignore-authors'],
    host: 'github.com',
  };
}

/** What the last look remembered of texts: those that stood then count from before it. */
function memoryOf({ previous }: World, { time, ref }: Tools): PreviousScan | undefined {
  if (previous === undefined) return undefined;
  const { at, 'text-blockers': texts = {} } = typeof previous === 'string' ? { at: previous } : previous;
  const entries = Object.entries(texts).map(([issue, named]) => [
    ref(issue),
    Object.fromEntries(named.map((each) => [ref(each), time(at)])),
  ]);
  return { at: time(at), texts: Object.fromEntries(entries) };
}

function everybody(world: World): readonly string[] {
  return [
    ...new Set([
      ...(JSON.stringify(world).match(/"(?:by|author|login)":"([^"]+)"/g) ?? []).map(
        (found) => found.split('":"')[1]?.slice(0, -1) ?? '',
      ),
      'ann',
      'maya',
      'noah',
    ]),
  ];
}

/** Numbers of the home repository that texts speak of; those that nobody seeded do not exist there. */
function numbersIn({ issues, pulls = [] }: World): ReadonlySet<number> {
  const said = [...issues, ...pulls].map((each) => `${each.title ?? ''} ${each.body ?? ''}`).join('\n');
  return new Set([...said.matchAll(/(?<![\w/])#(\d+)/g)].map((found) => Number(found[1])));
}
