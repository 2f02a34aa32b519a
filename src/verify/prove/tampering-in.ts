import type { BaseCommit, CheckoutDifferences, Workspace } from '../../ports/index.js';
import { type ChangedFile, type Found, findTampering, type KnownTest } from '../tamper/index.js';
import { isTest, MOST_KNOWN } from '../tamper/known-tests.js';
import { withMoves } from '../tamper/with-moves.js';

interface Tree {
  readonly tree: Workspace;
  readonly below: Pick<BaseCommit, 'since'>;
  readonly base: string;
  readonly apart: CheckoutDifferences;
}

/** What the change of a tree does to what judges it. */
export async function tamperingIn({ tree, below, base, apart }: Tree): Promise<readonly Found[]> {
  const { changed } = await below.since(base, apart);
  const changes = changed.map(({ path, before, after }): ChangedFile => {
    return { path, before: textOf(before), after: textOf(after) };
  });
  return findTampering(withMoves(changes), await knownTests(tree, new Set(changed.map(({ path }) => path))));
}

async function knownTests(tree: Workspace, changed: ReadonlySet<string>): Promise<readonly KnownTest[]> {
  const files = (await tree.files({})).filter((file) => !changed.has(file) && isTest(file));
  const tests: KnownTest[] = [];
  for (const path of files.slice(0, MOST_KNOWN.tests)) {
    const text = textOf(await tree.read(path, { from: 0, to: MOST_KNOWN.bytes }).catch(() => null));
    if (text !== null) tests.push({ path, text });
  }
  return tests;
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null || bytes.includes(0) ? null : Buffer.from(bytes).toString('utf8');
}
