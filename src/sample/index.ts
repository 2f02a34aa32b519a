// The sample project of `crew sandbox` (src/cli/embedded-github.ts) and of the tests: a small library, the people around it, a board with
// an issue in every state that facilitation knows, and crew's App.
//
//   project/         the files of its first commit
//   issues/ pulls/   one file each; its name begins with the number of the issue or pull request
//   commits/         commits to the default branch without a pull request
//   board.yml        columns, draft cards, archived cards
//
// crew's workflows come from its templates.
//
// Times are ages ("3 days ago") and commits are patches. Both are computed when the sandbox opens.

import { readdirSync, readFileSync } from 'node:fs';
import { type GitHub, permissionNames, type RepositorySeed, type Role } from 'github-sandbox';
import { parse, parseDocument } from 'yaml';
import * as z from 'zod';
import { ownFile } from '../files/own-file.js';
import { filesByCommit } from './commit-files.js';
import { readFiles, type SampleFiles, timesBefore } from './files.js';
import { boardSeed, commitSeeds, issueSeed, pullSeed, type SeedOptions } from './seed.js';

/** crew's Actions workflows as `crew init` writes them, for a crew whose repository is `crew/crew`. */
export function readWorkflows(): { readonly [path: string]: string } {
  const crew = parseDocument(templateOf('crew.yml'));
  // In the sample the App answers comments, so the workflow keeps only the event with which the App starts it.
  for (const event of Object.keys(crew.toJS().on)) if (event !== 'workflow_dispatch') crew.deleteIn(['on', event]);
  return {
    '.github/workflows/crew.yml': crew.toString({ lineWidth: 0 }),
    '.github/workflows/crew-verify.yml': templateOf('crew-verify.yml'),
    '.github/workflows/crew-settle.yml': templateOf('crew-settle.yml'),
  };
}

const templateOf = (name: string): string =>
  readFileSync(ownFile(`templates/workflows/${name}`), 'utf8').replaceAll('uses: OWNER/', 'uses: crew/');

/** The files of the sample project, by path. */
function readProject(): { readonly [path: string]: string } {
  const folder = ownFile('src/sample/project');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]));
}

const manifestSchema = z.object({
  name: z.string(),
  default_events: z.array(z.string()),
  default_permissions: z.partialRecord(z.enum(permissionNames), z.enum(['read', 'write', 'admin'])),
});

/** The App's manifest, app.yml. The App of the sample has exactly its permissions, so a missing one shows in the sandbox too. */
export function readManifest() {
  const { name, default_events, default_permissions } = manifestSchema.parse(
    parse(readFileSync(ownFile('app.yml'), 'utf8')),
  );
  const granted = Object.entries(default_permissions).filter(([, level]) => level !== undefined);
  return { slug: name, name, events: default_events, permissions: Object.fromEntries(granted) };
}

type Person = { readonly login: string; readonly name: string; readonly role: Role | null };

/** The people of the sample project: an administrator, two with write access, one without. */
const people = [
  { login: 'maya', name: 'Maya Lindqvist', role: 'admin' },
  { login: 'noah', name: 'Noah Tanaka', role: 'write' },
  { login: 'ines', name: 'Inês Duarte', role: 'write' },
  { login: 'sam', name: 'Sam Okafor', role: null },
] as const satisfies readonly Person[];

type Login = (typeof people)[number]['login'];

/** The labels of the sample project. */
const labels = [
  { name: 'bug', color: 'd73a4a', description: 'Something is not as it is promised' },
  { name: 'enhancement', color: '1d8f86', description: 'Something that is not there yet' },
  { name: 'documentation', color: '2a6fdb', description: 'Words, not code' },
  { name: 'question', color: '9b5de5', description: 'Needs an answer before it needs work' },
  { name: 'help wanted', color: '0f8a3c', description: 'Nobody minds if you take it' },
  { name: 'good first issue', color: '7a5af5', description: 'Small, and a good way to get to know the place' },
  { name: 'planning', color: 'c98a12', description: 'About what comes next' },
  { name: 'dependencies', color: '0366d6', description: 'What others made, and made anew' },
  { name: 'P1', color: 'e36209', description: 'Before everything else' },
  { name: 'blocked', color: '8a8f98', description: 'Waits for something outside of this project' },
] as const;

const owner = 'sample';
const name = 'tidy-dates';
const repository = `${owner}/${name}`;
const boardOwner = 'maya' satisfies Login;

/** The age of the repository. All of its content is younger. */
const CREATED_BEFORE_MS = 120 * 24 * 3_600_000;

export type SampleOptions = {
  /** The URL of the App's webhook. Without it no webhook is sent. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Files that are added to the repository or replace its own. */
  readonly files?: { readonly [path: string]: string };
  /** The address of the model for its workflows. */
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

/** Seeds an embedded GitHub with the sample project and installs the App there. */
export async function seedSample(github: GitHub, options: SampleOptions = {}): Promise<Sample> {
  const files = readFiles();
  const project = { ...readProject(), ...readWorkflows(), ...options.files };
  const seedOptions = { at: timesBefore(github.world.now()), filesByCommit: filesByCommit(files, project) };
  const app = { ...readManifest(), owner, installations: [{ account: owner, repositories: [name] }] };
  await github.seed({
    users: people.map(({ login, name: called }) => ({ login, name: called })),
    organizations: [owner],
    repositories: [{ ...repositorySeed(files, seedOptions), ...actionsSeed(options), files: project }],
    projects: [boardSeed(files, seedOptions, { owner, repository, boardOwner })],
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

/** The repository's settings for Actions: the model's key and address, and that Actions may open pull requests. */
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
    createdAt: seedOptions.at(CREATED_BEFORE_MS),
    collaborators: Object.fromEntries(people.flatMap(({ login, role }) => (role === null ? [] : [[login, role]]))),
    labels,
    // The default branch requires a review.
    rules: { main: { requiredReviews: 1 } },
    issues: issues.map((issue) => issueSeed(issue, seedOptions)),
    pulls: pulls.map((pull) => pullSeed(pull, seedOptions)),
    commits: pushes.flatMap((push) => commitSeeds([push], seedOptions, push.author)),
    branches,
  };
}
