// REST route that searches issues and pull requests. Loaded by rest/index.ts.

import { unprocessable } from '../api-error.js';
import { canSee } from '../auth/authorize.js';
import { countedPage } from '../http/paginate.js';
import { type Call, type Route, route } from '../http/route.js';
import { fullName, type Thread } from '../state.js';
import { issueJson } from './issue-json.js';

type Test = (thread: Thread, value: string) => boolean;

const equalsIgnoringCase = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** The values of `is:`, `type:` and `state:`. */
const kinds: { readonly [word: string]: (thread: Thread) => boolean } = {
  open: ({ state }) => state === 'open',
  closed: ({ state }) => state === 'closed',
  issue: ({ kind }) => kind === 'Issue',
  pr: ({ kind }) => kind === 'PullRequest',
  merged: (thread) => thread.kind === 'PullRequest' && thread.merge !== null,
  locked: ({ locked }) => locked,
};

/** The values of `no:`. */
const missingFields: { readonly [word: string]: (thread: Thread) => boolean } = {
  label: ({ labels }) => labels.length === 0,
  assignee: ({ assignees }) => assignees.length === 0,
  milestone: ({ milestone }) => milestone === null,
};

const isKind: Test = (thread, value) => (kinds[value] ?? refuse(`is:${value}`))(thread);

/** The supported search qualifiers. */
const qualifiers: { readonly [name: string]: Test } = {
  is: isKind,
  type: isKind,
  state: isKind,
  repo: ({ repository }, value) => equalsIgnoringCase(fullName(repository), value),
  user: ({ repository }, value) => equalsIgnoringCase(repository.owner.login, value),
  org: ({ repository }, value) => equalsIgnoringCase(repository.owner.login, value),
  author: ({ author }, value) => equalsIgnoringCase(author.login, value),
  assignee: ({ assignees }, value) => assignees.some(({ login }) => equalsIgnoringCase(login, value)),
  label: ({ labels }, value) => labels.some(({ name }) => equalsIgnoringCase(name, value)),
  milestone: ({ milestone }, value) => equalsIgnoringCase(milestone?.title, value),
  no: (thread, value) => (missingFields[value] ?? refuse(`no:${value}`))(thread),
  created: ({ createdAt }, value) => isWithin(createdAt, value),
  updated: ({ updatedAt }, value) => isWithin(updatedAt, value),
  closed: ({ closedAt }, value) => closedAt !== null && isWithin(closedAt, value),
};

/** Unsupported terms are refused, because an empty result would be misleading. */
function refuse(term: string): never {
  throw unprocessable(`The embedded GitHub does not search by ${term}.`);
}

/** `2026-01-01`, `<2026-01-01`, `>=…`, or `from..to`, where `*` is open. A date means the whole day: times are compared as text of its length. */
function isWithin(at: string, range: string): boolean {
  const [from, to] = range.split('..');
  if (to !== undefined) return (from === '*' || at >= String(from)) && (to === '*' || at.slice(0, to.length) <= to);
  const [, sign = '', date = ''] = /^([<>]=?)?(.*)$/.exec(range) ?? [];
  const day = at.slice(0, date.replace(/\+00:00$|Z$/, '').length);
  const limit = date.replace(/\+00:00$|Z$/, '');
  if (sign === '<') return day < limit;
  if (sign === '<=') return day <= limit;
  if (sign === '>') return day > limit;
  return sign === '>=' ? day >= limit : day === limit;
}

/** Parses one term of a query. */
function readTerm(term: string): (thread: Thread) => boolean {
  const [, minus, name, quoted] = /^(-?)([a-z-]+):(.+)$/i.exec(term) ?? [];
  if (name === undefined || quoted === undefined) {
    const text = term.replaceAll('"', '').toLowerCase();
    return ({ title, body }) => `${title}\n${body ?? ''}`.toLowerCase().includes(text);
  }
  const test = qualifiers[name.toLowerCase()] ?? refuse(`${name}:`);
  const value = quoted.replace(/^"|"$/g, '');
  return (thread) => test(thread, value) !== (minus === '-');
}

function search(call: Call) {
  const { world, who, query } = call;
  const terms = query.get('q')?.match(/-?[\w-]+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
  if (terms.length === 0) throw unprocessable('Validation Failed');
  const tests = terms.map(readTerm);
  const found = [...world.state.repositories.values()]
    .filter((repository) => canSee(who, repository))
    .flatMap(({ threadsByNumber }) => [...threadsByNumber.values()])
    .filter((thread) => tests.every((test) => test(thread)));
  const key = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sorted = found.sort((a, b) => b[key].localeCompare(a[key]) || b.id - a.id);
  const items = query.get('order') === 'asc' ? sorted.reverse() : sorted;
  const reply = countedPage(call, {
    name: 'items',
    items,
    show: (one) => ({ ...issueJson(world.urls, one), score: 1 }),
  });
  return { ...reply, json: { incomplete_results: false, search_type: 'lexical', ...Object(reply.json) } };
}

export const searchRoutes: readonly Route[] = [
  route('GET /search/issues', { operation: 'search/issues-and-pull-requests', need: { kind: 'public' } }, search),
];
