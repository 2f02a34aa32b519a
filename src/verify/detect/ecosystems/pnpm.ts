// The ecosystem pnpm. Listed in index.ts.
import { nodeEcosystem } from './node-package.js';

export const pnpm = nodeEcosystem({
  name: 'pnpm',
  install: (frozen) => (frozen ? 'pnpm install --frozen-lockfile' : 'pnpm install --no-lockfile'),
  // After `pnpm test`, pnpm would take some options as its own.
  run: (script) => `pnpm run ${script}`,
});
