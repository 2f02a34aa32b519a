// Measures crew's agent loop against a minimal loop, and against the `claude` command if it is installed.
// usage: node bench/agent.mjs [path of the claude program]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { table } from './measure.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLAUDE = path.join(import.meta.dirname, 'peer/node_modules/.bin/claude');
const TIMES = 7;
/** Number of turns with a model that answers immediately, to measure loop and journal alone. */
const LONG = 100;

const SUBJECT = `export * from './bench/agent-subject.js';`;
const SERVER = `export { parseScript, startModel } from './src/sample/model/index.js';`;

/** Five tool calls and an answer, with the tools of each program. */
const words = ['one', 'two', 'three', 'four', 'five'];
const script = {
  parts: [
    {
      name: 'claude',
      when: { offers: 'Bash' },
      turns: [
        ...words.map((word) => ({ tools: [{ name: 'Bash', input: { command: `echo ${word}` } }] })),
        { text: 'Done.' },
      ],
    },
    {
      name: 'crew',
      when: { offers: 'answer' },
      turns: [
        ...words.map((word) => ({ tools: [{ name: 'echo', input: { word } }] })),
        { tools: [{ name: 'answer', input: { text: 'Done.' } }] },
      ],
    },
    {
      name: 'loop',
      when: { offers: 'echo' },
      turns: [...words.map((word) => ({ tools: [{ name: 'echo', input: { word } }] })), { text: 'Done.' }],
    },
    { name: 'whatever else', turns: [{ when: { turn: { from: 1 } }, text: 'Done.' }] },
  ],
};

await measure(process.argv[2] ?? CLAUDE);

async function load(contents, into) {
  const outfile = path.join(into, `subject-${process.pid}.mjs`);
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Minified and tree-shaken as in the release; otherwise unused packages would fill the memory.
    minify: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

/** Runs a process; returns its last line, time and peak memory. */
function live(program, args, env = {}) {
  const began = performance.now();
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  let megabytes = 0;
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const look = setInterval(() => (megabytes = Math.max(megabytes, highWater(child.pid))), 10);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(look);
      if (code !== 0) reject(new Error(`${program} ended with ${code}: ${err || out}`));
      else resolve({ wall: performance.now() - began, out, megabytes });
    });
  });
}

function highWater(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Runs a subject several times and counts the requests that the server received. */
async function subjectOf(server, program, args, env) {
  const lives = [];
  for (let n = 0; n < TIMES; n += 1) {
    const before = server.requests.length;
    const lived = await live(program, args, env);
    const requests = server.requests.slice(before);
    const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
    const said = args.includes('-p') ? {} : JSON.parse(lived.out);
    lives.push({ ...lived, ...said, requests: requests.length, bytes });
  }
  const of = (key) => middle(lives.map((each) => each[key] ?? 0));
  // The minimum time, because other load on the machine only adds time.
  const least = Math.min(...lives.map(({ ms = 0 }) => ms));
  return {
    least,
    wall: of('wall'),
    loop: of('ms'),
    megabytes: of('megabytes'),
    requests: of('requests'),
    bytes: of('bytes'),
  };
}

async function measure(claude) {
  const made = mkdtempSync(path.join(ROOT, 'node_modules', '.crew-bench-'));
  try {
    const { parseScript, startModel } = await import(await load(SERVER, mkdtempSync(path.join(made, 'server-'))));
    const server = await startModel({ script: parseScript(JSON.stringify(script)) });
    const subject = await load(SUBJECT, made);
    const echo = path.join(import.meta.dirname, 'echo.mjs');
    const node = (args) => subjectOf(server, process.execPath, args);
    const bare = await node([
      '-e',
      'console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024 }))',
    ]);
    const crew = await node([echo, subject, server.url]);
    const loop = await node([path.join(import.meta.dirname, 'loop.mjs'), server.url]);
    const alone = await node([echo, subject, 'at-once', LONG]);
    console.log(table([['six turns of', 'process', 'loop', 'resident', 'requests', 'bytes sent'], ...(await all())]));
    console.log();
    figures({ bare, crew, loop, alone });
    await server.close();

    async function all() {
      const row = (name, it) => [
        name,
        `${it.wall.toFixed(0)} ms`,
        it.loop ? `${it.loop.toFixed(0)} ms` : '',
        `${it.megabytes.toFixed(0)} MB`,
        it.requests,
        `${(it.bytes / 1000).toFixed(1)} KB`,
      ];
      const rows = [row('crew', crew), row('the least loop on the SDK', loop), row('node alone', bare)];
      if (!existsSync(claude)) {
        console.log(`claude is not installed (npm install --prefix bench/peer); left out\n`);
        return rows;
      }
      const home = mkdtempSync(path.join(tmpdir(), 'crew-bench-home-'));
      const args = [
        '-p',
        'Echo five words, one after the other.',
        '--allowedTools',
        'Bash',
        '--model',
        'claude-sonnet-5-5',
      ];
      const env = { HOME: home, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key', DISABLE_TELEMETRY: '1' };
      const peer = await subjectOf(server, claude, args, env);
      rmSync(home, { recursive: true, force: true });
      return [...rows, row('claude -p', peer)];
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function figures({ bare, crew, loop, alone }) {
  const rows = [['what', 'measured', 'asked for', '']];
  const figure = (what, value, limit, unit) => {
    const holds = value <= limit;
    rows.push([what, `${value.toFixed(2)} ${unit}`, `≤ ${limit} ${unit}`, holds ? 'holds' : 'DOES NOT HOLD']);
    if (!holds) process.exitCode = 1;
  };
  figure(`a turn and its journal, of ${LONG}`, alone.least / LONG, 5, 'ms');
  figure("memory over Node's own, SDK included", crew.megabytes - bare.megabytes, 60, 'MB');
  figure('bytes sent, by those of the least loop', crew.bytes / loop.bytes, 2, '×');
  console.log(table(rows));
}
