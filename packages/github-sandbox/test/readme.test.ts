import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { Probot, Server } from 'probot';
import { startGitHub } from '../src/index.js';

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = Object(server.address());
  await new Promise((done) => server.close(done));
  return port;
}

/** The App of the README: it thanks for every new issue. */
function app(probot: Probot): void {
  probot.on('issues.opened', async (context) => {
    await context.octokit.rest.issues.createComment(context.issue({ body: 'Thanks!' }));
  });
}

it('the README’s example of testing a Probot App passes as it is printed', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const code = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
  expect(code).toContain('new Server(');
  const dirs: string[] = [];
  const names = {
    startGitHub,
    Probot: Probot.defaults({ logLevel: 'fatal' }),
    Server,
    Octokit,
    app,
    port: await freePort(),
    mkdtemp: async (prefix: string) => {
      const dir = await mkdtemp(prefix);
      dirs.push(dir);
      return dir;
    },
    join,
    tmpdir,
    expect,
  };
  const run = new AsyncFunction(...Object.keys(names), `${code}\nreturn { github, server };`);
  const { github, server } = await run(...Object.values(names));
  await server.stop();
  await github.close();
  await Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true })));
});
