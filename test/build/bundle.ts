import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** Makes one file that plain node can run of a TypeScript entry: for tests that need a process of their own. */
export async function bundle(entry: string, into: string): Promise<string> {
  const outfile = path.join(into, `${path.basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    // Some packages still ask for their parts with `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/**
 * The same for an entry that a test starts many times, without `await` outside of functions. The first process that ends by itself stores
 * what V8 compiled, and later ones read it: a start takes 80 ms of computing in place of 145.
 */
export async function bundleCached(entry: string, into: string): Promise<string> {
  const name = path.basename(entry, '.ts');
  const script = path.join(into, `${name}.script.cjs`);
  await build({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    minify: true,
  });
  const launcher = path.join(into, `${name}.cjs`);
  await writeFile(launcher, LAUNCHER.replace('SCRIPT', JSON.stringify(script)));
  return launcher;
}

const LAUNCHER = `const fs = require('node:fs');
const vm = require('node:vm');
const file = SCRIPT;
const cache = file + '.cache';
const cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
const source = '(function (exports, require, module) {' + fs.readFileSync(file, 'utf8') + '\\n})';
const script = new vm.Script(source, { filename: file, cachedData });
// Another process may read it: it appears whole.
if (!cachedData)
  process.once('exit', () => {
    fs.writeFileSync(cache + process.pid, script.createCachedData());
    fs.renameSync(cache + process.pid, cache);
  });
script.runInThisContext()({}, require, { exports: {} });
`;
