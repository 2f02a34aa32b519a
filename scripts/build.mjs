// Builds dist/ (the Action and the command line, self-contained, in chunks that are loaded when they are needed) and
// packages/github-sandbox/dist/ (the embedded GitHub, which is not part of the Action).
// usage: node scripts/build.mjs [--out DIR] [--sandbox-out DIR] [--meta FILE] [--plugin FILE] [--maps]
// FILE of --plugin exports `plugin`, another one of esbuild; benches use it. With --maps the same code gets source maps:
// `node --enable-source-maps` then prints stack traces with the lines of src/.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, 'dist') },
    'sandbox-out': { type: 'string', default: path.join(root, 'packages/github-sandbox/dist') },
    meta: { type: 'string' },
    plugin: { type: 'string' },
    maps: { type: 'boolean', default: false },
  },
});
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const NOTICES = 'THIRD_PARTY_NOTICES.txt';

/** Modules of packages that crew never runs. Each is replaced by an empty one. */
const NEVER_RUN = [
  // The MCP client gets its validator from src/adapters/mcp/client.ts; the server validates nothing with it.
  /@modelcontextprotocol\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/,
  // node-fetch loads it only on a Node without web streams.
  /web-streams-polyfill\//,
  // The SDK of AWS reads the name of a browser with it.
  /\/bowser\/bowser\.mjs$/,
  // Tools of agents that Anthropic hosts; only their worker imports them.
  /@anthropic-ai\/sdk\/tools\/agent-toolset\/node\.mjs$/,
  // Runs tools in a loop; crew has a loop of its own.
  /@anthropic-ai\/sdk\/lib\/tools\/BetaToolRunner\.mjs$/,
  // The MCP SDK describes schemas of Zod 3 with it; crew's are of Zod 4.
  /zod-to-json-schema\//,
];
/** What those who import these modules ask for. */
const EMPTY = `
export class AjvJsonSchemaValidator {}
export class BetaToolRunner {}
export const zodToJsonSchema = () => { throw new Error('not in this bundle'); };
`;
const leaveOut = {
  name: 'leave-out',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(NEVER_RUN.map(({ source }) => source).join('|')) }, () => ({
      contents: EMPTY,
      loader: 'js',
    }));
  },
};

// Aside first: whoever runs what is there must not find it half gone.
const aside = mkdtempSync(path.join(root, 'node_modules', '.crew-build-'));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { action: 'src/action/entry.ts', cli: 'src/cli/entry.ts' },
  outdir: aside,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  mainFields: ['module', 'main'],
  conditions: ['import', 'node'],
  minify: true,
  sourcemap: values.maps ? 'linked' : false,
  metafile: true,
  plugins: [leaveOut, ...(values.plugin ? [(await import(values.plugin)).plugin] : [])],
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  define: { CREW_VERSION: JSON.stringify(version) },
  // Only `crew serve` and `crew sandbox` need these, and they run where the package is installed.
  external: ['probot', 'github-sandbox'],
  // CommonJS inside an ES module still asks for `require`.
  banner: { js: "import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);" },
});
if (values.meta) writeFileSync(values.meta, JSON.stringify(metafile));

/** Name, version and licence text of each package that is bundled. Packages with the same text share it. */
function noticesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap(
    (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const packagesByText = new Map();
  for (const folder of [...new Set(folders)].sort()) {
    const at = path.join(root, folder);
    const { name, version: its, license } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    const file = readdirSync(at).find((each) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(each));
    const text = file
      ? readFileSync(path.join(at, file), 'utf8').trim()
      : `The package has no licence file. Its licence: ${license}.`;
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name} ${its} (${license})`]);
  }
  const parts = [...packagesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `Third-party software in this folder\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** New files come, then entries, then what nobody names any more goes. */
mkdirSync(values.out, { recursive: true });
cpSync(path.join(aside, 'chunks'), path.join(values.out, 'chunks'), { recursive: true });
cpSync(aside, values.out, { recursive: true });
const wanted = new Set([...readdirSync(aside, { recursive: true }), NOTICES]);
for (const file of readdirSync(values.out, { recursive: true })) {
  if (!wanted.has(file)) rmSync(path.join(values.out, file), { recursive: true, force: true });
}
writeFileSync(path.join(values.out, NOTICES), noticesOf(metafile));
rmSync(aside, { recursive: true, force: true });

await build({
  absWorkingDir: root,
  entryPoints: ['packages/github-sandbox/src/index.ts'],
  outfile: path.join(values['sandbox-out'], 'index.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // GitHub's own parser of workflows imports JSON in a way that Node refuses; it is bundled, all else is installed.
  external: ['graphql', '@octokit/graphql-schema', 'mdast-util-from-markdown', 'yaml', 'zod'],
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
});
