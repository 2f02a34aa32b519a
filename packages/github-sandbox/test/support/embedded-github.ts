import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitHub, type GitHubOptions, type Seed, startGitHub } from '../../src/github/index.js';
import { loadValidator } from './openapi-validator.js';

export type EmbeddedGitHub = GitHub & {
  /** REST calls that no official description was found for. A test of an unknown route takes its own away with `forgive`. */
  readonly unvalidated: readonly string[];
  /** Throws when a request or an answer did not fit GitHub's description, or a call was never held against it. */
  verify(): void;
  forgive(): void;
};

type Options = Partial<GitHubOptions> & { readonly seed?: Seed };

/** The description is read and its schemas are compiled once for all tests of a file. */
const shared: { check?: ReturnType<typeof loadValidator> } = {};

/**
 * Starts GitHub for a test, with every exchange held against the official description. `close` in an afterEach or
 * afterAll is what fails the test; it also takes the repositories away.
 */
export async function startEmbeddedGitHub({ seed, ...options }: Options = {}): Promise<EmbeddedGitHub> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'embedded-github-')));
  const github = await startGitHub({ ...schemaFromEnvironment(), ...options, dir });
  shared.check ??= loadValidator();
  const { check } = shared;
  const problems: string[] = [];
  const unvalidated: string[] = [];
  github.observe((exchange) => {
    if (exchange.api !== 'rest') return;
    const said = `${exchange.method} ${exchange.path}`;
    const verdict = check(exchange);
    if (!verdict.validated) unvalidated.push(said);
    problems.push(...verdict.problems.map((problem) => `${said} (${exchange.operation}) ${problem}`));
  });
  if (seed !== undefined) await github.seed(seed);
  const verify = () => {
    const all = [...problems, ...unvalidated.map((call) => `${call} was never validated`)];
    if (all.length > 0) throw new Error(`GitHub's description does not fit:\n${all.join('\n')}`);
  };
  return Object.assign(github, {
    unvalidated,
    verify,
    forgive: () => {
      problems.length = 0;
      unvalidated.length = 0;
    },
    close: closing(github, { dir, verify }),
  });
}

/** CREW_GITHUB_SCHEMA may name a newer GraphQL schema, to hold all queries against it. */
function schemaFromEnvironment(): Partial<GitHubOptions> {
  const { CREW_GITHUB_SCHEMA: schemaFile } = process.env;
  return schemaFile === undefined ? {} : { schemaFile };
}

function closing(github: GitHub, { dir, verify }: { dir: string; verify: () => void }): () => Promise<void> {
  const close = github.close;
  return async () => {
    await close();
    await rm(dir, { recursive: true, force: true });
    verify();
  };
}
