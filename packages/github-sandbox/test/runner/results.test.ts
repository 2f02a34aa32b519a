import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type BuiltInName, PINNED_ACTIONS } from '../../src/runner/actions/pinned.js';
import type { Run } from '../../src/runner/index.js';
import { newFolder } from '../support/folder.js';
import { createWorld, push, script, until, type World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(() => world.close());

const uses = (name: BuiltInName): string => `uses: ${name}@${PINNED_ACTIONS[name].commit}`;

const job = (id: string, steps: string[], more = ''): string =>
  `  ${id}:\n    runs-on: x\n${more}    steps:\n${steps.map((line) => `      - ${line}\n`).join('')}`;

async function run(jobs: string[], more: Partial<WorldOptions> = {}): Promise<Run> {
  world = createWorld({ workflows: { 'w.yml': `on: push\njobs:\n${jobs.join('')}` }, ...more });
  return push(world);
}

/** An action that speaks to the service as the toolkit's artifact client does, with an archive that python might have made. */
const UPLOAD = `
  const { createHash } = await import('node:crypto');
  const { ACTIONS_RUNTIME_TOKEN: token, ACTIONS_RESULTS_URL: url } = process.env;
  const scope = JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).scp.split(' ').find((one) => one.startsWith('Actions.Results:'));
  const [, workflow_run_backend_id, workflow_job_run_backend_id] = scope.split(':');
  const own = { workflow_run_backend_id, workflow_job_run_backend_id };
  const call = async (method, body) => {
    const answer = await fetch(new URL('/twirp/github.actions.results.api.v1.ArtifactService/' + method, url), {
      method: 'POST', headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' }, body: JSON.stringify({ ...own, ...body }),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
  const put = (to, body) => fetch(to, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body });
  // A stored file called note.txt with "hello" in it.
  const zip = Buffer.from('UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAIAAAAbm90ZS50eHRoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAIAAAAAAAAAAAAAACAAQAAAABub3RlLnR4dFBLBQYAAAAAAQABADYAAAArAAAAAAA=', 'base64');
  const hash = 'sha256:' + createHash('sha256').update(zip).digest('hex');
  const upload = async (name) => {
    const { signed_upload_url } = await call('CreateArtifact', { name, version: 4 });
    await put(signed_upload_url, zip);
    return call('FinalizeArtifact', { name, size: String(zip.length), hash });
  };
  const say = (answer) => console.log(JSON.stringify(answer));
`;

const speak = (code: string): string => script(`${UPLOAD}\n${code}`);
const list = (path: string): string =>
  script(
    `console.log('found', (await import('node:fs')).readdirSync('${path}', { recursive: true }).sort().join(' '))`,
  );
const download = (inputs: string): string => `{ ${uses('actions/download-artifact')}, with: { ${inputs} } }`;

describe('who finds the token of the runner', () => {
  it('a JavaScript action, whatever its step says in env', async () => {
    const env = 'env: { ACTIONS_RUNTIME_TOKEN: mine }';
    await run([
      job('a', [
        `{ uses: crew/act/script@v1, ${env}, with: { run: "console.log(process.env.ACTIONS_RUNTIME_TOKEN.split('.').length, process.env.ACTIONS_RESULTS_URL)" } }`,
      ]),
    ]);
    expect(world.log()).toMatch(/^3 http:\/\/127\.0\.0\.1:\d+\/$/m);
  });

  it('the log of no job', async () => {
    await run([job('a', [script('console.log(process.env.ACTIONS_RUNTIME_TOKEN)')])]);
    expect(world.log()).toMatch(/^\*\*\*$/m);
  });

  it('no program that a step runs in any other way: neither a run step nor what an action that is no script starts', async () => {
    const node = join(await newFolder(), 'node');
    writeFileSync(node, '#!/bin/sh\nenv | grep -c ^ACTIONS_ ; env | grep -c ^PATH=\n');
    chmodSync(node, 0o755);
    await run([job('a', [`{ ${uses('actions/setup-node')} }`])], { node });
    expect(world.log()).toContain('node 0\n1 is in use');
    await world.close();
    await run([job('a', ['run: "env | grep -c ^ACTIONS_ || true; env | grep -c ^PATH="'])]);
    expect(world.log()).toContain('\n0\n1');
  });
});

describe('an artifact that an action uploads while it runs', () => {
  it('is one like any other: found by name, by pattern and by id, by other jobs too', async () => {
    await run([
      job('a', [speak("say(await upload('live')); say(await call('ListArtifacts', { name_filter: 'live' }))")]),
      job(
        'b',
        [
          download('name: live, path: named'),
          list('named'),
          download('pattern: "li*", merge-multiple: true, path: merged'),
          list('merged'),
          download('artifact-ids: "1", path: numbered'),
          list('numbered'),
          script("console.log((await import('node:fs')).readFileSync('numbered/note.txt', 'utf8'))"),
        ],
        '    needs: a\n',
      ),
    ]);
    expect(world.log('a')).toContain('{"status":200,"ok":true,"artifact_id":"1"}');
    expect(world.log('a')).toMatch(/"database_id":"1","name":"live","size":"\d+","digest":"sha256:[0-9a-f]{64}"/);
    expect(world.log('b').match(/found note\.txt/g)).toHaveLength(3);
    expect(world.log('b')).toContain('hello');
  });

  it('shares its names with those that upload-artifact makes, and never changes', async () => {
    const made = await run([
      job('a', [
        script("(await import('node:fs')).writeFileSync('f.txt', 'f')"),
        `{ ${uses('actions/upload-artifact')}, with: { name: theirs, path: f.txt } }`,
        speak("say(await upload('ours'))"),
        speak(
          "for (const name of ['theirs', 'ours']) { const { status, msg } = await call('CreateArtifact', { name }); console.log(status, msg) }",
        ),
        `{ ${uses('actions/upload-artifact')}, with: { name: ours, path: f.txt } }`,
      ]),
    ]);
    const taken = '409 an artifact with this name already exists on the workflow run';
    expect(world.log()).toContain(`${taken}\n${taken}`);
    expect(made.jobs[0]?.steps.at(-1)?.outcome).toBe('failure');
  });

  it('can be deleted by any job of its run, and its name is free again', async () => {
    await run([
      job('a', [speak("await upload('gone')")]),
      job(
        'b',
        [
          speak(
            "const { artifacts: [one] } = await call('ListArtifacts', {}); say(await call('DeleteArtifact', one)); say(await call('DeleteArtifact', one)); say(await upload('gone'))",
          ),
        ],
        '    needs: a\n',
      ),
    ]);
    expect(world.log('b')).toContain('{"status":200,"ok":true,"artifact_id":"1"}');
    expect(world.log('b')).toContain('"status":404,"code":"not_found"');
    expect(world.log('b')).toContain('"artifact_id":"2"');
  });

  it('that is not finished is seen by nobody, and holds its name', async () => {
    await run([
      job('a', [
        speak(
          "await call('CreateArtifact', { name: 'half' }); say(await call('ListArtifacts', {})); say(await call('CreateArtifact', { name: 'half' })); say(await call('DeleteArtifact', { name: 'half' }))",
        ),
      ]),
    ]);
    expect(world.log()).toMatch(/"artifacts":\[\].*\n.*"status":409.*\n.*"status":404/);
  });
});

describe('the results service refuses', () => {
  it.each([
    ['a run that is not its own', "say(await call('ListArtifacts', { workflow_run_backend_id: 'other' }))", 403],
    [
      'a job that is not its own',
      "say(await call('CreateArtifact', { name: 'x', workflow_job_run_backend_id: 'other' }))",
      403,
    ],
    ['a name that no file system holds', "say(await call('CreateArtifact', { name: 'a/b' }))", 400],
    ['to finish what was never begun', "say(await call('FinalizeArtifact', { name: 'x', size: '1' }))", 404],
    [
      'to finish what has no bytes',
      "await call('CreateArtifact', { name: 'x' }); say(await call('FinalizeArtifact', { name: 'x', size: '0' }))",
      404,
    ],
    ['a call that there is not', "say(await call('MigrateArtifact', {}))", 404],
  ])('%s', async (_, code, status) => {
    await run([job('a', [speak(code)])]);
    expect(world.log()).toContain(`{"status":${status},`);
  });

  it('a token that nobody made', async () => {
    const forged = UPLOAD.replace(
      "'Bearer ' + token",
      "'Bearer ' + token.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A'))",
    );
    await run([job('a', [script(`${forged}\nsay(await call('ListArtifacts', {}))`)])]);
    expect(world.log()).toContain('{"status":401,');
  });

  it.each([
    ['a wrong size', 'size: String(zip.length - 1), hash'],
    ['a wrong hash', "size: String(zip.length), hash: hash.replace(/.$/, 'x')"],
  ])('to finish with %s, and shows nothing of it', async (_, claim) => {
    await run([
      job('a', [
        speak(
          `const { signed_upload_url } = await call('CreateArtifact', { name: 'x' }); await put(signed_upload_url, zip); say(await call('FinalizeArtifact', { name: 'x', ${claim} })); say(await call('ListArtifacts', {}))`,
        ),
      ]),
    ]);
    expect(world.log()).toMatch(/"status":400,"code":"invalid_argument".*\n.*"artifacts":\[\]/);
  });

  it('bytes that are no archive', async () => {
    await run([
      job('a', [
        speak(
          "const { signed_upload_url } = await call('CreateArtifact', { name: 'x' }); const text = Buffer.from('hello'); await put(signed_upload_url, text); say(await call('FinalizeArtifact', { name: 'x', size: '5', hash: 'sha256:' + createHash('sha256').update(text).digest('hex') }))",
        ),
      ]),
    ]);
    expect(world.log()).toContain('this is no zip archive');
  });

  it('bytes for an address that is not signed, or not of a kind', async () => {
    await run([
      job('a', [
        speak(
          "const { signed_upload_url: to } = await call('CreateArtifact', { name: 'x' }); console.log((await put(to.replace(/sig=.*/, 'sig=1'), zip)).status, (await fetch(to, { method: 'PUT', body: zip })).status, (await put(to, zip)).status)",
        ),
      ]),
    ]);
    expect(world.log()).toContain('403 400 201');
  });

  it('to finish or to delete what belongs to another job and is not called so', async () => {
    await run([
      job('a', [
        speak(
          "await upload('whole'); await put((await call('CreateArtifact', { name: 'half' })).signed_upload_url, zip)",
        ),
      ]),
      job(
        'b',
        [
          speak(
            "say(await call('FinalizeArtifact', { name: 'half', size: String(zip.length), hash })); say(await call('DeleteArtifact', { name: 'whole' })); say(await call('ListArtifacts', {}))",
          ),
        ],
        '    needs: a\n',
      ),
    ]);
    expect(world.log('b')).toMatch(/"status":404.*\n.*"status":404.*\n.*"name":"whole"/);
  });

  it('the token of a job that is over', async () => {
    const file = join(await newFolder(), 'token');
    const keep = `(await import('node:fs')).writeFileSync('${file}', process.env.ACTIONS_RUNTIME_TOKEN)`;
    const reuse = `const token = (await import('node:fs')).readFileSync('${file}', 'utf8'); console.log('again', (await fetch(new URL('/twirp/github.actions.results.api.v1.ArtifactService/ListArtifacts', process.env.ACTIONS_RESULTS_URL), { method: 'POST', headers: { authorization: 'Bearer ' + token }, body: '{}' })).status)`;
    await run([job('a', [script(keep)]), job('b', [script(reuse)], '    needs: a\n')]);
    expect(world.log('b')).toContain('again 401');
  });
});

describe('a machine that is lost between the beginning and the end of an upload', () => {
  it('leaves nothing half, and the jobs after it find what was finished before', async () => {
    const steps = [
      speak(
        "await upload('whole'); await call('CreateArtifact', { name: 'half' }); console.log('began'); setInterval(() => {}, 1000); await new Promise(() => {})",
      ),
    ];
    const after = job('b', [download('path: all'), list('all')], '    needs: a\n    if: always()\n');
    world = createWorld({ workflows: { 'w.yml': `on: push\njobs:\n${job('a', steps)}${after}` } });
    const ended = push(world);
    await until(() => world.log().includes('began'));
    world.runner.kill(1, 'a');
    expect((await ended).conclusion).toBe('failure');
    expect(world.log('b')).toContain('found note.txt');
  });
});
