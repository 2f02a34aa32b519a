// Reads the style sheets, the script and the icon of the pages at start. Used by the pages' entry.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Asset = { readonly type: string; readonly bytes: Buffer };

/** Styles and scripts of the pages, with their source files in order. */
const assets = [
  { path: '/_/frame.css', files: ['frame.css'], type: 'text/css; charset=utf-8' },
  {
    path: '/_/style.css',
    files: ['frame.css', 'style.css', 'thread.css', 'board.css'],
    type: 'text/css; charset=utf-8',
  },
  { path: '/_/live.js', files: ['live.js'], type: 'text/javascript; charset=utf-8' },
  { path: '/_/icon.svg', files: ['icon.svg'], type: 'image/svg+xml' },
] as const;

/** The assets by path. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const folder = packageFile('assets');
  const read = (file: string) => readFileSync(join(folder, file));
  return new Map(assets.map(({ path, files, type }) => [path, { type, bytes: Buffer.concat(files.map(read)) }]));
}

/** The path of a file in this package, when run from source or from the bundle. */
function packageFile(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, path);
}
