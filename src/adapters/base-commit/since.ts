import type { ChangedFile, CheckoutDifferences, Diff } from '../../ports/index.js';
import { diffOf } from '../workspace/diff/index.js';
import { contentOf } from './blob-content.js';
import { contentIn, type View } from './cached-view.js';

/**
 * The difference between the tree and the commit, as bytes. Files that differed before and still have the same content (`apart`) are left
 * out.
 */
export async function since(
  view: View,
  { base, apart }: { readonly base: string; readonly apart: CheckoutDifferences },
): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }> {
  const differences = (await view.differences(base)).filter(({ path, now }) => now === null || apart[path] !== now.id);
  const all = [];
  for (const { path, was } of differences) {
    const before = was && (await contentOf(view, { path, was }));
    all.push({ path, before, after: contentIn(view.root, path) });
  }
  const diff = diffOf(all, base);
  const files = new Set(diff.files);
  const changed = all.flatMap(({ path, before, after }) =>
    files.has(path) ? [{ path, before: before?.bytes ?? null, after: after?.bytes ?? null }] : [],
  );
  return { diff, changed };
}
