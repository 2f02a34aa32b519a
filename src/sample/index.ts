// The sample project that a sandbox opens with: a small library, the people around it, a board on which every state of the
// facilitator's table occurs, and crew's App.
//
//   project/         the files of its first commit
//   issues/ pulls/   a file each; its name begins with the number it will have
//   commits/         what somebody pushed to the default branch without a pull request
//   board.yml        columns, notes, cards that were put away
//
// Crew's own workflows come from its templates, as whoever has the App takes them over.
//
// Times are ages ("3 days ago"), commits are patches: both are worked out when the sandbox opens.
import type { GitHub, RepositorySeed } from 'github-sandbox';
import { countFrom } from './files/age.js';
import { readFiles, type SampleFiles } from './files/index.js';
import { labels } from './labels.js';
import { type Login, people } from './people.js';
import { readManifest } from './read-manifest.js';
import { readProject } from './read-project.js';
import { readWorkflows } from './read-workflows.js';
import { boardSeed } from './seed/board.js';
import { commitSeeds } from './seed/commits.js';
import { issueSeed } from './seed/issue.js';
import type { SeedOptions } from './seed/options.js';
import { pullSeed } from './seed/pull.js';
import { writeOut } from './seed/write-out.js';

const owner = 'sample';
const name = 'tidy-dates';
const repository = `${owner}/${name}`;
const keeper = 'maya' satisfies Login;

/** Older than anything that is told of it. */
const begun = 120 * 24 * 3_600_000;

export type SampleOptions = {
  /** Where the App listens; without it nobody is told of anything. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Files that stand in the repository besides, or instead of, its own. */
  readonly files?: { readonly [path: string]: string };
  /** The model that its workflows ask; without one they can ask none. */
  readonly model?: { readonly key: string; readonly url?: string | undefined };
};

export type Sample = {
  readonly repository: string;
  /** The board, by its owner and number. */
  readonly project: { readonly owner: string; readonly number: number };
  readonly app: { readonly slug: string; readonly id: number; readonly privateKey: string };
  /** A token for each of the people. */
  readonly tokens: { readonly [Person in Login]: string };
};

/** Puts the sample project into an embedded GitHub, with the App installed on it. */
export async function seedSample(github: GitHub, options: SampleOptions = {}): Promise<Sample> {
  const files = readFiles();
  const project = { ...readProject(), ...readWorkflows(), ...options.files };
  const seedOptions = { at: countFrom(github.world.now()), writtenOut: writeOut(files, project) };
  const app = { ...readManifest(), owner, installations: [{ account: owner, repositories: [name] }] };
  await github.seed({
    users: people.map(({ login, name: called }) => ({ login, name: called })),
    organizations: [owner],
    repositories: [{ ...repositorySeed(files, seedOptions), ...actionsSeed(options), files: project }],
    projects: [boardSeed(files, seedOptions, { owner, repository, keeper })],
    apps: [{ ...app, ...(options.webhook === undefined ? {} : { webhook: options.webhook }) }],
  });
  const { slug, id, privateKey } = github.app(app.slug);
  // With the App's key as secrets of the repository, the jobs of Actions write as the App: one identity in a thread.
  const { secrets } = github.repository(repository).actions;
  Object.assign(secrets, { CREW_APP_ID: String(id), CREW_APP_PRIVATE_KEY: privateKey });
  const token = (user: Login) => github.tokenFor({ user });
  const tokens = { maya: token('maya'), noah: token('noah'), ines: token('ines'), sam: token('sam') };
  return { repository, project: { owner, number: 1 }, app: { slug, id, privateKey }, tokens };
}

/** What its people have set for Actions: the model's key, and that a change may be offered by it. */
function actionsSeed({ model }: SampleOptions): Partial<RepositorySeed> {
  return {
    actionsMayOpenPulls: true,
    secrets: model ? { ANTHROPIC_API_KEY: model.key } : {},
    variables: model?.url === undefined ? {} : { ANTHROPIC_BASE_URL: model.url },
  };
}

function repositorySeed({ issues, pulls, pushes }: SampleFiles, seedOptions: SeedOptions): RepositorySeed {
  const branches = issues.flatMap(({ author, branch }) =>
    branch === undefined ? [] : [{ name: branch.name, commits: commitSeeds(branch.commits, seedOptions, author) }],
  );
  return {
    owner,
    name,
    description: 'Small, honest functions for calendar dates. No time zones, no surprises.',
    createdAt: seedOptions.at(begun),
    collaborators: Object.fromEntries(people.flatMap(({ login, role }) => (role === null ? [] : [[login, role]]))),
    labels,
    // Somebody else's eyes, and green tests: otherwise nobody merges anything.
    rules: { main: { requiredReviews: 1 } },
    issues: issues.map((issue) => issueSeed(issue, seedOptions)),
    pulls: pulls.map((pull) => pullSeed(pull, seedOptions)),
    commits: pushes.flatMap((push) => commitSeeds([push], seedOptions, push.author)),
    branches,
  };
}
