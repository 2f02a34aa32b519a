import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../package-file.js';

export type Asset = { readonly type: string; readonly bytes: Buffer };

/** THE LIST: what pages ask for besides themselves, and of which files it is made, in their order. */
const assets = [
  { path: '/_/style.css', files: ['style.css', 'thread.css', 'board.css'], type: 'text/css; charset=utf-8' },
  { path: '/_/live.js', files: ['live.js'], type: 'text/javascript; charset=utf-8' },
  { path: '/_/icon.svg', files: ['icon.svg'], type: 'image/svg+xml' },
] as const;

/** Each of them by the path it is asked for at. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const folder = packageFile('assets');
  const read = (file: string) => readFileSync(join(folder, file));
  return new Map(assets.map(({ path, files, type }) => [path, { type, bytes: Buffer.concat(files.map(read)) }]));
}
