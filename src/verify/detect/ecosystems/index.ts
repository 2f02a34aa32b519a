// The list of ecosystems, for detection. To add one, write a file and add it here. Fallback ecosystems come last.
import type { Ecosystem } from '../step.js';
import { bun } from './bun.js';
import { cargo } from './cargo.js';
import { ci } from './ci.js';
import { deno } from './deno.js';
import { go } from './go.js';
import { gradle } from './gradle.js';
import { make } from './make.js';
import { maven } from './maven.js';
import { npm } from './npm.js';
import { pip } from './pip.js';
import { pnpm } from './pnpm.js';
import { poetry } from './poetry.js';
import { uv } from './uv.js';
import { yarn } from './yarn.js';

export const ecosystems: readonly Ecosystem[] = [
  npm,
  pnpm,
  yarn,
  bun,
  deno,
  uv,
  poetry,
  pip,
  go,
  cargo,
  maven,
  gradle,
  make,
  ci,
];
