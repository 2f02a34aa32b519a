import type { Effect, Incoming } from '../../github/index.js';
import { fullName, type Repository, roleOf } from '../../github/state.js';
import type { Scene } from '../scene.js';
import { effectLog } from '../views/effects.js';
import type { View } from '../views/frame.js';
import { issuePage } from '../views/issue.js';
import { issueList } from '../views/issue-list.js';
import { newIssue } from '../views/new-issue.js';
import { repositoryList } from '../views/repositories.js';
import { runPage } from '../views/run.js';
import { runList } from '../views/run-list.js';
import { issueAt, repositoryAt } from './place.js';

/** What is at an address: a view, another address, or nothing. */
export type Shown = View | { readonly redirect: string } | null;

/** Draws the page at an address. */
export function pageAt(scene: Scene, { incoming, effects }: { incoming: Incoming; effects: readonly Effect[] }): Shown {
  // GitHub's own links to a run lead under /actions, and further down to one of its jobs.
  const path = incoming.path.replace(/^(\/[^/]+\/[^/]+)\/actions(\/runs\/\d+)(?:\/.*)?$/, '$1$2');
  const parts = path.split('/').slice(1);
  if (incoming.path === '/') return firstPage(scene);
  if (incoming.path === '/_/effects') return effectLog(scene, { effects, only: onlyRepository(scene) });
  const repository = repositoryAt(scene, parts);
  if (repository === null) return null;
  const [section = 'issues', id, ...more] = parts.slice(2).filter((part) => part !== '');
  return more.length > 0 ? null : inRepository(scene, { repository, section, id, query: incoming.query });
}

type Place = { repository: Repository; section: string; id: string | undefined; query: URLSearchParams };

function inRepository(scene: Scene, { repository, section, id, query }: Place): Shown {
  switch (section) {
    case 'issues': {
      if (id === undefined)
        return issueList(scene, { repository, filter: query.get('state') === 'closed' ? 'closed' : 'open' });
      if (id === 'new') return newIssue(scene, { repository });
      const issue = issueAt(repository, id);
      return issue === null ? null : issuePage(scene, { issue });
    }
    case 'actions':
      return id === undefined ? runList(scene, repository) : null;
    case 'runs': {
      const run = scene.runs.list(fullName(repository)).find((one) => String(one.id) === id);
      return run === undefined ? null : runPage(scene, { repository, run });
    }
    default:
      return null;
  }
}

/** Where there is only one repository, nobody needs a list of it. */
function firstPage(scene: Scene): Shown {
  const only = onlyRepository(scene);
  return only === undefined ? repositoryList(visibleRepositories(scene)) : { redirect: `/${fullName(only)}/issues` };
}

function onlyRepository(scene: Scene): Repository | undefined {
  const [first, ...others] = visibleRepositories(scene);
  return others.length === 0 ? first : undefined;
}

function visibleRepositories({ state, viewer }: Scene): Repository[] {
  return [...state.repositories.values()].filter((repository) => roleOf(repository, viewer) !== null);
}
