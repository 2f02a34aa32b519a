// The sample project that a sandbox opens with: a small library, the people around it, its issues, and crew's App.
import type { GitHub } from '../github/index.js';
import type { Issue } from '../github/state.js';
import { labels } from './labels.js';
import type { SampleIssue } from './parse-issue.js';
import { type Login, people } from './people.js';
import { readIssues } from './read-issues.js';
import { readManifest } from './read-manifest.js';
import { readProject } from './read-project.js';

const owner = 'sample';
const name = 'tidy-dates';

export type SampleOptions = {
  /** Where the App listens; without it nobody is told of anything. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Files that stand in the repository besides, or instead of, its own. */
  readonly files?: { readonly [path: string]: string };
};

export type Sample = {
  readonly repository: string;
  readonly app: { readonly slug: string; readonly id: number; readonly privateKey: string };
  /** A token for each of the people. */
  readonly tokens: { readonly [Person in Login]: string };
};

/** Puts the sample project into an embedded GitHub, with the App installed on it. */
export async function seedSample(github: GitHub, options: SampleOptions = {}): Promise<Sample> {
  const issues = readIssues();
  const app = { ...readManifest(), owner, installations: [{ account: owner }] };
  await github.seed({
    users: people.map(({ login, name: called }) => ({ login, name: called })),
    organizations: [owner],
    repositories: [{ ...projectOf(issues), files: { ...readProject(), ...options.files } }],
    apps: [{ ...app, ...(options.webhook === undefined ? {} : { webhook: options.webhook }) }],
  });
  const repository = github.repository(`${owner}/${name}`);
  for (const [i, issue] of repository.issues.entries()) date(issue, { as: issues[i], now: github.world.now() });
  const { slug, id, privateKey } = github.app(app.slug);
  const tokens = {
    maya: github.tokenFor({ user: 'maya' }),
    noah: github.tokenFor({ user: 'noah' }),
    sam: github.tokenFor({ user: 'sam' }),
  };
  return { repository: `${owner}/${name}`, app: { slug, id, privateKey }, tokens };
}

function projectOf(issues: readonly SampleIssue[]) {
  return {
    owner,
    name,
    description: 'Small, honest functions for calendar dates. No time zones, no surprises.',
    collaborators: Object.fromEntries(people.flatMap(({ login, role }) => (role === null ? [] : [[login, role]]))),
    labels,
    issues: issues.map(seedOf),
  };
}

function seedOf({ title, body, author, labels: names, assignees, state, blockedBy, comments }: SampleIssue) {
  const said = comments.map((comment) => ({ author: comment.author, body: comment.body }));
  return { title, body, author, labels: names, assignees, state, blockedBy, comments: said };
}

/** A seed knows only now; here everything gets the time its file says, and an issue was last changed by its last comment. */
function date(issue: Issue, { as: told, now }: { as: SampleIssue | undefined; now: number }): void {
  if (told === undefined) return;
  const at = (age: number) => new Date(now - age).toISOString().replace(/\.\d+Z$/, 'Z');
  const last = at(Math.min(told.written, ...told.comments.map(({ written }) => written)));
  Object.assign(issue, {
    createdAt: at(told.written),
    updatedAt: last,
    closedAt: issue.closedAt === null ? null : last,
  });
  for (const [i, comment] of issue.comments.entries()) {
    const written = at(told.comments[i]?.written ?? 0);
    Object.assign(comment, { createdAt: written, updatedAt: written });
  }
}
