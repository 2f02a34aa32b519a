// Writes what is published about the configuration, from the one schema in src/config: the JSON Schema for editors, and the
// tables of docs/configuration.md. A test fails while either is older than its source.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/** Bundled in memory, since Node 20 reads no TypeScript. */
async function published() {
  const { outputFiles } = await build({
    entryPoints: [new URL('src/config/published.ts', root).pathname],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { schemaText, withReference } = await published();
const page = new URL('docs/configuration.md', root);
await writeFile(new URL('schema/crew.schema.json', root), schemaText());
await writeFile(page, withReference(await readFile(page, 'utf8')));
