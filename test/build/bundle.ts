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
