import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFile } from '../../../own-file.js';

export type Asset = { readonly type: string; readonly bytes: Buffer };

const files = [
  { path: '/_/style.css', file: 'style.css', type: 'text/css; charset=utf-8' },
  { path: '/_/live.js', file: 'live.js', type: 'text/javascript; charset=utf-8' },
  { path: '/_/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
] as const;

/** The three files that pages ask for besides themselves, by the path they are asked for at. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const folder = ownFile('src/sandbox/page/assets');
  return new Map(files.map(({ path, file, type }) => [path, { type, bytes: readFileSync(join(folder, file)) }]));
}
