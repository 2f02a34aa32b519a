import { applyPatch, parsePatch } from 'diff';

/** Files by their path. */
export type Tree = Map<string, string>;

/** What a patch makes of the files it touches; null for one that it deletes. A patch that does not fit is a mistake in the sample. */
export function patched(tree: Tree, { patch, of }: { patch: string; of: string }): { [path: string]: string | null } {
  const files = parsePatch(patch).map((file): [string, string | null] => {
    const { oldFileName = '', newFileName = '' } = file;
    const gone = newFileName === nothing;
    const path = (gone ? oldFileName : newFileName).replace(/^[ab]\//, '');
    const after = applyPatch(tree.get(path) ?? '', file);
    if (after === false) throw new Error(`${of}: its patch does not fit ${path}`);
    return [path, gone ? null : after];
  });
  return Object.fromEntries(files);
}

const nothing = '/dev/null';

/** Puts what a patch made where it belongs. */
export function put(tree: Tree, files: { readonly [path: string]: string | null }): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) tree.delete(path);
    else tree.set(path, text);
  }
}
