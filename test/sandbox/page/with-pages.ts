import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { type GitHub, type Run, type SandboxPages, sandboxPages, startGitHub } from 'github-sandbox';
import { seedSample } from '../../../src/sample/index.js';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/** An embedded GitHub with the sample project and its pages, for one test. */
export async function withPages(options: Partial<SandboxPages> = {}): Promise<GitHub> {
  const dir = await mkdtemp(join(tmpdir(), 'pages-'));
  const github = await startGitHub({ dir });
  open.push(async () => {
    await github.close();
    await rm(dir, { recursive: true, force: true });
  });
  await seedSample(github);
  github.mount(
    sandboxPages({
      github,
      model: { name: 'the script', scripted: true },
      app: { slug: 'crew', name: 'crew', commands: ['/crew help', '/crew fix'] },
      ...options,
    }),
  );
  return github;
}

/** A run whose only job failed. */
export const failedRun: Run = {
  id: 5,
  number: 1,
  attempt: 1,
  repo: 'sample/tidy-dates',
  workflow: 'crew',
  path: '.github/workflows/crew.yml',
  title: 'fix-2-abc',
  event: 'workflow_dispatch',
  actor: 'crew[bot]',
  triggeringActor: 'crew[bot]',
  ref: 'refs/heads/main',
  sha: 'abcdef1234',
  status: 'completed',
  conclusion: 'failure',
  createdAt: '2026-01-01T00:00:00Z',
  problems: ['crew.yml: a problem'],
  jobs: [
    {
      id: 7,
      key: 'work',
      name: 'work',
      needs: [],
      status: 'completed',
      conclusion: 'failure',
      permissions: {},
      steps: [{ number: 1, name: 'npm test', status: 'completed', outcome: 'failure', conclusion: 'failure' }],
      outputs: {},
      annotations: [{ level: 'error', message: 'two tests failed' }],
    },
  ],
};

/** A browser without a screen and without a script: it keeps one cookie and fills in forms. */
export class Visitor {
  readonly #github: GitHub;
  readonly #headers: { [name: string]: string } = { accept: 'text/html' };

  constructor(github: GitHub, login: string) {
    this.#github = github;
    this.#headers.cookie = `sandbox-viewer=${login}`;
  }

  async get(path: string, headers: { [name: string]: string } = {}): Promise<Response> {
    return fetch(`${this.#github.url}${path}`, { headers: { ...this.#headers, ...headers }, redirect: 'manual' });
  }

  async see(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  /** Posts the form as the page drew it: with the proof that stands on it. */
  async send(path: string, fields: readonly (readonly [string, string])[]): Promise<Response> {
    const token = /name="token" value="([^"]+)"/.exec(await this.see('/_/effects'))?.[1] ?? '';
    return this.post(path, { fields: [...fields, ['token', token]] });
  }

  async post(
    path: string,
    { fields, headers = {} }: { fields: readonly (readonly [string, string])[]; headers?: { [name: string]: string } },
  ): Promise<Response> {
    return fetch(`${this.#github.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
      headers: { ...this.#headers, ...headers },
      redirect: 'manual',
    });
  }
}
