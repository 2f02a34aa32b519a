// The real gate before the embedded GitHub, as the runner starts it: what it said to the jobs after it, and what it wrote.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedGitHub } from 'github-sandbox/testing';
import { runAction } from '../../src/action/run-phase.js';
import { newFolder } from '../build/folder.js';

const repository = { full_name: 'ann/shop', default_branch: 'main' };

/** Somebody as a webhook shows them. */
export const person = (login: string, id: number, type = 'User') => ({ login, id, type });

/** What a webhook says of a comment on the issue. */
export const commented = (body: string, sender: ReturnType<typeof person>, more: object = {}) => ({
  action: 'created',
  issue: { number: 1, title: 'The cart forgets', body: 'It does.' },
  comment: { id: 5_001, body, user: sender, created_at: '2026-11-18T12:00:00Z', author_association: 'OWNER' },
  sender,
  repository,
  ...more,
});

export interface Asked {
  readonly payload: object;
  readonly name?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly ref?: string;
}

/** A repository of ann's, in which maya writes and sam does not. */
export async function openGate(files: Readonly<Record<string, string>> = {}) {
  const github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya', 'sam'],
      repositories: [
        {
          ...{ owner: 'ann', name: 'shop', collaborators: { maya: 'write' } },
          files: { 'README.md': '# shop\n', ...files },
          issues: [{ title: `zzz";echo\${IFS}"hello";# $(id)`, body: 'add(1, 2) should give 3, in add.js.' }],
        },
      ],
    },
  });
  const idOf = async (login: string) => {
    const answer = await fetch(`${github.apiUrl}/users/${login}`, {
      headers: { authorization: `token ${github.tokenFor({ user: login })}` },
    });
    return ((await answer.json()) as { id: number }).id;
  };
  const token = github.tokenFor({
    workflow: 'ann/shop',
    permissions: {
      actions: 'write',
      checks: 'write',
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      metadata: 'read',
    },
  });
  return {
    github,
    /** One of the people. */
    who: async (login: string) => person(login, await idOf(login)),
    /** Asks the gate; gives its outputs, and everything that happened on GitHub by it. */
    async ask({ payload, name = 'issue_comment', inputs = {}, ref }: Asked) {
      const folder = await newFolder();
      const files = { event: path.join(folder, 'event.json'), output: path.join(folder, 'output') };
      await writeFile(files.event, JSON.stringify(payload));
      await writeFile(files.output, '');
      const before = github.effects.length;
      let printed = '';
      const say = (text: string) => {
        printed += text;
      };
      const env = {
        ...{ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: files.event, GITHUB_OUTPUT: files.output },
        ...{ GITHUB_REPOSITORY: 'ann/shop', GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '1' },
        ...{ GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl, GITHUB_SERVER_URL: github.url },
        ...{ INPUT_PHASE: 'gate', INPUT_TOKEN: token, PATH: process.env.PATH, ...inputs },
        ...(ref === undefined ? {} : { GITHUB_REF: ref }),
      };
      const code = await runAction({ env, out: say, err: say });
      const outputs = [...(await readFile(files.output, 'utf8')).matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)];
      return {
        code,
        printed,
        outputs: Object.fromEntries(outputs.map(([, key = '', , value = '']) => [key, value])),
        did: github.effects.slice(before),
      };
    },
  };
}
