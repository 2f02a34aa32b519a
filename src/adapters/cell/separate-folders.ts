import { existsSync } from 'node:fs';
import path from 'node:path';

/** pnpm would link files of its store, outside, into the tree: who writes to the one writes to the other. */
export function separateFolders(root: string): Readonly<Record<string, string>> {
  return existsSync(path.join(root, 'pnpm-lock.yaml')) ? { npm_config_package_import_method: 'copy' } : {};
}
