// Makes packages/github-sandbox/test/fixtures/openapi/github.json: the official description of GitHub's REST API, only the operations that the
// embedded GitHub serves, only the schemas they reach, without prose. Run it when a route is added, or for a newer API:
//
//   npm i --prefix /tmp/openapi @octokit/openapi@23.0.2 --ignore-scripts
//   node scripts/trim-openapi.mjs /tmp/openapi
//
// The package is 385 MB, which is why it is no dependency of `npm ci`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const from = process.argv[2];
if (from === undefined) {
  console.error('usage: node scripts/trim-openapi.mjs FOLDER   (where @octokit/openapi was installed)');
  process.exit(2);
}

const prose = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'tags', 'title', 'x-octokit']);
const packageDir = join(from, 'node_modules/@octokit/openapi');
const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
const full = JSON.parse(readFileSync(join(packageDir, 'generated/api.github.com.json'), 'utf8'));

const served = servedOperations();
const paths = trimPaths();
correct(paths, full.components.schemas);
const components = reachableComponents(paths);
const trimmed = {
  openapi: full.openapi,
  info: { title: `@octokit/openapi ${version}`, version: full.info.version },
  paths,
  components,
};
const target = join(root, 'packages/github-sandbox/test/fixtures/openapi/github.json');
writeFileSync(target, `${JSON.stringify(trimmed)}\n`);
console.log(`${served.size} operations, ${Object.keys(components.schemas ?? {}).length} schemas → ${target}`);

/** The list of routes is the source: what it serves is what must be described. */
function servedOperations() {
  const folder = join(root, 'packages/github-sandbox/src/github/rest');
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const literal = sources.flatMap((source) =>
    [...source.matchAll(/operation: '([\w-]+\/[\w-]+)'/g)].map((found) => found[1]),
  );
  return new Set([...literal, ...reactionOperations()]);
}

/** The routes of reactions are made in a loop, so their names stand nowhere in full. */
function reactionOperations() {
  const subjects = ['issue', 'issue-comment'];
  return subjects.flatMap((name) =>
    ['list-for', 'create-for', 'delete-for'].map((verb) => `reactions/${verb}-${name}`),
  );
}

function trimPaths() {
  const kept = {};
  const missing = new Set(served);
  for (const [path, item] of Object.entries(full.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!served.has(operation.operationId)) continue;
      missing.delete(operation.operationId);
      const { operationId, parameters, requestBody, responses } = withoutProse(operation);
      kept[path] = { ...kept[path], [method]: { operationId, parameters, requestBody, responses } };
    }
  }
  if (missing.size > 0) throw new Error(`not in the official description: ${[...missing].join(', ')}`);
  return kept;
}

/** Where the description is wrong: the list of installations wants every account to be a user and an enterprise at once. */
function correct(trimmedPaths, schemas) {
  const list = trimmedPaths['/app/installations']?.get.responses['200'].content['application/json'].schema;
  if (list !== undefined) list.items = { $ref: '#/components/schemas/installation' };
  // A remark whose line is no more is beside none.
  const remark = schemas['pull-request-review-comment'].properties;
  for (const name of ['line', 'position']) remark[name].nullable = true;
  // An issue without a text has null there, found by a search as anywhere else.
  schemas['issue-search-result-item'].properties.body.nullable = true;
  // Bots have brackets in their addresses, which no rule for addresses allows.
  for (const name of ['simple-commit', 'nullable-simple-commit'])
    for (const who of ['author', 'committer']) delete schemas[name]?.properties[who].properties.email.format;
  // A label without a description has null there in every other schema, and in GitHub's answers in this one, too.
  schemas['pull-request-simple'].properties.labels.items.properties.description.nullable = true;
}

/** Properties may be called like prose ("description", "title"), so below `properties` every name is kept. */
function withoutProse(node, namesAreData = false) {
  if (Array.isArray(node)) return node.map((one) => withoutProse(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(
    ([name]) => namesAreData || !(prose.has(name) || name.startsWith('x-github')),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, withoutProse(value, !namesAreData && name === 'properties')]),
  );
}

function reachableComponents(start) {
  const found = {};
  const queue = [start];
  while (queue.length > 0) {
    for (const [, kind, name] of JSON.stringify(queue.pop()).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (found[kind]?.[name] !== undefined) continue;
      found[kind] = { ...found[kind], [name]: withoutProse(full.components[kind][name]) };
      queue.push(found[kind][name]);
    }
  }
  return found;
}
