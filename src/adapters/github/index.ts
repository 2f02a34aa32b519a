// GitHub, seen through the ports. One client, one file a port.
import type { FieldReader, GitHub, Repo } from '../../ports.js';
import { githubChecks } from './checks.js';
import { type ClientOptions, createClient } from './client.js';
import { githubDispatch } from './dispatch.js';
import { githubField, type RunReader } from './field/index.js';
import { githubOwnIssues } from './own-issues.js';
import { githubPeople } from './people.js';
import { githubPulls } from './pulls.js';
import { githubRefs } from './refs.js';
import { githubRepository } from './repository.js';
import { githubThread } from './thread.js';

export { observationsIn } from './field/index.js';

export interface FieldOf {
  /** Who may read the board, where that is another token than the one that reads the repository. */
  readonly board?: ClientOptions | undefined;
  readonly runs: RunReader;
  readonly host: string;
}

export interface Opened {
  readonly github: GitHub;
  /** Reads the field with the same client, so that what it costs is counted with the rest. */
  readonly fieldReader: (of: FieldOf) => FieldReader;
}

/** The ports of one repository, for one identity, and what reads its field. */
export function openGitHub(name: Repo, options: ClientOptions): Opened {
  const [owner = '', repo = ''] = name.split('/');
  const at = { owner, repo };
  const client = createClient(options);
  const repository = githubRepository(client, at);
  const people = githubPeople(client, at);
  const peopleOf = (full: Repo) => {
    const [one = '', other = ''] = full.split('/');
    return full === name ? people : githubPeople(client, { owner: one, repo: other });
  };
  const refs = githubRefs(client, at);
  const github: GitHub = {
    thread: githubThread(client, at),
    issues: githubOwnIssues(client, at),
    people,
    refs,
    dispatch: githubDispatch(client, { ...at, defaultBranch: repository.defaultBranch }),
    repository,
    pulls: githubPulls(client, { ...at, defaultBranch: repository.defaultBranch }),
    checks: githubChecks(client, { ...at, me: people.me }),
    spent: client.spent,
  };
  const fieldReader = ({ board, runs, host }: FieldOf) =>
    githubField({
      home: client,
      board: board && createClient(board),
      people: peopleOf,
      refs,
      clock: options.clock,
      runs,
      host,
    });
  return { github, fieldReader };
}

/** The ports of one repository, for one identity. */
export const createGitHub = (name: Repo, options: ClientOptions): GitHub => openGitHub(name, options).github;
