import { readFileSync } from 'node:fs';

export type Asset = { readonly type: string; readonly bytes: Buffer };

const files = [
  { path: '/_/style.css', file: 'style.css', type: 'text/css; charset=utf-8' },
  { path: '/_/live.js', file: 'live.js', type: 'text/javascript; charset=utf-8' },
  { path: '/_/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
] as const;

/** The three files that pages ask for besides themselves; they are real files, so a bundle needs them beside it. */
export function readAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    files.map(({ path, file, type }) => [
      path,
      { type, bytes: readFileSync(new URL(`../assets/${file}`, import.meta.url)) },
    ]),
  );
}
