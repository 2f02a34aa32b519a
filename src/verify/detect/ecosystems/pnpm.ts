import { nodeEcosystem } from './node-package.js';

export const pnpm = nodeEcosystem({
  name: 'pnpm',
  marks: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  install: (frozen) => (frozen ? 'pnpm install --frozen-lockfile' : 'pnpm install --no-lockfile'),
  // Behind `pnpm test` some options would be pnpm's own.
  run: (script) => `pnpm run ${script}`,
});
