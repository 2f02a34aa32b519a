import { existsSync } from 'node:fs';
import path from 'node:path';

/** pnpm hard-links files of its global store into the tree, so writing to the tree would change the store. It must copy instead. */
export function separateFolders(root: string): Readonly<Record<string, string>> {
  return existsSync(path.join(root, 'pnpm-lock.yaml')) ? { npm_config_package_import_method: 'copy' } : {};
}
