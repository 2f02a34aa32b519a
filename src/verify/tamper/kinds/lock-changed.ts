import type { TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';

/** Changed versions of packages. */
export function lockChanged({ files }: TamperContext): readonly Found[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const manifests =
    /(?:^|\/)(?:package\.json|pyproject\.toml|requirements\S*\.(?:in|txt)|go\.mod|Cargo\.toml|Gemfile|composer\.json|Pipfile|build\.gradle(?:\.kts)?|deno\.jsonc?|pnpm-workspace\.yaml)$/;
  const named = files.filter(({ path }) => manifests.test(path)).map(({ path }) => folderOf(path));
  return files
    .filter(({ role, hunks }) => role === 'lock' && hunks.length > 0)
    .map(({ path, hunks, after }) => ({
      file: path,
      line: after ? (hunks[0]?.line ?? 1) : 1,
      kind: 'lock-changed',
      weight: 'named',
      because: saying(named.some((folder) => folder.startsWith(folderOf(path))) ? 'pinned' : 'pinned-unasked'),
    }));
}
