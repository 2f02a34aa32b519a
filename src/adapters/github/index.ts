// GitHub, seen through the ports. One client, one file a port.
import type { GitHub, Repo } from '../../ports.js';
import { type ClientOptions, createClient } from './client.js';
import { githubDispatch } from './dispatch.js';
import { githubPeople } from './people.js';
import { githubRefs } from './refs.js';
import { githubRepository } from './repository.js';
import { githubThread } from './thread.js';

/** The ports of one repository, for one identity. */
export function createGitHub(name: Repo, options: ClientOptions): GitHub {
  const [owner = '', repo = ''] = name.split('/');
  const at = { owner, repo };
  const client = createClient(options);
  const repository = githubRepository(client, at);
  return {
    thread: githubThread(client, at),
    people: githubPeople(client, at),
    refs: githubRefs(client, at),
    dispatch: githubDispatch(client, { ...at, defaultBranch: repository.defaultBranch }),
    repository,
    spent: client.spent,
  };
}
