// Rules of the source that a machine can check: which folder may import which, no cycles, which files are pure.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';

const ROOT = path.resolve(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src');

/** Which folders a folder may import from. Its own files and those of OPEN are always allowed. */
const OPEN = ['ports'];
/** The embedded GitHub imports nothing of crew; only these import it. */
const SANDBOX = 'github-sandbox';
const USES_SANDBOX = [/^cli\/embedded-github\.ts$/, /^sample\//];
/** A package for one service is imported only in the adapter of that service. */
const SDKS = {
  '@anthropic-ai/': /^adapters\/model\//,
  '@modelcontextprotocol/': /^adapters\/mcp\//,
  '@octokit/': /^(?:adapters\/github\/|app\/token\.ts$)/,
  probot: /^app\//,
};
const LOW = ['text', 'config', 'changes', 'files'];
const MIDDLE = [...LOW, 'memory', 'guard', 'verify', 'agent'];
const HIGH = [...MIDDLE, 'commands', 'runs', 'workflows', 'view'];
const IMPORTS = {
  // Types only: what a phase can reach is described with the types of its parts.
  ports: ['config'],
  text: [],
  config: ['text'],
  changes: ['text'],
  files: [],
  memory: ['config', 'text', 'files'],
  commands: ['text'],
  guard: ['text'],
  verify: ['config', 'text'],
  agent: ['text', 'guard', 'config', 'files'],
  view: ['text', 'verify', 'runs', 'commands'],
  runs: [...MIDDLE, 'commands'],
  workflows: HIGH,
  adapters: [],
  sample: ['files'],
  services: [...HIGH, 'adapters'],
  app: [...HIGH, 'services', 'adapters'],
  action: [...HIGH, 'services', 'adapters'],
  cli: [...HIGH, 'services', 'adapters', 'app', 'sample'],
};

/** Files that decide and do nothing else: no clock, no chance, no process, no network, no machine. */
const PURE = [
  /^guard\//,
  /^commands\//,
  /^config\//,
  /^text\//,
  /^view\//,
  /^memory\/(?:preferences|rules)\//,
  /^workflows\/[^/]+\/rules\//,
  ...['decide', 'outcome', 'record', 'thread'].map((name) => new RegExp(`^runs/${name}\\.ts$`)),
  /^changes\/marker\.ts$/,
  /^changes\/plan\.ts$/,
  /^services\/event\.ts$/,
];
const IMPURE_NAMES = ['Date', 'process', 'fetch', 'setTimeout', 'setInterval', 'performance'];
/** Digests and signatures come from the platform, and are pure all the same. */
const PURE_MODULES = ['node:crypto'];

const files = sourcesIn(SRC);
const problems = [];
const edges = new Map();

for (const file of files) {
  const found = readSource(path.join(SRC, file));
  checkZod(file, readFileSync(path.join(SRC, file), 'utf8'));
  edges.set(
    file,
    found.imports.flatMap(({ to }) => resolve(file, to) ?? []),
  );
  for (const { to, line } of found.imports) checkImport({ file, to, line });
  if (isPure(file)) checkPure(file, found);
  if (isRule(file)) for (const line of found.awaits) say(file, line, 'rules of a workflow may not await');
}
// A pattern without a file is an old name, and its rule checks nothing.
for (const pattern of [...PURE, ...USES_SANDBOX, ...Object.values(SDKS)])
  if (!files.some((file) => pattern.test(file))) problems.push(`scripts/check-habits.mjs: ${pattern} matches no file`);
for (const folder of Object.keys(IMPORTS))
  if (!files.some((file) => roomOf(file) === folder)) problems.push(`scripts/check-habits.mjs: no folder ${folder}`);
const packaged = checkPackage(path.join(ROOT, 'packages', SANDBOX));
for (const cycle of cyclesOf(edges)) problems.push(`cycle: ${cycle.join(' → ')}`);

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `habits: ${files.length + packaged} files, all kept` : `habits: ${problems.length} broken`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

function readSource(file) {
  const ast = parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] });
  const found = { imports: [], names: [], awaits: [] };
  look(ast.program, found);
  return found;
}

/** The package stands by itself: its files, tests included, import each other and npm packages, nothing of crew. */
function checkPackage(folder) {
  const sources = sourcesIn(folder).filter((file) => /^(src|test)\//.test(file));
  for (const file of sources) {
    for (const { to, line } of readSource(path.join(folder, file)).imports) {
      const leaves =
        to.startsWith('.') && path.relative(folder, path.join(folder, path.dirname(file), to)).startsWith('..');
      if (leaves) problems.push(`packages/${SANDBOX}/${file}:${line}: imports ${to}, which is not of the package`);
      else if (to.startsWith('.')) addEdge(folder, { file, to });
    }
  }
  return sources.length;
}

function addEdge(folder, { file, to }) {
  const name = (each) => path.relative(ROOT, path.join(folder, each));
  const from = name(file);
  const target = name(path.join(path.dirname(file), to.replace(/\.js$/, '.ts')));
  edges.set(from, [...(edges.get(from) ?? []), target]);
}

/** `import { z }` bundles every language of zod (300 kB); the namespace import does not. */
function checkZod(file, source) {
  for (const [at, text] of source.split('\n').entries())
    if (/^import .*from 'zod'/.test(text) && !/^import (?:type )?\* as z from 'zod'/.test(text))
      say(file, at + 1, "zod is imported as `import * as z from 'zod'`");
}

function say(file, line, what) {
  problems.push(`src/${file}:${line}: ${what}`);
}

function roomOf(file) {
  return (file.split('/')[0] ?? file).replace(/\.ts$/, '');
}

function isRule(file) {
  return /^workflows\/[^/]+\/rules\//.test(file);
}

function isPure(file) {
  return PURE.some((each) => each.test(file));
}

function resolve(file, to) {
  if (!to.startsWith('.')) return undefined;
  const target = path.normalize(path.join(path.dirname(file), to)).replace(/\.js$/, '.ts');
  return files.includes(target) ? target : undefined;
}

function checkImport({ file, to, line }) {
  if (to === SANDBOX && !USES_SANDBOX.some((each) => each.test(file))) say(file, line, `may not import ${SANDBOX}`);
  for (const [sdk, where] of Object.entries(SDKS))
    if (to.startsWith(sdk) && !where.test(file)) say(file, line, `may not import ${to}: only ${where.source} does`);
  const target = resolve(file, to);
  if (!target) return;
  const [from, into] = [roomOf(file), roomOf(target)];
  const allowed = IMPORTS[from];
  if (!allowed) say(file, line, `the folder ${from} has no line in scripts/check-habits.mjs`);
  else if (from !== into && !OPEN.includes(into) && !allowed.includes(into))
    say(file, line, `${from} may not import ${into}`);
}

function checkPure(file, { imports, names }) {
  for (const { to, line } of imports) {
    if (to.startsWith('node:') && !PURE_MODULES.includes(to)) say(file, line, `a pure file may not see ${to}`);
  }
  for (const { name, line } of names) say(file, line, `a pure file may not see ${name}`);
}

/** Walks a syntax tree for imports, names of the outside, and awaits. */
function look(node, found, parent) {
  if (!node || typeof node.type !== 'string') return;
  const line = node.loc?.start.line ?? 0;
  if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node.source)
    found.imports.push({ to: node.source.value, line });
  if (node.type === 'ImportExpression' && node.source?.value) found.imports.push({ to: node.source.value, line });
  if (node.type === 'CallExpression' && node.callee.type === 'Import')
    found.imports.push({ to: node.arguments[0]?.value ?? '', line });
  if (node.type === 'AwaitExpression' || node.async === true) found.awaits.push(line);
  if (isOutside(node, parent)) found.names.push({ name: node.name, line });
  if (isChance(node)) found.names.push({ name: 'Math.random', line });
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('Comments')) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object') look(child, found, node);
  }
}

function isOutside(node, parent) {
  if (node.type !== 'Identifier' || !IMPURE_NAMES.includes(node.name) || parent?.type?.startsWith('TS')) return false;
  const isName =
    (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
    (/^Object(Property|Method)$/.test(parent?.type) && parent.key === node);
  // A date made of a given time is arithmetic; one made of nothing is a clock.
  const isGivenTime =
    node.name === 'Date' &&
    ((parent?.type === 'NewExpression' && parent.arguments.length > 0) || isDateReading(parent));
  return !isName && !isGivenTime;
}

function isDateReading(parent) {
  return parent?.type === 'MemberExpression' && ['parse', 'UTC'].includes(parent.property.name);
}

function isChance(node) {
  return node.type === 'MemberExpression' && node.object.name === 'Math' && node.property.name === 'random';
}

/** Groups of files that import each other in a circle, each as one way around. */
function cyclesOf(graph) {
  const cycles = [];
  const done = new Set();
  const visit = (file, trail) => {
    if (trail.includes(file)) return void cycles.push([...trail.slice(trail.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
