// A working tree as detection sees it: every name, and the texts of the few files that say how it is built.
import type { Workspace } from '../../ports/index.js';
import { folderOf, inFolder, nameOf } from './folders.js';
import type { Tree } from './step.js';

const TELLING =
  /^(?:package\.json|\.npmrc|pnpm-workspace\.yaml|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|pytest\.ini|conftest\.py|tox\.ini|requirements[\w.-]*\.txt|Pipfile|\.tool-versions|\.ruby-version|go\.(?:mod|work)|Cargo\.toml|GNUmakefile|[Mm]akefile)$/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const PYTHON_TEST = /(?:^|\/)(?:test_[\w.-]*|[\w.-]*_test)\.py$/;

/** More is no longer read: a hostile tree must not hold up everything. */
const MOST = 2000;
const MOST_TESTS = 40;
const LONGEST = 512 * 1024;

/** Reads what detection needs of a tree. */
export async function readTree(workspace: Workspace): Promise<Tree> {
  const files = await workspace.files({});
  const tests = files.filter((file) => PYTHON_TEST.test(file)).slice(0, MOST_TESTS);
  const telling = files.filter((file) => TELLING.test(nameOf(file)) || WORKFLOW.test(file)).slice(0, MOST);
  const texts = new Map<string, string>();
  const there = new Set<string>();
  for (const file of [...telling, ...tests]) {
    const bytes = await workspace.read(file, { from: 0, to: LONGEST }).catch(() => null);
    if (bytes !== null) texts.set(file, Buffer.from(bytes).toString('utf8'));
  }
  for (const file of telling.filter((each) => nameOf(each) === 'package.json')) {
    const folder = inFolder(folderOf(file), 'node_modules');
    if (await workspace.look(folder).catch(() => null)) there.add(folder);
  }
  return { files, text: (file) => texts.get(file), has: (folder) => there.has(folder) };
}
