// Writes what is published about the configuration, from the one schema in src/config: the JSON Schema for editors, and the
// tables of docs/configuration.md; and the JSON Schema of session files. A test fails while one of them is older than its source.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/** Bundled in memory, since Node 20 reads no TypeScript. */
async function bundled(source) {
  const { outputFiles } = await build({
    entryPoints: [new URL(source, root).pathname],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    // For CommonJS packages in the bundle, which require what Node itself brings.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});`,
    },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { schemaText, withReference } = await bundled('src/config/reference.ts');
const page = new URL('docs/configuration.md', root);
await writeFile(new URL('schema/crew.schema.json', root), schemaText());
await writeFile(page, withReference(await readFile(page, 'utf8')));

const { sessionSchemaText } = await bundled('src/workflows/task/rules/session.ts');
await writeFile(new URL('schema/session.schema.json', root), sessionSchemaText());
