// Lints every workflow that we run or hand out: by GitHub's own language service, which knows the keys, contexts and runners
// of today, and by our rules (workflow-rules.mjs). Prints `file:line: rule: sentence`, exits 1 on a finding.
//
//   node scripts/lint-workflows.mjs [--json] [FILE…]

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { lintWorkflow } from './workflow-rules.mjs';

/** @typedef {import('./workflow-rules.mjs').Finding & { readonly file: string }} FileFinding */
/** @typedef {typeof import('@actions/languageservice')} LanguageService */
/** @typedef {typeof import('vscode-languageserver-textdocument')} TextDocuments */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['.github/workflows', 'templates/workflows'];

const FACILITATE = { grants: { facilitate: ['contents'] }, secrets: { facilitate: ['CREW_PROJECT_TOKEN'] } };

/**
 * What jobs may do beyond the rules, by file: a line here is a decision, and a grant that no job uses is a finding.
 * @type {Readonly<Record<string, Partial<import('./workflow-rules.mjs').Policy>>>}
 */
const POLICIES = {
  // The gate records runs in refs of the repository and starts them; a reusable workflow gets no more than its caller has.
  '.github/workflows/crew.yml': {
    grants: { gate: ['contents', 'actions'], run: ['contents', 'actions'] },
  },
  '.github/workflows/crew-run.yml': {
    // Changes come on branches; a further round is started by a dispatch.
    grants: { publish: ['contents', 'actions'] },
    secrets: { work: ['anthropic-api-key'] },
    // Whoever calls it may name a runner of their own.
    runners: ['work', 'verify'],
  },
  '.github/workflows/crew-verify.yml': { runners: ['verify'] },
  // It publishes what a dead run left, and starts further rounds.
  '.github/workflows/crew-settle.yml': {
    grants: { find: ['contents', 'actions'], settle: ['contents', 'actions'] },
  },
  'templates/workflows/crew-settle.yml': {
    // Of the run that ended it takes data, each of which is checked, and nothing that runs.
    triggers: ['workflow_run'],
    grants: { crew: ['contents', 'actions'] },
  },
  // The last scan is kept in a ref of the repository, and a board's own token reads it.
  '.github/workflows/facilitate.yml': FACILITATE,
  'templates/workflows/facilitate.yml': FACILITATE,
  'templates/workflows/crew.yml': {
    grants: { crew: ['contents', 'actions'] },
  },
};

/**
 * What the service may look up: our own action and reusable workflows, on this disk. Others' actions are pinned by commit and
 * not fetched, so their inputs stay unchecked.
 * @type {NonNullable<Parameters<LanguageService['validate']>[1]>}
 */
const providers = {
  fileProvider: {
    getFileContent: async (reference) => ({
      name: reference.path,
      content: await readFile(join(ROOT, reference.path), 'utf8'),
    }),
  },
  actionsMetadataProvider: {
    fetchActionMetadata: async ({ owner, name }) => {
      const own = join(ROOT, 'action.yml');
      if (name === 'crew' && existsSync(own)) return parse(await readFile(own, 'utf8'));
      return { name: `${owner}/${name}`, description: '' };
    },
  },
};

const args = process.argv.slice(2);
const named = args.filter((arg) => arg !== '--json').map((file) => resolve(file));
const findings = await lintFiles(named.length > 0 ? named : await ourFiles());
report(findings, args.includes('--json'));
process.exitCode = findings.length > 0 ? 1 : 0;

/** @returns {Promise<string[]>} */
async function ourFiles() {
  const folders = FOLDERS.map((folder) => join(ROOT, folder)).filter((folder) => existsSync(folder));
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const workflows = names.flat().filter((file) => /\.ya?ml$/.test(file));
  return [join(ROOT, 'action.yml'), ...workflows.sort()].filter((file) => existsSync(file));
}

/**
 * @param {readonly string[]} files
 * @returns {Promise<FileFinding[]>}
 */
async function lintFiles(files) {
  if (files.length === 0) return [];
  const service = await languageService();
  return (await Promise.all(files.map((file) => lintFile(service, file)))).flat();
}

/**
 * @param {LanguageService & TextDocuments} service
 * @param {string} file
 * @returns {Promise<FileFinding[]>}
 */
async function lintFile(service, file) {
  const text = await readFile(file, 'utf8');
  // The service keeps what it parsed by address, so two files must never share one.
  const document = service.TextDocument.create(pathToFileURL(file).href, 'yaml', 0, text);
  const diagnostics = await service.validate(document, providers);
  const theirs = diagnostics.map(({ range, message }) => ({
    line: range.start.line + 1,
    rule: 'github',
    sentence: typeof message === 'string' ? message : message.value,
  }));
  const isAction = /^action\.ya?ml$/.test(basename(file));
  // Where the service cannot read a file at all, our rules would only say so again.
  const ours = isAction || !isReadable(text) ? [] : lintWorkflow(text, POLICIES[relative(ROOT, file)]);
  return [...theirs, ...ours]
    .sort((a, b) => a.line - b.line)
    .map((finding) => ({ file: relative(process.cwd(), file), ...finding }));
}

/** @param {string} text */
function isReadable(text) {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The language service, as one bundled file: it imports JSON in a way that Node 20 does not know. Made at first use.
 * @returns {Promise<LanguageService & TextDocuments>}
 */
async function languageService() {
  const { version } = JSON.parse(
    await readFile(join(ROOT, 'node_modules/@actions/languageservice/package.json'), 'utf8'),
  );
  const bundle = join(ROOT, `node_modules/.cache/crew/languageservice-${version}.mjs`);
  if (!existsSync(bundle)) await bundleService(bundle);
  return import(pathToFileURL(bundle).href);
}

/** @param {string} bundle */
async function bundleService(bundle) {
  await mkdir(dirname(bundle), { recursive: true });
  // Two runs at once must not read each other's half.
  const half = `${bundle}.${process.pid}`;
  await build({
    stdin: {
      contents: "export * from '@actions/languageservice'; export * from 'vscode-languageserver-textdocument';",
      resolveDir: ROOT,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // One of the bundled packages is CommonJS and asks for Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile: half,
    logLevel: 'error',
  });
  await rename(half, bundle);
}

/**
 * @param {readonly FileFinding[]} found
 * @param {boolean} asJson
 */
function report(found, asJson) {
  if (asJson) {
    console.log(JSON.stringify(found, null, 2));
    return;
  }
  for (const { file, line, rule, sentence } of found) console.log(`${file}:${line}: ${rule}: ${sentence}`);
}
