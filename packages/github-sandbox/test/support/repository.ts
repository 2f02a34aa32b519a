import { generateKeyPairSync } from 'node:crypto';
import { Octokit } from '@octokit/rest';
import type { GitHub, Seed } from '../../src/github/index.js';

const makeKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
let made: ReturnType<typeof makeKeys> | undefined;
const madeKeys = () => {
  made ??= makeKeys();
  return made;
};

/** Made once a file and only where a test reads it: a pair of keys takes longer than all the rest of a seed. */
export const keys = {
  get publicKey() {
    return madeKeys().publicKey;
  },
  get privateKey() {
    return madeKeys().privateKey;
  },
};

/** A small world: ann owns a public shop and a private vault; bob writes, tia triages, rex only reads, eve is a stranger. */
export const sampleSeed: Seed = {
  users: [{ login: 'ann', email: 'ann@example.com' }, 'bob', 'tia', 'rex', 'eve'],
  repositories: [
    {
      owner: 'ann',
      name: 'shop',
      collaborators: { bob: 'write', tia: 'triage', rex: 'read' },
      labels: [{ name: 'bug', color: 'd73a4a', description: 'Broken' }],
      files: { 'README.md': '# Shop\n', 'src/cart.js': 'export const cart = [];\n' },
      issues: [
        { title: 'The cart forgets', labels: ['bug'], comments: [{ author: 'rex', body: 'For me too.' }] },
        { title: 'Old', state: 'closed', stateReason: 'not_planned' },
        { title: 'Heated', locked: true },
      ],
    },
    { owner: 'ann', name: 'vault', private: true, issues: [{ title: 'Secret' }] },
  ],
  apps: [
    {
      slug: 'crew',
      keys,
      permissions: { issues: 'write', contents: 'write', actions: 'write' },
      installations: [{ account: 'ann' }],
    },
  ],
};

export const inRepository = { owner: 'ann', repo: 'shop' } as const;

/** Octokit as its users make it, without its retries: the tests want to see each answer. */
export function octokit(github: GitHub, auth?: string): Octokit {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return new Octokit({ baseUrl: github.apiUrl, log, ...(auth === undefined ? {} : { auth }) });
}

/** What a call was refused with; a call that went through fails the test. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string; errors: unknown[] }> {
  try {
    await call;
  } catch (problem) {
    return readRefusal(problem);
  }
  throw new Error('the call was not refused');
}

function readRefusal(problem: unknown): { status: number; message: string; errors: unknown[] } {
  if (!(problem instanceof Error) || !('status' in problem) || !('response' in problem)) throw problem;
  const { status, response } = problem;
  const data = Object(Object(response).data);
  return { status: Number(status), message: String(data.message), errors: data.errors ?? [] };
}
