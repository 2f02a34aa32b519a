// Measures a round of reviews: its time compared with its two longest reviews, and the share of input read from the cache.
// With a folder of clones (owner+name each): errors are inserted into their READMEs, and the found ones are counted.
// usage: node bench/write.mjs [folder of clones]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const TURN = 2000;
/** The service begins to reply after this time; from then on others can read its cache entry. */
const FIRST_EVENT = 300;

/** Runs bash in the clone. This executes code of the README, so use trusted clones. */
const sandbox = {
  run: ({ line, cwd, timeoutMs, hear }) =>
    new Promise((resolve) => {
      const child = spawn('bash', ['-c', line], { cwd, timeout: timeoutMs });
      child.stdout.on('data', (chunk) => hear(chunk, 'out'));
      child.stderr.on('data', (chunk) => hear(chunk, 'err'));
      child.on('close', (exit) => resolve({ started: true, exit, ended: 'itself', ms: 0, refused: [] }));
    }),
};

const [clones] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'crew-bench-'));
const { measureRound, wrongIn } = await subject();
try {
  await reviews();
  if (clones) await seeded(clones);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function subject() {
  const outfile = path.join(ROOT, 'node_modules', '.cache', 'bench-write.mjs');
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    ...{ entryPoints: [path.join(ROOT, 'bench/write-subject.ts')], bundle: true, platform: 'node', format: 'esm' },
    ...{ outfile, banner, logLevel: 'error' },
  });
  return import(outfile);
}

async function reviews() {
  const words = Array.from({ length: 5000 }, (_, n) => `word${n % 997}`);
  const paragraphs = Array.from({ length: 50 }, (_, n) => words.slice(n * 100, n * 100 + 100).join(' '));
  const server = await startServer();
  const ms = await measureRound({ url: server.url, folder, draft: `# Chapter\n\n${paragraphs.join('\n\n')}\n` });
  server.close();
  const longest = server.seen.map(({ ms: each }) => each).sort((a, b) => b - a);
  const two = longest[0] + longest[1];
  const after = server.seen.slice(1);
  const read = after.reduce((sum, { usage }) => sum + usage.cache_read_input_tokens, 0);
  const all = after.reduce((sum, { usage }) => sum + total(usage), 0);
  const sent = server.seen.filter(({ usage }) => usage.cache_creation_input_tokens > 5000).length;
  console.log(
    table([
      ['round of reviews', 'measured', 'limit'],
      ['reviews', server.seen.length, 8],
      ['most at once', server.most(), 5],
      ['ms / two longest', (ms / two).toFixed(2), 1.3],
      ['chapter written to the cache', `${sent}×`, '1×'],
      ['cache reads from the second on', `${((100 * read) / all).toFixed(1)} %`, '80 %'],
      [
        'least of one review',
        `${Math.min(...after.map(({ usage }) => (100 * usage.cache_read_input_tokens) / total(usage))).toFixed(1)} %`,
        '',
      ],
    ]),
  );
}

function total({ input_tokens, cache_read_input_tokens, cache_creation_input_tokens }) {
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
}

/** A partial Messages API: streams for two seconds and stores cache breakpoints when it replies. */
function startServer() {
  const known = new Set();
  const seen = [];
  let now = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const began = performance.now();
    now += 1;
    most = Math.max(most, now);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const prefixes = prefixesOf(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const usage = usageOf(prefixes, known);
    await new Promise((resolve) => setTimeout(resolve, FIRST_EVENT));
    for (const { key, mark } of prefixes) if (mark) known.add(key);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data) => response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
    send({
      type: 'message_start',
      message: {
        id: `m${seen.length}`,
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'm',
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, TURN - FIRST_EVENT));
    send({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: `toolu_${seen.length}`, name: 'answer', input: {} },
    });
    send({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify({ score: 7.2, issues: [], strengths: [] }) },
    });
    send({ type: 'content_block_stop', index: 0 });
    send({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 40 },
    });
    send({ type: 'message_stop' });
    response.end();
    now -= 1;
    seen.push({ usage, ms: performance.now() - began });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        seen,
        most: () => most,
        close: () => server.close(),
      }),
    );
  });
}

/** The prefix up to each block, in the order of a prompt. */
function prefixesOf({ tools = [], system = [], messages }) {
  const blocks = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  let key = '';
  let tokens = 0;
  return blocks.map(({ cache_control: mark, ...block }) => {
    const text = JSON.stringify(block);
    key = createHash('sha256').update(key).update(text).digest('hex');
    tokens += Math.ceil(Buffer.byteLength(text) / 4);
    return { key, tokens, mark: mark !== undefined };
  });
}

function usageOf(prefixes, known) {
  const all = prefixes.at(-1).tokens;
  const stored = prefixes.findLast(({ mark }) => mark)?.tokens ?? 0;
  const read = prefixes.findLast(({ key }) => known.has(key))?.tokens ?? 0;
  return { input_tokens: all - stored, cache_read_input_tokens: read, cache_creation_input_tokens: stored - read };
}

/** Three errors for each README: the right text and a wrong one. */
function seeds() {
  return {
    'http-party+http-server': [
      ['npm install --global http-server', 'npm install --global httpserver'],
      ['`--brotli`', '`--brotly`'],
      ['|`--log-ip`', '|`--show-ip`'],
    ],
    'isaacs+rimraf': [
      ['npm install rimraf', 'npm install rimarf'],
      ['  --preserve-root ', '  --keep-root '],
      ['  --max-retries=', '  --max-retry='],
    ],
    'npm+node-semver': [
      ["semver.valid('1.2.3') // '1.2.3'", "semver.valid('1.2.3') // '1.2.0'"],
      ['-c --coerce\n', '-c --coerse\n'],
      ['-i prerelease --preid beta -n 1', '-i prerelease --identifier beta -n 1'],
    ],
    'sharkdp+fd': [
      ['(doc/screencast.svg)', '(docs/screencast.svg)'],
      ['(#command-line-options)', '(#options)'],
      ['cargo install fd-find', 'cargo install fdfind'],
    ],
    'sharkdp+hyperfine': [
      ['(doc/histogram.png)', '(doc/histograms.png)'],
      ['hyperfine --warmup 3', 'hyperfine --warm-up 3'],
      ['hyperfine --runs 5', 'hyperfine --repeat 5'],
    ],
    'typicode+json-server': [
      ['npx json-server db.json', 'npx json-serve db.json'],
      ['npm install json-server', 'npm install jsonserver'],
      ['`./public`', '`./publics`'],
    ],
    'testdouble+standard': [
      ['(/config/base.yml)', '(/config/defaults.yml)'],
      ['(#what-you-might-do-if-youre-clever)', '(#if-youre-clever)'],
      ['by creating a `.standard.yml`', 'by creating a `.standard.yaml`'],
    ],
    'tj+commander.js': [
      ['[Release Policy](./docs/release-policy.md)\n', '[Release Policy](./docs/releases.md)\n'],
      ['(#variadic-option)', '(#variadic-options)'],
      ['(./Readme_zh-CN.md)', '(./Readme_zh.md)'],
    ],
    'micromatch+picomatch': [
      ["console.log(isMatch('a.js')); //=> true", "console.log(isMatch('a.js')); //=> false"],
      ['(#globbing-features)', '(#glob-features)'],
      ['npm install --save picomatch', 'npm install --save picomach'],
    ],
    'mrmlnc+fast-glob': [
      ['(#asynchronous)', '(#async)'],
      ['npm install fast-glob', 'npm install fastglob'],
      ['(#suppresserrors)', '(#suppress-errors)'],
    ],
  };
}

/** Found: an error that was not in the original. Other errors are listed for inspection. */
async function seeded(at) {
  const rows = [['README', 'seeded', 'found', 'found without seeds']];
  const sums = { seeded: 0, found: 0 };
  for (const [name, errors] of Object.entries(seeds())) {
    const root = path.join(at, name);
    if (!existsSync(root)) throw new Error(`no clone of ${name} in ${at}`);
    const document = readdirSync(root).find((file) => /^readme\.md$/i.test(file));
    const text = readFileSync(path.join(root, document), 'utf8');
    const key = ({ kind, what, why }) => `${kind} ${what}: ${why.slice(0, 120)}`;
    const before = (await wrongIn({ root, document, text, sandbox })).map(key);
    let found = 0;
    for (const [is, becomes] of errors) {
      if (!text.includes(is)) throw new Error(`${name} has no ${JSON.stringify(is)}`);
      const after = (await wrongIn({ root, document, text: text.replace(is, () => becomes), sandbox })).map(key);
      const fresh = after.filter((each) => !before.includes(each));
      if (fresh.length > 0) found += 1;
      else console.log(`missed in ${name}: ${becomes}`);
    }
    sums.seeded += errors.length;
    sums.found += found;
    rows.push([name, errors.length, found, before.length]);
    for (const each of before) console.log(`${name}: ${each}`);
  }
  rows.push(['all', sums.seeded, sums.found, '']);
  console.log(table(rows));
}
